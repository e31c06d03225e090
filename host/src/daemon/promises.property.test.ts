import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CallerGoneError } from './pipeline/forward.ts';
import { createPipeline, type Handled } from './pipeline/handle-request.ts';
import { fakeContext } from './testing/fake-context.ts';
import { A_CHROME_TAB_ID, ModelBrowser } from './testing/model-browser.ts';
import { type ModelTab, numberOf, type Owner } from './testing/model-tab.ts';

const OPERATIONS = [
  ['open', 1],
  ['openIn', 8],
  ['create', 1],
  ['bind', 8],
  ['unbind', 1],
  ['resume', 3],
  ['closeSession', 1],
  ['closeTab', 1],
  ['read', 10],
  ['act', 16],
  ['askHuman', 1],
  ['look', 2],
  ['run', 6],
  ['answer', 6],
  ['flow', 16],
  ['news', 6],
  ['userCloses', 1],
  ['userNavigates', 5],
  ['userOpens', 1],
  ['discard', 3],
  ['popup', 2],
  ['disconnect', 1],
  ['reconnect', 5],
  ['reload', 1],
  ['restart', 1],
  ['time', 12],
  ['hangUp', 1],
] as const;
type Operation = (typeof OPERATIONS)[number][0];

const step = fc.record({
  operation: fc.oneof(
    ...OPERATIONS.map(([operation, weight]) => ({ weight, arbitrary: fc.constant(operation) })),
  ),
  a: fc.nat(11),
  b: fc.nat(999),
  c: fc.nat(3),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Several agents in several sessions, several browsers, users who interfere, and a clock that the test moves. */
class Play {
  readonly #fake = fakeContext();
  readonly #owners = new Map<string, Owner>();
  readonly #handles = new Map<string, string>();
  readonly #reads = new Map<string, ModelTab>();
  readonly #sleepers: Array<{ due: number; wake: () => void }> = [];
  readonly #callers: AbortController[] = [];
  readonly #sessions: string[] = [];
  readonly #seenHandles: string[] = ['el1'];
  readonly #pending = new Set<string>();
  readonly #handle;
  readonly browsers: ModelBrowser[];
  readonly leaks: string[] = [];
  #count = 0;

  constructor() {
    const { context, now } = this.#fake;
    context.clock.sleep = (ms, signal) =>
      new Promise((resolve, reject) => {
        const abort = () => reject(signal.reason);
        if (signal.aborted) return abort();
        signal.addEventListener('abort', abort, { once: true });
        this.#sleepers.push({ due: now() + ms, wake: resolve });
      });
    this.#handle = createPipeline(context);
    const requests = {
      ownerOf: (id: string) => {
        const owner = this.#owners.get(id.replace(/:close:\d+$/, ''));
        if (!owner) throw new Error(`nobody sent ${id}`);
        return owner;
      },
      handleOf: (id: string) => this.#handles.get(id),
      readIn: (id: string, tab: ModelTab) => void this.#reads.set(id, tab),
    };
    this.browsers = ['browser-a', 'browser-b'].map((name) => new ModelBrowser(name, context, requests));
    for (const browser of this.browsers) browser.connect();
  }

  /** Creates sessions that have read a tab in each browser, and one without a tab: random steps rarely get as far. */
  async begin(): Promise<void> {
    const at = (operation: Operation, a: number, b: number, c: number) => this.take({ operation, a, b, c });
    for (const c of [0, 1]) {
      await at('open', 0, 0, c);
      await at('flow', 0, 0, 0);
    }
    for (const a of [0, 1]) await at('read', a, a, 0);
    await at('create', 0, 0, 0);
    await at('flow', 0, 0, 0);
  }

  async take({ operation, a, b, c }: Step): Promise<void> {
    const browser = this.browsers[c % this.browsers.length];
    if (!browser) throw new Error('there is no browser');
    const tab = browser.tabs[a % Math.max(1, browser.tabs.length)];
    const session = this.#sessions[a % this.#sessions.length] ?? '';
    const name = `t${1 + (b % 4)}`;
    const steps: Record<Operation, () => unknown> = {
      open: () => this.#ask('tab.open', { url: 'http://page.test/', browser: browser.instance }),
      openIn: () => this.#ask('tab.open', { url: 'http://page.test/', browser: browser.instance }, session),
      create: () => this.#ask('session.create', {}),
      bind: () => this.#ask('session.bind', { tab: name, ...(b % 4 > 2 ? { pacing: 'fast' } : {}) }, session),
      unbind: () => this.#ask('session.unbind', {}, session),
      resume: () => this.#ask('session.resume', {}, session),
      closeSession: () => this.#ask('session.close', {}, session),
      closeTab: () => this.#ask('tab.close', b % 2 ? {} : { tab: name }, session),
      read: () => this.#ask((['elements', 'links', 'snapshot'] as const)[b % 3] ?? 'links', {}, session),
      act: () =>
        this.#act(
          session,
          this.#seenHandles.at(-1 - (b % Math.min(12, this.#seenHandles.length))) ?? 'el1',
          c,
        ),
      askHuman: () => this.#ask('require-human', { reason: 'please' }, session),
      look: () =>
        this.#ask((['tab.list', 'debug.status', 'debug.log'] as const)[b % 3] ?? 'tab.list', {}, session),
      run: () => browser.run(a, b % 12 === 0),
      answer: () => browser.deliverAnswer(a),
      flow: () => this.#flow(),
      news: () => browser.deliverNews(),
      userCloses: () => tab && browser.closeTab(tab),
      userNavigates: () =>
        tab &&
        browser.navigate(tab, (['reload', 'elsewhere', 'history', 'fragment'] as const)[b % 4] ?? 'reload'),
      discard: () => tab && browser.discard(tab),
      userOpens: () => browser.openTab({ session: 'the user' }),
      popup: () => tab && browser.openPopup(tab),
      disconnect: () => browser.disconnect(b % 2 === 1),
      reconnect: () => browser.connect(),
      reload: () => browser.reloadExtension(),
      restart: () => browser.restart(),
      time: () => this.#pass(a * 500),
      hangUp: () => this.#callers[b % Math.max(1, this.#callers.length)]?.abort(new CallerGoneError()),
    };
    steps[operation]();
    await settled();
  }

  /** Checks that nothing hangs: when everything is answered and all time has passed, every caller has its answer. */
  async end(): Promise<void> {
    for (let round = 0; round < 3 || (this.#pending.size > 0 && round < 300); round += 1) {
      for (const browser of this.browsers) browser.connect();
      this.#flow();
      this.#pass(10_000);
      await settled();
    }
    expect([...this.#pending]).toEqual([]);
    expect(this.browsers.flatMap(({ violations }) => violations)).toEqual([]);
    expect(this.leaks).toEqual([]);
    expect(JSON.stringify(this.#fake.logged)).not.toMatch(A_CHROME_TAB_ID);
    this.#listsAreTrue();
  }

  /** Checks that no session's tabs belong to another. A tab that was closed while it opened may be left. */
  #listsAreTrue(): void {
    for (const session of this.#fake.context.sessions.all()) {
      for (const { chrome, handle } of session.tabs.values()) {
        const browser = this.browsers.find(({ instance }) => instance === chrome.instance);
        const tab = browser?.tabs.find(({ tabId }) => tabId === chrome.tabId);
        if (tab) expect({ handle, owner: tab.owner.session }).toEqual({ handle, owner: session.id });
        expect(chrome.instance).toBe(session.instance);
      }
    }
  }

  #flow(): void {
    for (const browser of this.browsers) {
      while (browser.isBusy) {
        browser.deliverNews();
        browser.run(0, false);
        browser.deliverAnswer(0);
      }
    }
  }

  #pass(ms: number): void {
    this.#fake.advance(ms);
    const now = this.#fake.now();
    for (const { wake } of this.#sleepers.splice(0).filter((sleeper) => {
      if (sleeper.due <= now) return true;
      this.#sleepers.push(sleeper);
      return false;
    }))
      wake();
  }

  #act(session: string, handle: string, c: number): void {
    const id = this.#ask(
      (['click', 'hover', 'scroll'] as const)[c % 3] ?? 'click',
      { target: { handle } },
      session,
    );
    this.#handles.set(id, handle);
  }

  #ask(action: string, params: object, session = ''): string {
    this.#count += 1;
    const id = `request-${this.#count}`;
    const owner: Owner = { session: session === '' ? null : session };
    this.#owners.set(id, owner);
    const caller = new AbortController();
    this.#callers.push(caller);
    this.#pending.add(id);
    const deadline = this.#fake.now() + 1e9;
    const body = { protocol_version: 1, id, action, params, session, deadline, destructive: false };
    // Record the handle before the first request can arrive, which is later in this same turn.
    queueMicrotask(() => {
      void this.#handle(body, caller.signal).then((handled) => this.#answered(id, handled, owner));
    });
    return id;
  }

  #answered(id: string, { answer }: Handled, owner: Owner): void {
    this.#pending.delete(id);
    const text = JSON.stringify(answer);
    if (A_CHROME_TAB_ID.test(text)) this.leaks.push(text);
    if (!answer.ok) return;
    const { data } = answer;
    if ('session' in data && typeof data.session === 'string' && owner.session === null) {
      owner.session = data.session;
      this.#sessions.push(data.session);
    }
    const tab = this.#reads.get(id);
    for (const [, selector, handle] of text.matchAll(/"selector":"(#[^"]+)","handle":"(\w+)"/g)) {
      this.#print(tab, handle, selector);
    }
    if ('tree' in data) {
      for (const [, handle, selector] of String(data.tree).matchAll(/(el\d+) (#\S+)/g)) {
        this.#print(tab, handle, selector);
      }
    }
  }

  #print(tab: ModelTab | undefined, handle = '', selector = ''): void {
    const before = tab?.printed.get(numberOf(handle));
    if (before !== undefined && before !== selector)
      this.leaks.push(`${handle} named ${before} before ${selector}`);
    tab?.printed.set(numberOf(handle), selector);
    this.#seenHandles.push(handle);
  }
}

it('no request reaches a tab of another session or browser, and no handle reaches another page', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 150, size: 'max' }), async (steps) => {
      const play = new Play();
      await play.begin();
      for (const each of steps) await play.take(each);
      await play.end();
    }),
    { numRuns: 400 },
  );
}, 120_000);
