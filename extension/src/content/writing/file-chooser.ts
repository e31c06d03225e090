import { type NextStep, next, ProtocolError, step } from '@bproxy/shared';
import * as own from '../dom/own-properties.ts';
import { isFileField } from '../files/file-field.ts';
import { ElementNames } from '../targets/element-names.ts';

const ASK_USER = next`Or ask the user to choose the file: ${step('require-human', { reason: 'TEXT', forAttach: 'SELECTOR' })}.`;

export const UPLOAD = next`Give it the file: ${step('upload', { target: 'TARGET', files: 'PATH' })}. ${ASK_USER}`;

/** Chrome opens a file chooser only for a click of a person. */
export function refuseFileField(element: Element): void {
  const field = element instanceof HTMLLabelElement ? element.control : element;
  if (!isFileField(field)) return;
  throw new ProtocolError('ELEMENT_NOT_ACTIONABLE', {
    message: 'The element opens a file chooser, and Chrome opens it only for a person. Nothing was clicked.',
    suggestedAction: UPLOAD,
    retry: 'never',
    details: { reason: 'file-chooser' },
  });
}

/**
 * Watches for a click that the page passes on to its own file field. The returned function gives the reason if
 * Chrome has kept the chooser closed. A field outside the document cannot be seen.
 */
export function watchFileChooser(): () => Kept | undefined {
  const clicks: Array<{ event: Event; field: Element }> = [];
  const byPerson = navigator.userActivation.isActive;
  const take = (event: Event) => {
    const [field] = event.composedPath();
    if (isFileField(field)) clicks.push({ event, field });
  };
  own.addEventListener(window, 'click', take, true);
  return () => {
    own.removeEventListener(window, 'click', take, true);
    const kept = byPerson ? undefined : clicks.find(({ event }) => !event.defaultPrevented);
    return kept && keptClosed(kept.field);
  };
}

interface Kept {
  blocked: 'file-chooser';
  reason: NextStep;
}

function keptClosed(field: Element): Kept {
  const target = new ElementNames().targetOf(field);
  const give = target ? next`Give it the file: ${step('upload', { target, files: 'PATH' })}. ` : '';
  return {
    blocked: 'file-chooser',
    reason: next`The page wanted to open a file chooser, and Chrome opens it only for a person. ${give}${ASK_USER}`,
  };
}
