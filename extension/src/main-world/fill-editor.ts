import type { PlacedTarget } from '../content-messages.ts';
import { type Editor, pause } from './editor.ts';
import { type EditorAnswer, type Refusal, refuse } from './editor-answer.ts';
import { changeIn, type EditorChange } from './editor-change.ts';
import type { EditorNames } from './editor-names.ts';
import { editorsOf } from './find-editors.ts';
import { findTarget } from './find-target.ts';
import { aroundReplaced, withPlainEnds } from './words-in-text.ts';

/**
 * Changes the text of the editor at the target through the editor's own API, and reads it back. Chrome sends the
 * source of this function into the page's world. `one-function.ts`, a build plugin, inlines all its imports. So the
 * function uses nothing from outside, leaves nothing behind, and contains no word that identifies bproxy.
 */
export async function fillEditor(
  // Chrome's types do not know the arguments, so they may be missing.
  ...given:
    | []
    | [
        target: PlacedTarget,
        value: string,
        names: EditorNames,
        mayBeHidden?: boolean,
        deadline?: number,
        change?: EditorChange,
      ]
): Promise<EditorAnswer> {
  if (given.length === 0) return refuse('failed');
  const [target, value, names, mayBeHidden = false, deadline = Number.POSITIVE_INFINITY, change = {}] = given;
  let acted = false;
  try {
    if (!mayBeHidden && document.visibilityState !== 'visible') return refuse('hidden-tab');
    const element = findTarget(target);
    if (!(element instanceof Element)) return element;
    const [editor, another] = await editorsOf(element, names);
    if (!editor) return refuse('no-editor');
    if (another) return refuse('several-editors');
    const obstacle = obstacleOf(editor, element, change.selected !== undefined);
    if (obstacle) return refuse(obstacle);
    // By then the caller has its answer: nothing was done.
    if (Date.now() >= deadline) return refuse('late');
    const planned = changeIn(editor, value, change);
    if ('ok' in planned) return planned;
    acted = true;
    planned.write();
    await pause(50);
    const verifiedValue = planned.read ? planned.read() : editor.read();
    const { places } = planned;
    return {
      ok: true,
      filled: isSameText(verifiedValue, planned.expected),
      verifiedValue,
      ...(places ? { count: places.length, near: aroundReplaced(verifiedValue, places, value) } : {}),
    };
  } catch {
    return { ok: false, reason: 'failed', acted };
  }
}

function obstacleOf({ host, canWrite }: Editor, element: Element, isRead: boolean): Refusal | undefined {
  const { width, height } = host.getBoundingClientRect();
  const isDrawn = host.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  if (width <= 0 || height <= 0 || !isDrawn) return 'invisible';
  const closest = (selector: string) => host.closest(selector) ?? element.closest(selector);
  if (closest('[inert], [aria-disabled=true], fieldset:disabled')) return 'disabled';
  if (isRead) return undefined;
  const isClosed = host.getAttribute('contenteditable') === 'false' || closest('[aria-readonly=true]');
  return isClosed || !canWrite() ? 'read-only' : undefined;
}

function isSameText(one: string, other: string): boolean {
  return withPlainEnds(one).replace(/\n$/, '') === withPlainEnds(other).replace(/\n$/, '');
}
