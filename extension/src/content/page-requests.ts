import type { PageAnswer, PageAnswers, PageQuestion, PageRequest } from '../content-messages.ts';
import { errorOf } from '../thrown.ts';
import type { PageTools } from './actions/handler.ts';
import { findInPage } from './looking/find-in-page.ts';
import { gatherFacts } from './looking/page-facts.ts';
import { pointAt } from './looking/point-at.ts';
import { refuseUnfit, runAction } from './run-action.ts';
import { shieldFor } from './shield.ts';
import { placed } from './targets/resolve-target.ts';

type Answerer<Q extends PageQuestion> = (
  request: PageRequest<Q>,
  tools: PageTools,
) => PageAnswers[Q] | Promise<PageAnswers[Q]>;

const ANSWERERS: { [Q in PageQuestion]: Answerer<Q> } = {
  run: ({ request, leaveNewTabs = false }, tools) => runAction(request, tools, leaveNewTabs),
  locate({ request }) {
    refuseUnfit(request);
    return placed(request.params.target);
  },
  find: ({ selector }) => findInPage(selector),
  facts: ({ marks }) => gatherFacts(marks),
  point: ({ selector }) => pointAt(selector),
  shield({ pauseMs }) {
    shieldFor(pauseMs);
    return true;
  },
};

/** Answers a request of the background. Never throws. */
export async function answerRequest<Q extends PageQuestion>(
  type: Q,
  request: PageRequest<Q>,
  tools: PageTools,
): Promise<PageAnswer> {
  try {
    return { ok: true, value: await ANSWERERS[type](request, tools) };
  } catch (thrown) {
    return { ok: false, error: errorOf(thrown) };
  }
}
