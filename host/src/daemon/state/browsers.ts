import type { ClientInfo, HelloMessage, RefusedClient, ToExtensionMessage } from '@bproxy/shared';
import type { Pace } from './sessions.ts';

/** The connection to one browser. */
export interface BrowserLink {
  /** Returns false when the other side does not keep up. */
  send(message: ToExtensionMessage): boolean;
  /** Closes the connection because the same profile has opened a newer one. */
  supersede(): void;
}

export interface Browser {
  instance: string;
  label: string;
  hello: HelloMessage;
  protocolVersion: number;
  /** Identifies the run of the browser process: its tab ids are valid for this run only. */
  browserRun: string;
  connectedAt: number;
  lastSeenAt: number;
  /** Null while the browser is away. */
  link: BrowserLink | null;
}

/** The part that outlives the daemon: the browser run that its tab ids belong to. */
export type KnownBrowser = Pick<Browser, 'instance' | 'label' | 'browserRun'>;

const MAX_REFUSED = 10;
const MAX_AWAY = 50;

/** Every browser that has connected since the daemon started, or to the crashed daemon before it. */
export class Browsers {
  readonly #browsers = new Map<string, Browser>();
  readonly #before: Map<string, KnownBrowser>;
  #refused: RefusedClient[] = [];
  /** When tabs were opened for sessions that had none. */
  readonly #paces = new Map<string, Pace>();

  constructor(before: KnownBrowser[] = []) {
    this.#before = new Map(before.map((browser) => [browser.instance, browser]));
  }

  /** Connected or away. */
  known(): KnownBrowser[] {
    const all = new Map<string, KnownBrowser>([...this.#before, ...this.#browsers]);
    return [...all.values()].map(({ instance, label, browserRun }) => ({ instance, label, browserRun }));
  }

  get(instance: string): Browser | undefined {
    return this.#browsers.get(instance);
  }

  /** Each session's first tab is paced by its browser. Otherwise, new sessions would open pages without a pause. */
  paceOf(instance: string): Pace {
    const pace = this.#paces.get(instance) ?? { lastActionAt: {}, nextPause: {} };
    this.#paces.set(instance, pace);
    return pace;
  }

  connected(): Browser[] {
    return [...this.#browsers.values()].filter((browser) => browser.link !== null);
  }

  /** Makes `link` the only connection to its browser. Returns the browser run that was seen before, if any. */
  attach(next: Browser): string | undefined {
    const before = this.#browsers.get(next.instance);
    const runBefore = (before ?? this.#before.get(next.instance))?.browserRun;
    this.#browsers.delete(next.instance);
    this.#browsers.set(next.instance, next);
    this.#before.delete(next.instance);
    if (before?.link && before.link !== next.link) before.link.supersede();
    this.#forgetLongGone();
    return runBefore;
  }

  /** Returns false if a newer connection has already replaced this one. */
  detach(instance: string, link: BrowserLink): boolean {
    const browser = this.#browsers.get(instance);
    if (browser?.link !== link) return false;
    browser.link = null;
    return true;
  }

  labelOf(instance: string): string {
    const known = this.#browsers.get(instance) ?? this.#before.get(instance);
    return known?.label ?? 'a browser that has not been seen since the daemon started';
  }

  /** Connected browsers whose label is `choice` or whose id begins with it. */
  matching(choice: string): Browser[] {
    const connected = this.connected();
    const byLabel = connected.filter((browser) => browser.label === choice);
    return byLabel.length > 0 ? byLabel : connected.filter((browser) => browser.instance.startsWith(choice));
  }

  refuse(client: RefusedClient): void {
    this.#refused = [...this.#refused, client].slice(-MAX_REFUSED);
  }

  refused(): RefusedClient[] {
    return this.#refused;
  }

  #forgetLongGone(): void {
    const away = [...this.#browsers.values()].filter((browser) => browser.link === null);
    for (const browser of away.slice(0, Math.max(0, away.length - MAX_AWAY))) {
      this.#browsers.delete(browser.instance);
    }
  }
}

export function describeBrowser(browser: Browser): ClientInfo {
  return {
    id: browser.instance,
    label: browser.label,
    browser: `${browser.hello.browser.brand} ${browser.hello.browser.version}`.trim(),
    connectedAt: browser.connectedAt,
    lastSeenAt: browser.lastSeenAt,
    protocolVersion: browser.protocolVersion,
    extensionVersion: browser.hello.extensionVersion,
  };
}
