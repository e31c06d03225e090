import type { PageAnswer, PageAnswers, PageQuestion, PageRequest } from '../content-messages.ts';
import { errorOf } from '../thrown.ts';
import { hasKnownEditor } from './editing/known-editor.ts';
import { effectSinceLocated, watchLocated } from './effects/located-field.ts';
import { FocusElsewhere } from './frames/focus-elsewhere.ts';
import { holdFrame } from './frames/hold-frame.ts';
import { refuseUnseenFrame } from './frames/unseen-frame.ts';
import { endOfWait, patiently } from './gestures/patience.ts';
import { lookFor } from './looking/look-for.ts';
import { gatherFacts } from './looking/page-facts.ts';
import { pictureView } from './looking/pictured-view.ts';
import { pointAt } from './looking/point-at.ts';
import { quietSign } from './looking/quiet-sign.ts';
import { type GivenTools, refuseUnfit, runAction } from './run-action.ts';
import { shieldFor } from './shield.ts';
import { placed, resolveTarget } from './targets/resolve-target.ts';

type Answerer<Q extends PageQuestion> = (
  request: PageRequest<Q>,
  tools: GivenTools,
) => PageAnswers[Q] | Promise<PageAnswers[Q]>;

const ANSWERERS: { [Q in PageQuestion]: Answerer<Q> } = {
  run: ({ request, seenBy }, tools) => runAction(request, tools, seenBy),
  async locate({ request }) {
    refuseUnfit(request);
    await refuseUnseenFrame();
    const place = placed(request.params.target ?? { selector: ':root' });
    watchLocated(place);
    return place;
  },
  editor({ request }, { signal }) {
    refuseUnfit(request);
    const { target } = request.params;
    if (!target) return false;
    const look = () => hasKnownEditor(resolveTarget(target), request.action === 'select-text');
    return patiently(look, { until: endOfWait(request), signal, hasActed: () => false });
  },
  effect: effectSinceLocated,
  look: ({ condition }) => lookFor(condition),
  quiet: quietSign,
  facts: ({ marks }) => gatherFacts(marks),
  view: ({ shot }) => pictureView(shot),
  point: ({ selector }) => pointAt(selector),
  hold: ({ child, point }) => holdFrame(child, point),
  shield({ pauseMs }) {
    shieldFor(pauseMs);
    return true;
  },
};

/** Answers a request of the background. Never throws. */
export async function answerRequest<Q extends PageQuestion>(
  type: Q,
  request: PageRequest<Q>,
  tools: GivenTools,
): Promise<PageAnswer> {
  try {
    return { ok: true, value: await ANSWERERS[type](request, tools) };
  } catch (thrown) {
    if (thrown instanceof FocusElsewhere) return { ok: false, focusIn: thrown.frame };
    return { ok: false, error: errorOf(thrown) };
  }
}
