import { type BproxyError, ERRORS, type ErrorCode, filledIn, isErrorCode, isSessionId } from '@bproxy/shared';
import { describe, expect, it } from 'vitest';
import { buildServer } from './http/server.ts';
import { tabMessage } from './links/tab-truth.ts';
import { createPipeline } from './pipeline/handle-request.ts';
import { fakePipeline, PAGE, turn } from './testing/fake-pipeline.ts';

type World = ReturnType<typeof fakePipeline>;
type FakeLink = ReturnType<World['connect']>;

const TOKEN = 'token';
const click = { target: { selector: '#a' } };
const byHandle = (handle: string) => ({ target: { handle } });

interface Sent {
  action?: string;
  params?: object;
  session?: string;
  deadline?: number;
  protocol_version?: number;
}

/** Sends one request over HTTP, without a socket. */
async function post(world: World, sent: Sent, headers: Record<string, string> = {}) {
  const app = buildServer({
    token: TOKEN,
    port: () => 9615,
    handleRequest: createPipeline(world.context),
    staged: world.context.staged,
    log: world.context.log,
    now: world.context.clock.now,
  });
  const response = await app.inject({
    method: 'POST',
    url: '/',
    headers: { host: '127.0.0.1:9615', authorization: `Bearer ${TOKEN}`, ...headers },
    payload: {
      protocol_version: 1,
      id: 'x',
      action: 'text',
      params: {},
      session: '',
      deadline: world.now() + 30_000,
      destructive: false,
      ...sent,
    },
  });
  const body: { error?: BproxyError } = response.json();
  return { status: response.statusCode, error: body.error };
}

/** Makes the daemon answer with a code: prepares the state and returns the request that is refused. */
type Provoke = (
  world: World,
) => Promise<Sent & { headers?: Record<string, string>; meanwhile?: () => unknown }>;

async function opened(world: World): Promise<{ link: FakeLink; session: string }> {
  const link = world.connect('work');
  return { link, session: await world.open(link, 7) };
}

async function paused(world: World) {
  const { link, session } = await opened(world);
  const asking = world.ask('require-human', { reason: 'Please log in' }, { session });
  link.fail(await link.next(), 'HUMAN_REQUIRED', { message: 'Please log in' });
  await asking;
  return { link, session };
}

async function created(world: World): Promise<string> {
  const answer = await world.ask('session.create');
  return answer.ok && 'session' in answer.data ? String(answer.data.session) : '';
}

/** A hundred running requests, each in its own tab. */
async function crowded(world: World) {
  const { link, session } = await opened(world);
  for (let tabId = 100; tabId < 200; tabId += 1) {
    const other = await world.open(link, tabId);
    void world.ask('text', {}, { session: other });
    await link.next();
  }
  return { link, session };
}

