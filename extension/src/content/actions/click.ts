import { type ActionParams, next, ProtocolError, param } from '@bproxy/shared';
import * as own from '../dom/own-properties.ts';
import { revealedPoint } from '../gestures/reveal.ts';
import { isMac } from '../keyboard/key-table.ts';
import { type HeldKeys, pointTo, press } from '../mouse/pointer.ts';
import { resolveTarget } from '../targets/resolve-target.ts';
import { refuseFileField, watchFileChooser } from '../writing/file-chooser.ts';
import type { ContentHandler } from './handler.ts';

export const click: ContentHandler<'click'> = async ({ params }, acting) => {
  const element = resolveTarget(params.target);
  const { button = 'left', count = 1, mod = [] } = params;
  const held = heldKeys(mod);
  if (button === 'left') refuseFileField(element);
  const { point, hit, waitedMs } = await revealedPoint(element, acting);
  refuseOfAnchor(hit, held);
  // Nothing may run between the check and the press that could put another element there.
  acting.announce(element);
  const fileChooserBlocked = watchFileChooser();
  pointTo(hit, point, held);
  if (!(await press(hit, point, { button, count, held }))) acting.note({ prevented: true });
  const { stable, elapsed } = await acting.settled();
  return {
    clicked: true,
    disappeared: !own.isConnected(element),
    stable,
    elapsed: elapsed + waitedMs + acting.waitedMs,
    ...fileChooserBlocked(),
  };
};

/** `mod` is the key for commands: Cmd on a Mac, Ctrl elsewhere. */
export function heldKeys(mod: NonNullable<ActionParams['click']['mod']>): HeldKeys {
  const has = (key: (typeof mod)[number]) => mod.includes(key);
  return {
    ctrlKey: has('ctrl') || (has('mod') && !isMac),
    metaKey: has('meta') || (has('mod') && isMac),
    shiftKey: has('shift'),
    altKey: has('alt'),
  };
}

/** Chrome would open a window in front of the user, or save the file behind the hyperlink. */
function refuseOfAnchor(hit: Element, { shiftKey, altKey }: HeldKeys): void {
  if ((!shiftKey && !altKey) || !own.closest(hit, 'a[href], area[href]')) return;
  throw new ProtocolError('ELEMENT_NOT_ACTIONABLE', {
    message: shiftKey
      ? 'With Shift a click on a hyperlink opens a window in front of the user. Nothing was clicked.'
      : 'With Alt a click on a hyperlink saves what is behind it. Nothing was clicked.',
    suggestedAction: next`Click it without that key. With ${param({ mod: 'mod' })} it opens in a background tab.`,
    retry: 'never',
    details: { reason: 'modifier' },
  });
}
