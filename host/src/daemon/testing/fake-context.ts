import type { HelloMessage, ToExtensionMessage } from '@bproxy/shared';
import { PACING_PRESETS } from '@bproxy/shared';
import type { ParsedRequest } from '@bproxy/shared/schemas';
import type { Log, PipelineContext } from '../context.ts';
import { Flights } from '../pipeline/flights.ts';
import { TabQueue } from '../pipeline/tab-queue.ts';
import { type Browser, Browsers } from '../state/browsers.ts';
import { ElementHandles } from '../state/element-handles.ts';
import { Sessions } from '../state/sessions.ts';
import { StagedFiles } from '../state/staged-files.ts';
import { Traces } from '../state/traces.ts';

/** A pipeline without processes. Time passes only when a test moves it. */
export function fakeContext() {
  let now = 1_000_000;
  let ids = 1_000_000;
  const logged: Array<{ event: string; [field: string]: unknown }> = [];
  const log: Log = Object.assign(
    (event: string, fields: object = {}) => {
      logged.push({ event, ...fields });
    },
    { debug: () => {}, warn: (event: string, fields: object = {}) => logged.push({ event, ...fields }) },
  );
  const slept: number[] = [];
  const context: PipelineContext = {
    clock: {
      now: () => now,
      steady: () => now,
      random: () => 0.5,
      sleep: async (ms) => {
        slept.push(ms);
        const end = now + ms;
        await Promise.resolve();
        now = Math.max(now, end);
      },
    },
    log,
    sessions: new Sessions((count) => {
      ids += 1;
      return Uint8Array.from({ length: count }, (_, place) => ids >> (5 * place));
    }),
    browsers: new Browsers(),
    handles: new ElementHandles(() => now),
    traces: new Traces(),
    queue: new TabQueue(() => now),
    flights: new Flights(log),
    staged: new StagedFiles({
      maxBytes: 1_000,
      digest: () => 'a'.repeat(64),
      now: () => now,
      later: () => {},
    }),
    folders: { create: (session) => `/tmp/${session}`, remove: () => {} },
    digest: (data) => String(data),
    pacing: PACING_PRESETS,
    allowFast: false,
    defaultBrowser: undefined,
    hiddenTabs: 'allow',
    facts: { pid: 1, port: () => 2, version: '0', startedAt: 0, startedBy: 'service' },
  };
  return {
    context,
    logged,
    slept,
    advance: (ms: number) => {
      now += ms;
    },
    now: () => now,
  };
}

/** A browser that records its messages and answers nothing by itself. */
export function fakeBrowser(instance: string, change: Partial<HelloMessage> & { browserRun?: string } = {}) {
  const sent: ToExtensionMessage[] = [];
  const { browserRun = 'run-1', ...hello } = change;
  const browser: Browser = {
    instance,
    label: hello.label ?? instance,
    hello: {
      type: 'hello',
      protocol: { min: 1, max: 1 },
      instance,
      run: 'extension-run-1',
      worker: 'worker-1',
      extensionVersion: '1',
      browser: { brand: 'Fake', version: '1' },
      label: instance,
      tabs: [],
      ...hello,
    },
    protocolVersion: 1,
    browserRun,
    connectedAt: 0,
    lastSeenAt: 0,
    link: {
      send: (message) => {
        sent.push(message);
        return true;
      },
      supersede: () => {},
    },
  };
  return { browser, sent };
}

export function parsed<A extends ParsedRequest['action']>(
  action: A,
  params: Extract<ParsedRequest, { action: A }>['params'],
  change: { session?: string; deadline?: number; id?: string } = {},
) {
  return {
    protocol_version: 1 as const,
    id: change.id ?? 'r1',
    action,
    params,
    session: change.session ?? '',
    deadline: change.deadline ?? 9_000_000,
    destructive: false,
  };
}
