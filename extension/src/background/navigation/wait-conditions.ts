import { type DownloadInfo, type ForwardedParams, ProtocolError } from '@bproxy/shared';
import type { PageCondition } from '../../content-messages.ts';
import type { SharedTools } from '../actions/handler.ts';
import { askPage } from '../page/content-rpc.ts';
import { pageNow } from '../page/page-now.ts';
import { tabOrThrow } from '../tabs/tab-page.ts';
import { urlMatches } from './url-match.ts';

/** `refused`: Chrome does not allow a look, at least not now. */
export type Look = 'met' | 'unmet' | 'refused';

/** What a condition found, beside that it is true. */
export type Finding = { tabId?: number; quiet?: 'dom-only'; downloads?: DownloadInfo[] };

interface Looking {
  session: string;
  tabId: number;
  tools: SharedTools;
  deadline: number;
  signal: AbortSignal;
  /** When the wait began. */
  startedAt: number;
}

export interface Condition {
  look(looking: Looking): Promise<Look>;
  finding?: Finding;
}

type Wanted = Omit<ForwardedParams<'wait'>, 'any' | 'timeout'>;
type Strategy = Exclude<NonNullable<Wanted['strategy']>, 'human'>;

/** A page opens a tab a moment before the agent begins to wait for it. */
const TAB_BEFORE_MS = 5_000;
/** A page that is unchanged for so long is at rest. */
const QUIET_MS = 500;

/** What is asked for, as something that can be looked at again and again. */
export function conditionOf(wanted: Wanted): Condition {
  const { strategy } = wanted;
  if (strategy === undefined) throw incomplete('strategy', 'is missing, and so is params.any');
  if (strategy === 'human') throw incomplete('strategy', 'cannot be one of several');
  if (wanted.frame && !IN_FRAMES.has(strategy)) throw incomplete('frame', `is not for ${strategy}`);
  return CONDITIONS[strategy](wanted);
}

/** What can be asked of a frame. The others are about the tab. */
const IN_FRAMES = new Set<Strategy>(['selector', 'count', 'text', 'gone', 'enabled', 'value']);

const CONDITIONS: { [S in Strategy]: (wanted: Wanted) => Condition } = {
  selector: (wanted) => inPage({ strategy: 'selector', target: targetOf(wanted) }, wanted),
  count: ({ min = 1, ...wanted }) => inPage({ strategy: 'count', target: selectorOf(wanted), min }, wanted),
  text: (wanted) => inPage({ strategy: 'text', target: targetOf(wanted) }, wanted),
  gone: (wanted) => inPage({ strategy: 'gone', element: elementOf(wanted) }, wanted),
  enabled: (wanted) => inPage({ strategy: 'enabled', element: elementOf(wanted) }, wanted),
  value(wanted) {
    const element = elementOf({ ...wanted, target: undefined });
    return inPage({ strategy: 'value', element, target: wanted.target ?? '' }, wanted);
  },
  url(wanted) {
    const target = targetOf(wanted);
    return { look: async ({ tabId }) => asLook(urlMatches((await tabOrThrow(tabId)).url ?? '', target)) };
  },
  navigation(wanted) {
    const target = targetOf(wanted);
    return {
      async look({ tabId, tools, deadline }) {
        const { url, state } = await pageNow(tabId, tools.owned, deadline);
        return asLook(urlMatches(url, target) && state === 'ready');
      },
    };
  },
  load: () => ({
    look: async ({ tabId, tools, deadline }) =>
      asLook((await pageNow(tabId, tools.owned, deadline)).state !== 'loading'),
  }),
  quiet: () => quiet(),
  tab: () => newTab(),
  download: () => download(),
};

function asLook(isTrue: boolean): Look {
  return isTrue ? 'met' : 'unmet';
}

/** In the page, or in the frame that the caller names or that the element is in. */
function inPage(wanted: PageCondition, { frame }: Pick<Wanted, 'frame'>): Condition {
  const condition = frame ? { ...wanted, frame } : wanted;
  return {
    async look({ tabId, tools, signal }) {
      try {
        const how = { moment: 'now' as const, signal };
        const looked = await askPage(tools, tabId, { type: 'look', condition }, how);
        if (looked === 'not-a-selector') throw notASelector(condition.target ?? '');
        return looked === 'nowhere' ? 'refused' : looked;
      } catch (error) {
        // With its frame, the element has gone too.
        if (wanted.strategy === 'gone' && isOfLostFrame(error)) return 'met';
        return afterFailure(error);
      }
    },
  };
}

