import {
  type AnyForwardedRequest,
  type Envelope,
  type ReplacedTab,
  type ResumeState,
  type ToDaemonMessage,
  type ToExtensionMessage,
  traitsOf,
} from '@bproxy/shared';
import type { PipelineContext } from '../context.ts';
import { browserArrived, tabMessage } from '../links/tab-truth.ts';
import type { BrowserLink } from '../state/browsers.ts';
import { fakeBrowser } from './fake-context.ts';
import {
  type Doc,
  idOf,
  type ModelTab,
  misuses,
  move,
  newTab,
  type Owner,
  read,
  shownIn,
} from './model-tab.ts';

/** Every browser, and every run of it, counts from here, so a misdirected request hits another tab. */
const FIRST_TAB_ID = 770_001;
/** A pattern that no answer and no log line may contain. */
export const A_CHROME_TAB_ID = /77\d{4}/;

interface Prepared {
  answer: Envelope;
  tab: ModelTab | undefined;
  doc: Doc | undefined;
}

type News = Extract<
  ToDaemonMessage,
  { type: 'navigation' | 'tab-updated' | 'tab-removed' | 'tab-opened' | 'tab-replaced' }
>;

/** The facts that the model needs about the agent's requests. */
export interface Requests {
  ownerOf(id: string): Owner;
  handleOf(id: string): string | undefined;
  readIn(id: string, tab: ModelTab): void;
}

/** A browser that knows the owner of each tab and records every request that reaches another owner's tab. */
export class ModelBrowser {
  readonly instance: string;
  readonly violations: string[] = [];
  readonly arrived: AnyForwardedRequest[] = [];
  readonly #context: PipelineContext;
  readonly #requests: Requests;
  #tabs = new Map<number, ModelTab>();
  #nextTabId = FIRST_TAB_ID;
  #run = 1;
  #extensionRun = 1;
  #link: BrowserLink | null = null;
  #prepared: Prepared[] = [];
  #news: Array<{ message: News; tab: ModelTab; doc: Doc | undefined }> = [];
  #resume: string[] = [];
  #replaced: ReplacedTab[] = [];
  /** Answers that the extension keeps. Answers to reads are not kept. */
  #done = new Map<string, Prepared>();

  constructor(instance: string, context: PipelineContext, requests: Requests) {
    this.instance = instance;
    this.#context = context;
    this.#requests = requests;
  }

