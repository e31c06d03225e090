import type { KeyDefault } from '@bproxy/shared';
import * as own from '../../dom/own-properties.ts';
import { openRoots } from '../../looking/open-roots.ts';
import { setNatively } from '../../writing/field-value.ts';

const LAYERS = 'dialog:modal, dialog[open][closedby=any i], [popover]:popover-open';

/** Escape closes what lies on top, and empties a search field. */
export function closeTop(element: Element): KeyDefault {
  const top = topLayer();
  if (top) return close(top);
  if (own.fullscreenElement(document)) {
    void own.exitFullscreen(document);
    return 'close';
  }
  if (
    element instanceof HTMLInputElement &&
    element.type === 'search' &&
    element.value !== '' &&
    !element.readOnly
  ) {
    setNatively(element, '');
    own.dispatchEvent(element, new Event('input', { bubbles: true, composed: true }));
    return 'delete';
  }
  return 'none';
}

/** Later and deeper ones lie above the others. */
function topLayer(): HTMLElement | undefined {
  return [...openRoots()]
    .flatMap((root) => [...own.querySelectorAll(root, LAYERS)])
    .filter((layer) => layer instanceof HTMLElement)
    .filter((layer) => !(own.getAttribute(layer, 'popover') === 'manual'))
    .findLast((layer) => own.getAttribute(layer, 'closedby')?.toLowerCase() !== 'none');
}

function close(layer: HTMLElement): KeyDefault {
  if (layer instanceof HTMLDialogElement && layer.open) {
    if (own.dispatchEvent(layer, new Event('cancel', { cancelable: true }))) layer.close();
    return layer.open ? 'prevented' : 'close';
  }
  own.hidePopover(layer);
  return 'close';
}
