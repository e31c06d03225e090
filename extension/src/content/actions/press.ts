import { type NextStep, next, ProtocolError, param, step } from '@bproxy/shared';
import { nextTicks } from '../gestures/ticks.ts';
import { browserKey, notPossible } from '../keyboard/browser-keys.ts';
import { giveFocusForKeys, keyReceiver } from '../keyboard/give-focus.ts';
import { type Key, keyOf } from '../keyboard/key-table.ts';
import { keyTarget, type PressedKey, pressKey } from '../keyboard/press-key.ts';
import { submitHint } from '../keyboard/submit-hint.ts';
import { sleep } from '../page-clock.ts';
import { named } from '../targets/element-names.ts';
import { resolveTarget } from '../targets/resolve-target.ts';
import type { ContentHandler } from './handler.ts';

const LIST_OF_CHROME = next`Chrome draws the list of this field itself, out of reach. Choose with ${step('select', { trigger: 'TARGET', optionText: 'TEXT' })}.`;
const WITH_TEXT = next`bproxy leaves the user's clipboard alone. Name what to paste with ${param({ text: true })}.`;
/** The time to look at the page and to answer. */
const ANSWER_MS = 2_000;

export const press: ContentHandler<'press'> = async ({ params, deadline }, acting) => {
  const keys = params.keys.map(keyNamed);
  const receiver = params.target && keyReceiver(resolveTarget(params.target));
  acting.announce(receiver ?? keyTarget());
  if (receiver) await giveFocusForKeys(receiver);
  const pressed: string[] = [];
  let on = named(keyTarget());
  let last: PressedKey = { default: 'none' };
  let reason: string | undefined;
  const all = Array.from({ length: params.times ?? 1 }, () => keys).flat();
  for (const key of all) {
    if (pressed.length > 0) await betweenKeys();
    acting.signal.throwIfAborted();
    if (Date.now() + ANSWER_MS > deadline && pressed.length > 0) {
      reason = `The deadline was too near to press the other ${all.length - pressed.length} keys.`;
      break;
    }
    const target = keyTarget();
    on = named(target);
    last = pressKey(key, params.text);
    pressed.push(key.name);
    const browsers = last.default === 'none' ? browserKey(key) : undefined;
    if (browsers) throw notPossible(key, browsers);
    acting.note(notesOn(last, hintFor(key, last, target)));
    const left = all.length - pressed.length;
    const cutOff =
      left > 0 ? { reason: `The page was left before the other ${left} keys were pressed.` } : {};
    acting.soFar({ pressed: [...pressed], on, ...last, ...cutOff, stable: false, elapsed: 0 });
  }
  return { pressed, on, ...last, ...(reason ? { reason } : {}), ...(await acting.settled()) };
};

/** Frameworks draw the result of one key before the next one comes, and menus move the focus in a timer after that. */
async function betweenKeys(): Promise<void> {
  await nextTicks(1);
  await sleep(0);
}

function notesOn({ default: done }: PressedKey, hint: NextStep | undefined) {
  return { ...(done === 'prevented' ? { prevented: true as const } : {}), ...(hint ? { hint } : {}) };
}

function keyNamed(name: string): Key {
  const key = keyOf(name);
  if (!key) {
    throw new ProtocolError('BAD_REQUEST', {
      message: `There is no key ${JSON.stringify(name)}.`,
      suggestedAction:
        'Write keys as in Enter, ArrowDown, PageUp, F2, a, Shift+Tab or Mod+A, with Ctrl, Shift, Alt, Meta or Mod.',
      details: { issues: [{ path: 'params.keys', message: 'has a key that there is not' }] },
    });
  }
  const browsers = browserKey(key);
  if (browsers?.isReserved) throw notPossible(key, browsers);
  return key;
}

function hintFor(key: Key, { default: done }: PressedKey, target: Element): NextStep | undefined {
  if (done !== 'none' && done !== 'prevented') return undefined;
  if (key.key === 'Enter' && target instanceof HTMLInputElement) return submitHint(target);
  if (target instanceof HTMLSelectElement) return LIST_OF_CHROME;
  return key.key === 'v' ? WITH_TEXT : undefined;
}
