import { next, ProtocolError, step } from '@bproxy/shared';
import * as own from '../dom/own-properties.ts';

export const ASK_FOR_FILE = next`Ask the user to choose the file: ${step('require-human', { reason: 'TEXT', forAttach: 'SELECTOR' })}.`;

/** Chrome opens a file chooser only for a click of a person. */
export function refuseFileField(element: Element): void {
  const field = element instanceof HTMLLabelElement ? element.control : element;
  if (!isFileField(field)) return;
  throw new ProtocolError('ELEMENT_NOT_ACTIONABLE', {
    message: 'The element opens a file chooser, and Chrome opens it only for a person. Nothing was clicked.',
    suggestedAction: ASK_FOR_FILE,
    retry: 'never',
    details: { reason: 'file-chooser' },
  });
}

/**
 * Watches for a click that the page passes on to its own file field. The returned function gives true if Chrome has
 * kept the chooser closed. A field outside the document cannot be seen.
 */
export function watchFileChooser(): () => boolean {
  const clicks: Event[] = [];
  const byPerson = navigator.userActivation.isActive;
  const take = (event: Event) => {
    if (isFileField(event.composedPath()[0])) clicks.push(event);
  };
  own.addEventListener(window, 'click', take, true);
  return () => {
    own.removeEventListener(window, 'click', take, true);
    return !byPerson && clicks.some(({ defaultPrevented }) => !defaultPrevented);
  };
}

function isFileField(target: EventTarget | null | undefined): boolean {
  return target instanceof HTMLInputElement && target.type === 'file';
}
