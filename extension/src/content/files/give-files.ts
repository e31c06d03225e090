import { next, ProtocolError, param, step } from '@bproxy/shared';
import * as own from '../dom/own-properties.ts';
import type { Acting } from '../gestures/acting.ts';
import { actionPoint, refuseUnusable } from '../gestures/actionability.ts';
import { nextTicks } from '../gestures/ticks.ts';
import { sendDrag } from '../mouse/pointer.ts';
import { elementAt } from '../visibility/element-at-point.ts';

/** A page may draw its drop zone only once files are over it. */
const LOOKS = 3;

/** What Chrome does when a person has chosen files. */
export function giveToField(field: HTMLInputElement, files: File[], acting: Acting): void {
  const { files: list } = transferOf(files);
  acting.announce(field);
  field.files = list;
  own.dispatchEvent(field, new Event('input', { bubbles: true, composed: true }));
  own.dispatchEvent(field, new Event('change', { bubbles: true }));
}

/** What Chrome does when a person drops files. It drops them only where the page says that it takes them. */
export async function dropOn(element: Element, files: File[], acting: Acting): Promise<void> {
  const { point, hit } = await actionPoint(element, acting.signal);
  const data = transferOf(files);
  acting.announce(element);
  let over = hit;
  sendDrag(over, 'dragenter', point, data);
  let isTaken = false;
  for (let look = 0; look < LOOKS; look += 1) {
    const under = elementAt(point) ?? over;
    if (under !== over) {
      sendDrag(under, 'dragenter', point, data, over);
      sendDrag(over, 'dragleave', point, data, under);
      over = under;
    }
    isTaken = !sendDrag(over, 'dragover', point, data);
    await nextTicks(1);
  }
  if (isTaken) {
    if (!sendDrag(over, 'drop', point, data)) acting.note({ prevented: true });
    return;
  }
  sendDrag(over, 'dragleave', point, data);
  throw new ProtocolError('FILE_REFUSED', {
    message: 'The element has no file field, and it takes no dropped files. Nothing was given to it.',
    suggestedAction: next`${step('elements')} lists the file fields of the page, also hidden ones. If the page takes files that are pasted, repeat with ${param({ as: 'paste' })}.`,
    details: { reason: 'no-drop-zone' },
  });
}

/** What Chrome does when a person pastes files. It does nothing else with them, so the page has to. */
export function pasteOn(element: Element, files: File[], acting: Acting): void {
  refuseUnusable(element);
  const init = { bubbles: true, cancelable: true, composed: true, clipboardData: transferOf(files) };
  acting.announce(element);
  if (element instanceof HTMLElement) own.focus(element, { preventScroll: true });
  if (!own.dispatchEvent(element, new ClipboardEvent('paste', init))) acting.note({ prevented: true });
}

function transferOf(files: File[]): DataTransfer {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  return data;
}