const PROVOKED: { [Code in ErrorCode]?: Provoke } = {
  UNAUTHORIZED: async () => ({ headers: { authorization: 'Bearer wrong' } }),
  BAD_REQUEST: async () => ({ action: 'links', params: { limit: 0 } }),
  TIMEOUT: async (world) => ({ deadline: world.now() - 1 }),
  SESSION_REQUIRED: async () => ({ session: '' }),
  INVALID_SESSION_ID: async () => ({ session: 'NOPE' }),
  SESSION_NOT_FOUND: async () => ({ session: 'aaaaaa' }),
  NO_EXTENSION: async (world) => {
    const { link, session } = await opened(world);
    link.leave();
    return { session };
  },
  BROWSER_AMBIGUOUS: async (world) => {
    world.connect('work');
    world.connect('home');
    return { action: 'tab.open', params: { url: PAGE } };
  },
  BROWSER_NOT_FOUND: async (world) => {
    world.connect('work');
    return { action: 'tab.open', params: { url: PAGE, browser: 'none' } };
  },
  HUMAN_REQUIRED: async (world) => ({ session: (await paused(world)).session }),
  TAB_NOT_FOUND: async (world) => {
    const { session } = await opened(world);
    await world.ask('session.unbind', {}, { session });
    return { session };
  },
  PACING_NOT_ALLOWED: async (world) => ({
    action: 'session.bind',
    params: { tab: 't1', pacing: 'fast' },
    session: (await opened(world)).session,
  }),
  TAB_HANDLE_NOT_FOUND: async (world) => ({
    action: 'tab.close',
    params: { tab: 't9' },
    session: (await opened(world)).session,
  }),
  TAB_NOT_IN_SESSION: async (world) => {
    const { link, session } = await opened(world);
    await world.open(link, 8, session);
    return { action: 'session.bind', params: { tab: 't2' }, session: await world.open(link, 9) };
  },
  ELEMENT_HANDLE_NOT_FOUND: async (world) => ({
    action: 'click',
    params: byHandle('el5'),
    session: (await opened(world)).session,
  }),
  ELEMENT_HANDLE_STALE: async (world) => {
    const { link, session } = await opened(world);
    await world.read(link, session);
    const moved = { type: 'navigation', tabId: 7, url: `${PAGE}two`, cause: 'committed' } as const;
    tabMessage('work', moved, world.context);
    return { action: 'click', params: byHandle('el1'), session };
  },
  ELEMENT_HANDLE_SCOPE_MISMATCH: async (world) => {
    const { link, session } = await opened(world);
    await world.read(link, session);
    await world.open(link, 8, session);
    return { action: 'click', params: byHandle('el1'), session };
  },
  RATE_LIMITED: async (world) => {
    const { link, session } = await opened(world);
    const clicking = world.ask('click', click, { session });
    link.answer(await link.next());
    await clicking;
    return { action: 'click', params: click, session, deadline: world.now() + 100 };
  },
  OVERLOADED: async (world) => ({ session: (await crowded(world)).session }),
  LINK_DISCONNECTED: async (world) => {
    const { session } = await opened(world);
    return { session, meanwhile: () => world.context.flights.abandon() };
  },
  OUTCOME_UNKNOWN: async (world) => {
    const { session } = await opened(world);
    const meanwhile = () => world.connect('work', { browserRun: 'run-2' });
    return { action: 'click', params: click, session, meanwhile };
  },
  SCRIPT_ERROR: async (world) => {
    const { link, session } = await opened(world);
    return {
      action: 'elements',
      session,
      meanwhile: async () => link.answer(await link.next(), { odd: true }),
    };
  },
  INTERNAL_ERROR: async (world) => {
    world.context.folders.create = () => {
      throw new Error('the disk is full');
    };
    return { action: 'session.create' };
  },
};

/** These need a page or a browser: `test/errors.test.ts` names the tests that provoke them there. */
const daemonCodes = Object.keys(PROVOKED).filter(isErrorCode);

/** A case that knows more than the table may have a more detailed next step. */
const OWN_NEXT_STEP: ErrorCode[] = ['SCRIPT_ERROR'];

describe('an error of the daemon', () => {
  it.each(daemonCodes)('%s has the category, the retry hint and the next step of the table', async (code) => {
    const world = fakePipeline();
    const provoke = PROVOKED[code];
    if (!provoke) throw new Error(`${code} is not provoked`);
    const { headers, meanwhile, ...sent } = await provoke(world);
    const answering = post(world, sent, headers);
    for (let times = 0; times < 5; times += 1) await turn();
    await meanwhile?.();
    const { status, error } = await answering;
    const { category, retry, next } = ERRORS[code];
    expect(error).toMatchObject({ code, category, retry });
    expect(error?.message.length).toBeGreaterThan(10);
    if (OWN_NEXT_STEP.includes(code)) expect(error?.suggestedAction).toMatch(/\.$/);
    else {
      const session = sent.session ?? '';
      expect(error?.suggestedAction).toBe(filledIn(next, { session }));
      if (isSessionId(session)) expect(error?.suggestedAction).not.toContain('SESSION');
    }
    expect(status).toBe({ UNAUTHORIZED: 401, BAD_REQUEST: 400 }[String(code)] ?? 200);
  });
});

