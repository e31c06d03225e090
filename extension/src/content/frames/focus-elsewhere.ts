import { type ForwardedFrame, ProtocolError, traitsOf } from '@bproxy/shared';
import type { AnyContentRequest } from '../../content-messages.ts';
import { focusedElement } from '../dom/focused-element.ts';
import { type AskForPlaces, isFrame, placesOf } from './found-frames.ts';

/** The focus is in a frame of this page, and keys without a target go there. Nothing was done. */
export class FocusElsewhere extends Error {
  override readonly name = 'FocusElsewhere';

  constructor(readonly frame: ForwardedFrame) {
    super('The focus is in a frame.');
  }
}

/** Throws if the request is for the element with the focus, and that is in a frame. */
export async function refuseFocusInFrame(request: AnyContentRequest, ask: AskForPlaces): Promise<void> {
  const { params, action } = request;
  if (!traitsOf(action).toFocus || ('target' in params && params.target)) return;
  const focused = focusedElement();
  if (!focused || !isFrame(focused)) return;
  const { of } = await placesOf([focused], ask);
  const place = of.get(focused);
  if (place?.frame) throw new FocusElsewhere(place.frame);
  throw new ProtocolError('ELEMENT_NOT_ACTIONABLE', {
    message: 'The focus is in a frame that bproxy cannot enter.',
    suggestedAction: 'Name the element that the keys are for.',
    details: { reason: place?.closed ?? 'unplaced' },
  });
}
