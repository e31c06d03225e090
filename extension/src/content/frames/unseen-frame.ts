import { notActionable } from '../gestures/actionability.ts';
import { barrierAbove } from './way-up.ts';

/** For acts without a pointer: the frame must be there for a person too. */
export async function refuseUnseenFrame(): Promise<void> {
  const barrier = await barrierAbove();
  if (barrier) throw notActionable(barrier.obstacle, barrier.details);
}
