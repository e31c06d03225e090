import { focusedElement } from '../dom/focused-element.ts';
import { giveFocusForKeys, keyReceiver } from '../keyboard/give-focus.ts';
import { characterKey, type Key, keyOf } from '../keyboard/key-table.ts';
import { keyTarget, pressKey } from '../keyboard/press-key.ts';
import { sleep } from '../page-clock.ts';
import { named } from '../targets/element-names.ts';
import { resolveTarget } from '../targets/resolve-target.ts';
import { shownValue } from '../writing/field-value.ts';
import type { ContentHandler } from './handler.ts';

/** The time to look at the page and to answer. */
const ANSWER_MS = 2_000;
const LEFT = 'The page was left before the field could be read back.';

export const type: ContentHandler<'type'> = async ({ params, deadline, pace }, acting) => {
  const receiver = params.target && keyReceiver(resolveTarget(params.target));
  const characters = [...params.text.replace(/\r\n?/g, '\n')];
  const { min, max } = pace ?? { min: 0, max: 0 };
  acting.announce(receiver ?? keyTarget());
  if (receiver) await giveFocusForKeys(receiver);
  const hadFocus = focusedElement() !== null;
  let on = keyTarget();
  let typed = 0;
  let isTaken = false;
  let reason: string | undefined;
  for (const character of characters) {
    if (typed > 0) await sleep(min + Math.random() * (max - min));
    acting.signal.throwIfAborted();
    if (Date.now() + ANSWER_MS > deadline && typed > 0)
      reason = 'The deadline was too near to type the rest.';
    // A field that is left, or that the page has removed, gets no more. Boxes for one character pass the focus on.
    else if (hadFocus && focusedElement() === null)
      reason = 'The focus has left the field: nothing takes the rest.';
    if (reason) break;
    on = keyTarget();
    if (pressKey(keyFor(character)).default !== 'none') isTaken = true;
    typed += 1;
    acting.soFar({ typed, on: named(on), verifiedValue: '', reason: LEFT, stable: false, elapsed: 0 });
  }
  if (!isTaken) reason ??= 'The keys were pressed, and none of them inserted anything.';
  const settled = await acting.settled();
  return {
    typed,
    on: named(on),
    verifiedValue: shownValue(on),
    ...(reason ? { reason } : {}),
    ...settled,
  };
};

function keyFor(character: string): Key {
  const named = character === '\n' ? keyOf('Enter') : character === '\t' ? keyOf('Tab') : undefined;
  if (named) return named;
  const { isShifted, ...key } = characterKey(character);
  return { ...key, name: character, held: new Set(isShifted ? ['Shift' as const] : []) };
}