  get tabs(): ModelTab[] {
    return [...this.#tabs.values()];
  }

  get isBusy(): boolean {
    return this.arrived.length + this.#prepared.length + this.#news.length > 0;
  }

  connect(): void {
    if (this.#link) return;
    const { browser } = fakeBrowser(this.instance, {
      browserRun: `run-${this.#run}`,
      run: `extension-run-${this.#extensionRun}`,
      tabs: this.tabs.flatMap((tab) => {
        if (tab.owner.session === 'the user') return [];
        const doc = shownIn(tab);
        tab.told.push({ doc, committed: false });
        return [{ tabId: tab.tabId, url: doc.url, title: 'page' }];
      }),
      replaced: this.#replaced,
    });
    const link: BrowserLink = { send: (message) => this.#receive(message), supersede: () => {} };
    this.#link = link;
    const now = { ...browser, link };
    const before = this.#context.browsers.attach(now);
    browserArrived(now, before, this.#context);
    this.#context.flights.attached(now);
    const asked = this.#resume.splice(0);
    if (asked.length === 0) return;
    this.#context.flights.resumed(
      now,
      asked.map((id) => ({ id, state: this.#stateOf(id) })),
    );
    for (const id of asked) {
      const done = this.#done.get(id);
      if (done) this.#prepared.push(done);
    }
  }

  #stateOf(id: string): ResumeState {
    if (this.#done.has(id)) return 'done';
    return this.arrived.some((request) => request.id === id) ? 'running' : 'unknown';
  }

  /** Messages on their way to the daemon are lost, and perhaps those on their way to the browser. */
  disconnect(bothWays = false): void {
    if (!this.#link) return;
    if (bothWays) this.arrived.length = 0;
    this.#context.browsers.detach(this.instance, this.#link);
    this.#context.flights.detached(this.instance);
    this.#link = null;
    this.#prepared = [];
    this.#news = [];
  }

  reloadExtension(): void {
    this.disconnect();
    this.#extensionRun += 1;
    this.arrived.length = 0;
    this.#done.clear();
  }

  /** A new run of the browser gives the old ids to other tabs: here, to the user's own. */
  restart(): void {
    this.reloadExtension();
    this.#run += 1;
    this.#tabs = new Map();
    this.#nextTabId = FIRST_TAB_ID;
    this.#replaced = [];
    this.openTab({ session: 'the user' });
    this.openTab({ session: 'the user' });
  }

  openTab(owner: Owner): ModelTab {
    const tab = newTab(this.#nextTabId, owner);
    this.#nextTabId += 1;
    this.#tabs.set(tab.tabId, tab);
    return tab;
  }

  openPopup(opener: ModelTab): void {
    const tab = this.openTab(opener.owner);
    const doc = shownIn(tab);
    this.#tell({ type: 'tab-opened', ...place(tab, doc), openerTabId: opener.tabId, title: 'popup' }, tab);
  }

  closeTab(tab: ModelTab): void {
    this.#tabs.delete(tab.tabId);
    this.#tell({ type: 'tab-removed', tabId: tab.tabId }, tab);
  }

  /** Chrome unloads the page and gives the tab a new id. The page that is loaded later is another document. */
  discard(tab: ModelTab): void {
    const was = tab.tabId;
    this.#tabs.delete(was);
    tab.tabId = this.#nextTabId;
    this.#nextTabId += 1;
    this.#tabs.set(tab.tabId, tab);
    const doc = move(tab, 'reload');
    if (tab.owner.session !== 'the user') this.#replaced.push({ tabId: tab.tabId, was });
    this.#tell({ type: 'tab-replaced', tabId: tab.tabId, was }, tab, doc);
  }

  navigate(tab: ModelTab, kind: Parameters<typeof move>[1]): void {
    const doc = move(tab, kind);
    const where = place(tab, doc);
    const cause = kind === 'history' ? 'history_state' : 'committed';
    const news: News =
      kind === 'fragment'
        ? { type: 'tab-updated', ...where, title: 'page' }
        : { type: 'navigation', ...where, cause };
    this.#tell(news, tab, doc);
  }

  /** The extension has finished the oldest such request; its answer waits to be sent. */
  run(pick: number, fails: boolean): void {
    const request = this.arrived.splice(pick % Math.max(1, this.arrived.length), 1)[0];
    if (!request) return;
    const prepared = this.#answerTo(request, fails);
    this.#prepared.push(prepared);
    if (traitsOf(request.action).destructive) this.#done.set(request.id, prepared);
  }

  deliverAnswer(pick: number): void {
    const [prepared] = this.#prepared.splice(pick % Math.max(1, this.#prepared.length), 1);
    if (!prepared) return;
    const { answer, tab, doc } = prepared;
    if (answer.ok && tab && doc) tab.told.push({ doc, committed: false });
    this.#context.flights.answered(this.instance, { response: answer });
  }

  deliverNews(): void {
    const next = this.#news.shift();
    if (!next || !this.#link) return;
    const { message, tab, doc } = next;
    if (doc) {
      const committed =
        message.type === 'tab-replaced' || (message.type === 'navigation' && message.cause === 'committed');
      tab.told.push({ doc, committed });
    }
    tabMessage(this.instance, message, this.#context);
  }

  #tell(message: News, tab: ModelTab, doc?: Doc): void {
    if (this.#link && tab.owner.session !== 'the user') this.#news.push({ message, tab, doc });
  }

  #receive(message: ToExtensionMessage): boolean {
    if (message.type === 'resume') this.#resume = message.requests.map(({ id }) => id);
    if (message.type !== 'request') return true;
    this.#check(message.request);
    this.arrived.push(message.request);
    return true;
  }

  #check(request: AnyForwardedRequest): void {
    const { tabId } = request.target;
    const tab = tabId === null ? undefined : this.#tabs.get(tabId);
    if (!tab) return;
    const asked = this.#requests.ownerOf(request.id).session;
    this.violations.push(...misuses(tab, request, asked, this.#requests.handleOf(request.id)));
  }

  #answerTo(request: AnyForwardedRequest, fails: boolean): Prepared {
    const { id, action, target } = request;
    const tab = target.tabId === null ? undefined : this.#tabs.get(target.tabId);
    const doc = tab && shownIn(tab);
    const fail = (code: 'TAB_ASLEEP' | 'TAB_NOT_FOUND' | 'HUMAN_REQUIRED' | 'SCRIPT_ERROR'): Prepared => ({
      answer: {
        protocol_version: 1,
        id,
        ok: false,
        error: {
          code,
          category: 'execution',
          retry: 'conditional',
          message: 'no',
          details: { tabId: target.tabId },
        },
      },
      tab,
      doc,
    });
    const succeed = (data: object, url = doc?.url ?? ''): Prepared => ({
      answer: {
        protocol_version: 1,
        id,
        ok: true,
        data,
        page: { url, title: 'page', state: 'ready', busy: false },
        replay: false,
      },
      tab,
      doc,
    });
    if (this.#replaced.some(({ was }) => was === target.tabId)) return fail('TAB_ASLEEP');
    if (target.tabId !== null && !tab) return fail('TAB_NOT_FOUND');
    if (fails) return fail('SCRIPT_ERROR');
    switch (action) {
      case 'tab.open': {
        const opened = this.openTab(this.#requests.ownerOf(id));
        const { url } = shownIn(opened);
        return succeed({ tabId: opened.tabId, url, title: 'page' }, url);
      }
      case 'require-human':
        return fail('HUMAN_REQUIRED');
      case 'tab.close':
        if (tab) this.closeTab(tab);
        return succeed({ closed: true });
      case 'debug.log':
        return succeed({ entries: this.tabs.map(({ tabId }) => ({ id, tab: tabId })) });
      case 'elements':
      case 'links':
      case 'snapshot': {
        if (!tab || !doc) return fail('TAB_NOT_FOUND');
        this.#requests.readIn(id, tab);
        const { elements, minted } = read(tab, request.firstHandle ?? 0);
        const data =
          action === 'snapshot'
            ? {
                tree: elements.map(({ number, element }) => `el${number} ${element}`).join('\n'),
                nodeCount: 3,
              }
            : {
                [action]: elements.map(({ number, element }) => ({
                  selector: element,
                  handle: `${action === 'links' ? 'ln' : 'el'}${number}`,
                })),
              };
        return succeed({ ...data, minted: { ...minted, documentId: idOf(doc) } });
      }
      default:
        return succeed({ done: true });
    }
  }
}

function place({ tabId }: ModelTab, { url }: Doc) {
  return { tabId, url };
}