function quiet(): Condition {
  let last = '';
  let since = 0;
  const condition: Condition = {
    async look({ tabId, tools, signal }) {
      try {
        const how = { moment: 'now' as const, signal };
        const { isLoaded, sign, isListFull } = await askPage(tools, tabId, { type: 'quiet' }, how);
        if (!isLoaded || sign !== last) {
          last = sign;
          since = Date.now();
          return 'unmet';
        }
        if (isListFull) condition.finding = { quiet: 'dom-only' };
        return asLook(Date.now() - since >= QUIET_MS);
      } catch (error) {
        last = '';
        return afterFailure(error);
      }
    },
  };
  return condition;
}

function newTab(): Condition {
  const condition: Condition = {
    async look({ tabId, tools, startedAt }) {
      const found = tools.openedBy(tabId, startedAt - TAB_BEFORE_MS);
      if (found === undefined || !(await tools.owned.has(found))) return 'unmet';
      condition.finding = { tabId: found };
      return 'met';
    },
  };
  return condition;
}

function download(): Condition {
  const condition: Condition = {
    async look({ session, tools }) {
      const found = await tools.downloads.ofLastAct(session);
      if (found.length === 0 || found.some(({ state }) => state === 'in_progress')) return 'unmet';
      condition.finding = { downloads: found };
      return 'met';
    },
  };
  return condition;
}

/** The document may be in the middle of being replaced. Then a later look succeeds. */
function afterFailure(error: unknown): Look {
  const code = error instanceof ProtocolError ? error.error.code : null;
  if (code === 'PAGE_RESTRICTED' || code === 'PAGE_CRASHED') return 'refused';
  if (code === 'SCRIPT_ERROR' && isOurs(error)) throw error;
  if (code !== null && FINAL.has(code)) throw error;
  return 'unmet';
}

const FINAL = new Set([
  'TAB_NOT_FOUND',
  'TAB_TAKEN',
  'TAB_ASLEEP',
  'SELECTOR_AMBIGUOUS',
  'FRAME_NOT_FOUND',
  'ELEMENT_HANDLE_STALE',
  'ELEMENT_HANDLE_SCOPE_MISMATCH',
]);

function isOfLostFrame(error: unknown): boolean {
  if (!(error instanceof ProtocolError)) return false;
  const { code, details } = error.error;
  return (code === 'FRAME_NOT_FOUND' || code === 'ELEMENT_HANDLE_STALE') && details?.['frame'] !== undefined;
}

/** The caller's selector is wrong, and stays so. */
function isOurs(error: unknown): boolean {
  return error instanceof ProtocolError && error.error.details?.['selector'] !== undefined;
}

function targetOf({ strategy, target }: Wanted): string {
  if (target === undefined) throw incomplete('target', `is missing: ${strategy} needs it`);
  return target;
}

function selectorOf({ strategy, target, element }: Wanted): string {
  const selector = target ?? (element && 'selector' in element ? element.selector : undefined);
  if (selector === undefined) throw incomplete('target', `is missing: ${strategy} needs a selector`);
  return selector;
}

/** A selector may also be the target, as for the other conditions. */
function elementOf({ strategy, target, element }: Wanted | (Omit<Wanted, 'target'> & { target: undefined })) {
  const found = element ?? (target === undefined ? undefined : { selector: target });
  if (found === undefined) throw incomplete('element', `is missing: ${strategy} needs one`);
  if ('handle' in found && found.lost) {
    const { code, ...given } = found.lost;
    throw new ProtocolError(code, given);
  }
  return found;
}

function incomplete(name: string, message: string): ProtocolError {
  return new ProtocolError('BAD_REQUEST', {
    message: `The request is not valid: params.${name} ${message}.`,
    details: { issues: [{ path: `params.${name}`, message }] },
  });
}

function notASelector(selector: string): ProtocolError {
  return new ProtocolError('SCRIPT_ERROR', {
    message: `${JSON.stringify(selector)} is not a CSS selector.`,
    suggestedAction: 'Correct the selector.',
    retry: 'never',
    details: { selector },
  });
}
