import { ProtocolError } from '@bproxy/shared';
import { withAccessibility } from '../accessibility/accessible.ts';
import { known } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';
import { inPicture } from '../looking/pictured-view.ts';
import { pointTo, press } from '../mouse/pointer.ts';
import { named } from '../targets/element-names.ts';
import { giveHandles } from '../targets/read-handles.ts';
import { refuseFileField, watchFileChooser } from '../writing/file-chooser.ts';
import { heldKeys } from './click.ts';
import type { ContentHandler } from './handler.ts';

/** Clicks what a picture shows at a point, and only while the page still looks as it does in the picture. */
export const clickAt: ContentHandler<'click-at'> = async (request, acting) => {
  const { x, y, shot, button = 'left', count = 1, mod = [] } = request.params;
  const found = inPicture(shot, x, y);
  if (found === undefined) throw new ProtocolError('VIEW_CHANGED', { details: { shot } });
  if (!found) {
    throw new ProtocolError('ELEMENT_NOT_FOUND', {
      message: 'The point is outside of the picture.',
      suggestedAction: 'Use a point within the picture.',
      details: { shot, x, y },
    });
  }
  const { point, hit } = found;
  if (button === 'left') refuseFileField(hit);
  const { hitNow, minted } = withAccessibility(() => {
    const handles = giveHandles(request, [known(hit)]);
    return { hitNow: { ...named(hit), ...handles.of(known(hit)) }, minted: handles.minted };
  });
  const held = heldKeys(mod);
  acting.announce(hit);
  acting.soFar({ clicked: true, hit: hitNow, disappeared: true, stable: false, elapsed: 0, minted });
  const fileChooserBlocked = watchFileChooser();
  pointTo(hit, point, held);
  if (!(await press(hit, point, { button, count, held }))) acting.note({ prevented: true });
  const settled = await acting.settled();
  return {
    clicked: true,
    hit: hitNow,
    disappeared: !own.isConnected(hit),
    ...settled,
    minted,
    ...fileChooserBlocked(),
  };
};
