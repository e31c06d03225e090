import { type DownloadInfo, ProtocolError } from '@bproxy/shared';
import type { NavigationEvents } from '../navigation/navigation-events.ts';

/** Chrome does not say which tab a download belongs to. One that begins later than this is not an act's. */
const BEGINS_WITHIN_MS = 10_000;
const MOST_ACTS = 500;
const MOST_ITEMS = 200;
const SAFE: ReadonlySet<string> = new Set(['safe', 'accepted', 'allowlistedByPolicy', 'deepScannedSafe']);

type Item = Pick<
  chrome.downloads.DownloadItem,
  | 'url'
  | 'finalUrl'
  | 'referrer'
  | 'filename'
  | 'bytesReceived'
  | 'state'
  | 'danger'
  | 'mime'
  | 'startTime'
  | 'error'
  | 'byExtensionId'
>;

/** An act or a navigation of a tab, and what it may have downloaded from. */
interface Act {
  session: string;
  tabId: number | null;
  from: number;
  to: number;
  origins: Set<string>;
  /** What the tab was about to load. */
  addresses: Set<string>;
}

interface Parts {
  now(): number;
  isAllowed(): Promise<boolean>;
  /** The latest first, from this moment on. */
  search(startedAfter: number): Promise<Item[]>;
  addressOf(tabId: number): Promise<string>;
}

/** Which of the browser's downloads are a session's: those that its acts explain. All others stay the user's. */
export class SessionDownloads {
  readonly #parts: Parts;
  readonly #acts: Act[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  follow(events: NavigationEvents): void {
    events.subscribe((tabId, event) => {
      if (event.type !== 'begun' && event.type !== 'committed') return;
      const last = this.#acts.findLast((act) => act.tabId === tabId);
      if (!last) return;
      const now = this.#parts.now();
      const act = now <= last.to ? last : this.#add({ ...last, from: now, to: now + BEGINS_WITHIN_MS });
      note(act, event.url);
      if (event.type === 'begun') act.addresses.add(event.url);
    });
  }

  /** Call it when an act begins, and the result when it has ended. */
  begins({ session, tabId, url }: { session: string; tabId: number | null; url?: string }): () => void {
    const act = this.#add({ session, tabId, from: this.#parts.now(), to: Number.POSITIVE_INFINITY });
    if (url !== undefined) {
      note(act, url);
      act.addresses.add(url);
    }
    if (tabId !== null)
      void this.#parts
        .addressOf(tabId)
        .then((address) => note(act, address))
        .catch(() => undefined);
    return () => {
      act.to = this.#parts.now() + BEGINS_WITHIN_MS;
    };
  }

  /** All of the session, the latest first. */
  async list(session: string): Promise<DownloadInfo[]> {
    return this.#of(session, Number.NEGATIVE_INFINITY);
  }

  /** Those of its last act. Throws if Chrome asks the user about one of them. */
  async ofLastAct(session: string): Promise<DownloadInfo[]> {
    const last = this.#acts.findLast((act) => act.session === session);
    const found = await this.#of(session, last?.from ?? Number.POSITIVE_INFINITY);
    const risky = found.find(({ danger, state }) => state !== 'complete' && !SAFE.has(danger));
    if (!risky) return found;
    throw new ProtocolError('HUMAN_REQUIRED', {
      message: 'Chrome holds a download back because it may be dangerous. Only the user can decide about it.',
      details: { kind: 'download', danger: risky.danger },
    });
  }

  async #of(session: string, since: number): Promise<DownloadInfo[]> {
    if (!(await this.#parts.isAllowed())) throw new ProtocolError('PERMISSION_NEEDED');
    const acts = this.#acts.filter((act) => act.session === session && act.from >= since);
    const [first] = acts;
    if (!first) return [];
    const items = await this.#parts.search(Math.min(...acts.map(({ from }) => from)));
    return items.flatMap((item) => {
      const attribution = attributionOf(item, acts);
      return attribution ? [infoOf(item, attribution)] : [];
    });
  }

  #add(act: Pick<Act, 'session' | 'tabId' | 'from' | 'to'>): Act {
    const { session, tabId, from, to } = act;
    const added = { session, tabId, from, to, origins: new Set<string>(), addresses: new Set<string>() };
    this.#acts.push(added);
    if (this.#acts.length > MOST_ACTS) this.#acts.shift();
    return added;
  }
}

function attributionOf(item: Item, acts: Act[]): DownloadInfo['attribution'] | undefined {
  if (item.byExtensionId !== undefined) return undefined;
  const began = Date.parse(item.startTime);
  const during = acts.filter(({ from, to }) => from <= began && began <= to);
  if (during.some(({ addresses }) => addresses.has(item.url))) return 'sure';
  const origins = [item.referrer, item.url, item.finalUrl].map(originOf);
  return during.some((act) => origins.some((origin) => act.origins.has(origin))) ? 'likely' : undefined;
}

function infoOf(item: Item, attribution: DownloadInfo['attribution']): DownloadInfo {
  return {
    path: item.filename,
    bytes: item.bytesReceived,
    state: item.state,
    danger: item.danger,
    type: item.mime,
    startedAt: Date.parse(item.startTime),
    attribution,
    ...(item.error === undefined ? {} : { error: item.error }),
  };
}

function note(act: Act, address: string): void {
  const origin = originOf(address);
  if (origin !== '') act.origins.add(origin);
}

/** Empty for addresses without one: a page of Chrome, or a file that belongs to nobody. */
function originOf(address: string): string {
  if (!URL.canParse(address)) return '';
  const { origin } = new URL(address);
  return origin === 'null' ? '' : origin;
}

const DOWNLOADS = { permissions: ['downloads' as const] };

/** Without the permission, Chrome has no such interface, and an act costs nothing. */
export function seesDownloads(): boolean {
  return 'downloads' in chrome && chrome.downloads !== undefined;
}

export function sessionDownloads(): SessionDownloads {
  return new SessionDownloads({
    now: Date.now,
    isAllowed: async () => seesDownloads() && (await chrome.permissions.contains(DOWNLOADS)),
    search: (startedAfter) =>
      chrome.downloads.search({
        orderBy: ['-startTime'],
        limit: MOST_ITEMS,
        startedAfter: new Date(startedAfter - 1).toISOString(),
      }),
    addressOf: async (tabId) => (await chrome.tabs.get(tabId)).url ?? '',
  });
}