/** Each row breaks two neighbouring rules; the first one must answer. */
const PRECEDENCE: Array<[ErrorCode, ErrorCode, Provoke]> = [
  [
    'UNAUTHORIZED',
    'BAD_REQUEST',
    async () => ({ protocol_version: 9, headers: { authorization: 'Bearer wrong' } }),
  ],
  ['BAD_REQUEST', 'TIMEOUT', async () => ({ action: 'links', params: { limit: 0 }, deadline: 1 })],
  ['TIMEOUT', 'SESSION_REQUIRED', async () => ({ deadline: 1 })],
  ['SESSION_REQUIRED', 'NO_EXTENSION', async () => ({ session: '' })],
  ['INVALID_SESSION_ID', 'NO_EXTENSION', async () => ({ session: 'NOPE' })],
  ['SESSION_NOT_FOUND', 'NO_EXTENSION', async () => ({ session: 'aaaaaa' })],
  [
    'NO_EXTENSION',
    'BROWSER_NOT_FOUND',
    async () => ({ action: 'tab.open', params: { url: PAGE, browser: 'none' } }),
  ],
  [
    'NO_EXTENSION',
    'HUMAN_REQUIRED',
    async (world) => {
      const { link, session } = await paused(world);
      link.leave();
      return { session };
    },
  ],
  ['NO_EXTENSION', 'TAB_NOT_FOUND', async (world) => ({ session: await created(world) })],
  [
    'BROWSER_NOT_FOUND',
    'HUMAN_REQUIRED',
    async (world) => {
      const { session } = await paused(world);
      return { action: 'tab.open', params: { url: PAGE, browser: 'none' }, session };
    },
  ],
  [
    'HUMAN_REQUIRED',
    'TAB_NOT_FOUND',
    async (world) => {
      const { session } = await paused(world);
      await world.ask('session.unbind', {}, { session });
      return { session };
    },
  ],
  [
    'HUMAN_REQUIRED',
    'TAB_HANDLE_NOT_FOUND',
    async (world) => ({
      action: 'tab.close',
      params: { tab: 't9' },
      session: (await paused(world)).session,
    }),
  ],
  [
    'TAB_NOT_FOUND',
    'ELEMENT_HANDLE_NOT_FOUND',
    async (world) => {
      const { session } = await opened(world);
      await world.ask('session.unbind', {}, { session });
      return { action: 'click', params: byHandle('el1'), session };
    },
  ],
  [
    'ELEMENT_HANDLE_NOT_FOUND',
    'RATE_LIMITED',
    async (world) => {
      const limited = await PROVOKED.RATE_LIMITED?.(world);
      return { ...limited, params: byHandle('el9') };
    },
  ],
  [
    'ELEMENT_HANDLE_STALE',
    'RATE_LIMITED',
    async (world) => {
      const stale = await PROVOKED.ELEMENT_HANDLE_STALE?.(world);
      const session = world.context.sessions.get(stale?.session ?? '');
      if (session) session.lastActionAt.interaction = world.now();
      return { ...stale, deadline: world.now() + 100 };
    },
  ],
  [
    'RATE_LIMITED',
    'OVERLOADED',
    async (world) => {
      const { session } = await crowded(world);
      const known = world.context.sessions.get(session);
      if (known) known.lastActionAt.interaction = world.now();
      return { action: 'click', params: click, session, deadline: world.now() + 100 };
    },
  ],
];

describe('when two errors apply', () => {
  it.each(PRECEDENCE)('%s comes before %s', async (first, _second, provoke) => {
    const world = fakePipeline();
    const { headers, ...sent } = await provoke(world);
    const { error } = await post(world, sent, headers);
    expect(error?.code).toBe(first);
  });
});
