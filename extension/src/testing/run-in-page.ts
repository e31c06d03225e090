import type { BproxyForwardedRequest, ForwardedParams } from '@bproxy/shared';
import type { PageTools } from '../content/actions/handler.ts';
import { WatchedAct } from '../content/effects/watched-act.ts';
import type { ContentAction, PageResult } from '../content-messages.ts';

/** Runs the handler of an action in the page of the test, as the background would ask for it. */
export async function runInTestPage<A extends ContentAction>(
  action: A,
  handler: (request: BproxyForwardedRequest<A>, tools: PageTools) => PageResult<A> | Promise<PageResult<A>>,
  params: ForwardedParams<A>,
  given: {
    id?: string;
    answered?: string[];
    firstHandle?: number;
    pace?: { min: number; max: number };
    announce?: () => void;
    signal?: AbortSignal;
    hiddenTabs?: 'refuse';
    foundFrames?: PageTools['foundFrames'];
  } = {},
): Promise<PageResult<A>> {
  const {
    announce = () => {},
    signal = new AbortController().signal,
    foundFrames = () => {},
    ...more
  } = given;
  const request: BproxyForwardedRequest<A> = {
    protocol_version: 1,
    id: 'test',
    action,
    params,
    session: '',
    deadline: Date.now() + 30_000,
    destructive: false,
    target: { tabId: 1 },
    ...more,
  };
  const page = {
    signal,
    openTab: () => {},
    leaves: () => {},
    soFar: () => {},
    filePart: async () => null,
    framePlaces: async () => [],
    foundFrames,
  };
  return handler(
    request,
    new WatchedAct().tools({ ...page, until: Date.now(), waitedMs: 0, isLast: true }, announce),
  );
}
