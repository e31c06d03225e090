import { next } from '@bproxy/shared';
import * as own from '../dom/own-properties.ts';
import { pointTo, press } from '../gestures/pointer.ts';
import { revealedPoint } from '../gestures/reveal.ts';
import { watchPage } from '../gestures/settle.ts';
import { resolveTarget } from '../targets/resolve-target.ts';
import { ASK_FOR_FILE, refuseFileField, watchFileChooser } from '../writing/file-chooser.ts';
import type { ContentHandler } from './handler.ts';

const FILE_CHOOSER = {
  blocked: 'file-chooser' as const,
  reason: next`The page wanted to open a file chooser, and Chrome opens it only for a person. ${ASK_FOR_FILE}`,
};

export const click: ContentHandler<'click'> = async ({ params }, acting) => {
  const element = resolveTarget(params.target);
  refuseFileField(element);
  const { point, hit, waitedMs } = await revealedPoint(element, acting);
  const watch = watchPage();
  // Nothing may run between the check and the press that could put another element there.
  acting.announce();
  const fileChooserBlocked = watchFileChooser();
  pointTo(hit, point);
  press(hit, point);
  const { stable, elapsed } = await watch.settled(acting.signal);
  return {
    clicked: true,
    disappeared: !own.isConnected(element),
    stable,
    elapsed: elapsed + waitedMs,
    ...(fileChooserBlocked() ? FILE_CHOOSER : {}),
  };
};
