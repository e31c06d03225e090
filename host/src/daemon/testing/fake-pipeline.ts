import type { AnyForwardedRequest, BproxyError, Envelope, ErrorCode, HelloMessage } from '@bproxy/shared';
import { makeError } from '@bproxy/shared';
import { browserArrived } from '../links/tab-truth.ts';
import { createPipeline } from '../pipeline/handle-request.ts';
import { fakeBrowser, fakeContext } from './fake-context.ts';

const nobodyLeaves = new AbortController().signal;
export const PAGE = 'http://page.test/';

/** Runs all pending work that waits for nothing external. */
export const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The whole pipeline. The test answers for the browsers. */
export function fakePipeline() {
  const fake = fakeContext();
  const { context } = fake;
  const handle = createPipeline(context);
  let count = 0;

  const ask = async (
    action: string,
    params: object = {},
    more: { session?: string; id?: string; deadline?: number; caller?: AbortSignal } = {},
  ): Promise<Envelope> => {
    count += 1;
    const { caller = nobodyLeaves, ...envelope } = more;
    const body = {
      protocol_version: 1,
      id: `r${count}`,
      action,
      params,
      session: '',
      deadline: fake.now() + 30_000,
      destructive: false,
      ...envelope,
    };
    return (await handle(body, caller)).answer;
  };

  /** Does what a link does after the extension's hello. */
  const connect = (instance: string, change: Partial<HelloMessage> & { browserRun?: string } = {}) => {
    const { browser, sent } = fakeBrowser(instance, change);
    browserArrived(browser, context.browsers.attach(browser), context);
    context.flights.attached(browser);
    const taken = new Set<string>();
    const reply = (id: string, rest: object) =>
      context.flights.answered(instance, { response: { protocol_version: 1, id, ...rest } as never });
    return {
      browser,
      sent,
      /** The next request that the browser received. */
      next: async (): Promise<AnyForwardedRequest> => {
        await turn();
        for (const message of sent) {
          if (message.type !== 'request' || taken.has(message.request.id)) continue;
          taken.add(message.request.id);
          return message.request;
        }
        throw new Error(`${instance} got no request`);
      },
      answer: ({ id }: { id: string }, data: object = {}, url = PAGE) =>
        reply(id, {
          ok: true,
          data,
          page: { url, title: 'page', state: 'ready', busy: false },
          replay: false,
        }),
      fail: ({ id }: { id: string }, code: ErrorCode, given: Partial<BproxyError> = {}) =>
        reply(id, { ok: false, error: { ...makeError(code), ...given } }),
      leave: () => {
        if (browser.link) context.browsers.detach(instance, browser.link);
        context.flights.detached(instance);
      },
    };
  };
  type FakeLink = ReturnType<typeof connect>;

  /** Opens a tab and returns its session. */
  const open = async (link: FakeLink, tabId: number, session = ''): Promise<string> => {
    const opening = ask('tab.open', { url: PAGE, browser: link.browser.instance }, { session });
    link.answer(await link.next(), { tabId, url: PAGE, title: 'page' });
    const answer = await opening;
    if (!answer.ok || !('session' in answer.data)) throw new Error(JSON.stringify(answer));
    return String(answer.data.session);
  };

  /** Reads a page with this many elements. */
  const read = async (link: FakeLink, session: string, elements = 1, url = PAGE): Promise<Envelope> => {
    const reading = ask('elements', {}, { session });
    const request = await link.next();
    const first = Number(request.firstHandle);
    const list = Array.from({ length: elements }, (_, index) => ({
      selector: `#e${index + 1}`,
      handle: `el${first + index}`,
    }));
    link.answer(request, { elements: list, minted: { read: 1, count: elements, documentId: 'page' } }, url);
    return reading;
  };

  return { ...fake, ask, connect, open, read };
}
