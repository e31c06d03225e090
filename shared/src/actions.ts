import type * as z from 'zod';
import type { Acted, KeyDefault } from './effect.ts';
import type { BproxyError, ErrorCode } from './errors.ts';
import type { FrameInfo, FrameName } from './frames.ts';
import type { paramsSchemas } from './schemas.ts';
import type { SessionId, SessionInfo, TabHandle, TabInfo } from './sessions.ts';
import type { ClientElementTarget, ElementHandle, ElementTarget } from './targets.ts';

/** The params of each action. Only types are imported from the schemas, so that zod is not loaded. */
export type ActionParams = { [A in keyof typeof paramsSchemas]: z.output<(typeof paramsSchemas)[A]> };

export type FillMethod = ActionParams['fill']['method'];
export type ExecutionWorld = NonNullable<ActionParams['fill']['world']>;

export type Action = keyof ActionParams;

/** Present when a cap cut the answer. */
/** With `read`: the page after the act, or why it could not be read. The act itself has succeeded. */
export interface WithRead {
  read?: ActionResult['snapshot'] | ActionResult['text'] | { error: BproxyError };
}

export interface LineChanges {
  added: number;
  removed: number;
  changed: number;
  unchanged: number;
}

export interface Capped {
  truncated?: true;
  /** The full size, or a lower bound of it: characters, lines of a tree, or entries of a list. */
  total?: number;
  /** By the command line: what is shown of it, and the file that has the whole with its size in bytes. */
  cut?: string;
  file?: string;
  size?: number;
  /** The number of names that would have taken too much work. They are left out, or end early. */
  namesCut?: number;
  /** The number of branches of the page that are nested too deeply to be read. */
  branchesCut?: number;
}

/** The visible frames of the page, if it has some. */
export interface WithFrames {
  frames?: FrameInfo[];
}

/** The frame that an entry of a read comes from. Absent for the page itself. */
export interface InFrame {
  frame?: FrameName;
}

/** The `data` of a successful answer. */
export interface ActionResult {
  navigate: {
    url: string;
    title: string;
    loadTime: number;
    /** Only the fragment changed: the document stayed, and nothing was loaded. */
    sameDocument?: true;
  } & Acted;
  back: HistoryStep & Acted;
  forward: HistoryStep & Acted;
  reload: Omit<HistoryStep, 'sameDocument'> & Acted;
  text: { text: string } & WithFrames & Capped;
  links: { links: LinkInfo[] } & WithFrames & Capped;
  images: { images: ImageInfo[] } & WithFrames & Capped;
  elements: { elements: ElementInfo[]; modal?: ModalInfo } & WithFrames & Capped;
  outline: { landmarks: Landmark[]; headings: Heading[] } & WithFrames & Capped;
  dom: { html: string } & Capped;
  inspect: { elements: InspectElement[]; total: number; truncated?: true };
  snapshot: {
    tree: string;
    nodeCount: number;
    modal?: ModalInfo;
    /** How many rows are left out, because they are like those before them. */
    folded?: number;
    /** Of a comparison with the last snapshot: how many lines are different. */
    changes?: LineChanges;
    /** There was no snapshot to compare with, so this is the whole tree. */
    whole?: true;
  } & Capped;
  scroll: {
    target: 'viewport' | 'element';
    before: number;
    after: number;
    scrolledPx: number;
    moved: boolean;
    stable: boolean;
    scrollHeight?: number;
    clientHeight?: number;
  } & Acted;
  click: {
    clicked: true;
    disappeared: boolean;
    stable: boolean;
    /** Milliseconds spent waiting for the page to settle, before and after the action. */
    elapsed: number;
    /** Something that Chrome does only when a person clicks, and the reason in words. */
    blocked?: 'file-chooser';
    reason?: string;
  } & Acted;
  'click-at': Omit<ActionResult['click'], 'effect' | 'openedTabs'> & {
    /** What was at the point. */
    hit: Named & { handle?: ElementHandle };
  } & Acted;
  /** `cssHover`: a style rule shows more to a real pointer, which bproxy does not have. */
  hover: { hovered: true; stable: boolean; elapsed: number; cssHover?: true } & Acted;
  press: {
    pressed: string[];
    /** The element that got the last key. */
    on: Named;
    /** What the browser would have done by itself with the last key, and bproxy did in its place. */
    default: KeyDefault;
    /** Tab was pressed at the end of the document, and the focus stayed. */
    edge?: true;
    /** What was copied or cut. The user's clipboard is left alone. */
    text?: string;
    /** Why not all of the keys were pressed. */
    reason?: string;
    stable: boolean;
    elapsed: number;
  } & Acted;
  type: {
    /** How many characters were typed. The rest was not, if `reason` says why. */
    typed: number;
    on: Named;
    /** What the field holds now. */
    verifiedValue: string;
    reason?: string;
    stable: boolean;
    elapsed: number;
  } & Acted;
  focus: { focused: boolean; on: Named; elapsed: number } & Acted;
  drag: {
    dragged: true;
    /** Whether the element is at another place than before: its parent, its order or its position. */
    moved: boolean;
    /** html5: the browser's drag and drop with data. pointer: by the moves of the mouse. */
    via: 'html5' | 'pointer' | 'keyboard';
    /** Whether the place took what was dropped. Only of `html5`. */
    accepted?: boolean;
    from: Named;
    to?: Named;
    /** Where the element is now in the page's order, seen from the other one. */
    landed?: 'before' | 'after' | 'inside';
    /** Why nothing was dropped. */
    reason?: string;
    stable: boolean;
    elapsed: number;
  } & Acted;
  /** `shot` names the picture for `click-at`. Absent where bproxy cannot look into the page. */
  screenshot: { base64: string; format: 'png' | 'jpeg'; shot?: string };
  fill: {
    filled: boolean;
    verifiedValue: string;
    reason?: string;
    method?: FillWay;
    /** With `submit`: what Enter did in the field, or why it could not be pressed. */
    submit?: ({ default: KeyDefault } & Acted) | { error: BproxyError };
  } & Acted;
  'fill-form': { results: FieldResult[] } & Acted;
  edit: {
    /** How many of the words were replaced, as read back. */
    replaced: number;
    /** What is there now, with some words around; the first places. */
    around: string[];
    /** native: a field of the browser. paste: an editable region. editor: the API of an editor. */
    method: 'native' | 'paste' | 'editor';
    /** Why not all of them. */
    reason?: string;
  } & Acted;
  'select-text': {
    selected: boolean;
    /** What is selected now; the first 1,000 characters. */
    text: string;
    /** native: in a field of the browser. page: in an editable region, or on the page. editor: by its API. */
    method: 'native' | 'page' | 'editor';
    reason?: string;
  } & Acted;
  upload: {
    /** The files as the page got them. */
    attached: UploadedFile[];
    /** The file field that got them, or the element that they were dropped on or pasted into. */
    into: Named;
    as: 'input' | 'drop' | 'paste';
    /** held: the field still has them. cleared: the page has emptied the field, as pages do that took or refused them. */
    taken: 'held' | 'cleared' | 'unknown';
    stable: boolean;
    elapsed: number;
  } & Acted;
  select: { selected: boolean; optionText: string; options?: string[] } & Acted;
  wait: {
    matched: boolean;
    elapsed: number;
    /** Of several conditions, the one that came true, from 0. */
    which?: number;
    /** Of `tab`: the tab that has joined the session. */
    tab?: TabHandle;
    /** Of `quiet`: the page loads more than Chrome lists, so only its content was watched. */
    quiet?: 'dom-only';
    /** Of `download`: those of the session's last act, none of them still running. */
    downloads?: DownloadInfo[];
    /** Of `human`: who ended the pause. */
    by?: EndOfPause;
  } & WithRead;
  'require-human': { resumed: boolean; by?: EndOfPause };
  /** The latest first. */
  'download.list': { downloads: DownloadInfo[] };
  /** `dismissed` is false if no dialog was open. */
  'dialog.dismiss': { dismissed: boolean; answered?: 'no' };
  'tab.list': { session: SessionId; tabs: TabInfo[] };
  'tab.pin': { tab: TabHandle; pinned: true };
  'tab.unpin': { tab: TabHandle; pinned: false };
  /** `woken` is false if the tab was awake: then nothing was loaded. */
  'tab.wake': { tab: TabHandle; woken: boolean; url: string; title: string } & WithRead;
  'tab.open': { session: SessionId; tab: TabHandle; bound: boolean; url: string; tmpDir: string } & WithRead;
  'tab.show': { tab: TabHandle; shown: true } & WithRead;
  'tab.close': { tab: TabHandle; closed: true };
  'tab.request': Record<string, never>;
  /** `changed` names what could not be put back, or is different now: `url`, `window`, `group`, `pinned` or `muted`. */
  'tab.return': { tab: TabHandle; returned: true; changed?: string[] };
  'session.create': { session: SessionId; label?: string; tmpDir: string };
  'session.list': { sessions: SessionInfo[] };
  'session.bind': { session: SessionId; tab: TabHandle };
  'session.unbind': Record<string, never>;
  'session.resume': { session: SessionId };
  /** `closedTabs` counts the tabs that Chrome confirmed. Borrowed tabs are in `returnedTabs`, the rest in `failedTabs`. */
  'session.close': {
    session: SessionId;
    closedTabs: number;
    returnedTabs?: TabHandle[];
    failedTabs?: TabHandle[];
  };
  'debug.log': { entries: TraceEntry[] };
  'debug.last': { requests: DaemonRequestTrace[] };
  'debug.status': DaemonStatus;
}

/** Who ended a pause: the user in the browser, an agent by `session resume`, or nobody, because the tab closed. */
export type EndOfPause = 'user' | 'agent' | 'tab-closed';

interface HistoryStep {
  url: string;
  title: string;
  loadTime: number;
  /** The step stayed in the document, as pages do that change their address by script. */
  sameDocument?: true;
}

/**
 * Of `auto`, the way that it took. native: a field of the browser, with the events of a paste. paste: into an editable
 * region. editor: by the API of an editor. keys: the arrow keys of a slider that the page draws.
 */
export type FillWay = 'native' | 'paste' | 'editor' | 'keys';

export interface FieldResult {
  /** The place of the field. If it was named by a handle and failed, the handle. */
  target: ClientElementTarget;
  filled: boolean;
  verifiedValue: string;
  reason?: string;
  method?: FillWay;
  error?: BproxyError;
}

export interface DownloadInfo {
  /** Empty until Chrome has chosen a name. */
  path: string;
  /** So many have arrived. */
  bytes: number;
  state: 'in_progress' | 'complete' | 'interrupted';
  /** `safe`, or why Chrome warns of it. */
  danger: string;
  type: string;
  startedAt: number;
  /** sure: the tab was about to load this address. likely: it began right after an act, and fits the tab's site. */
  attribution: 'sure' | 'likely';
  error?: string;
}

export interface UploadedFile {
  name: string;
  size: number;
  /** By the ending of its name. Empty if it is not known. */
  type: string;
}

export type EditorKind = 'quill' | 'lexical' | 'prosemirror' | 'codemirror' | 'monaco' | 'slate';

export type ElementInfo = ElementTarget &
  InFrame & {
    tag: string;
    handle?: ElementHandle;
    type?: string;
    label?: string;
    value?: string;
    placeholder?: string;
    required?: boolean;
    disabled?: boolean;
    checked?: boolean;
    options?: string[];
    optionGroups?: Array<{ label: string; options: string[] }>;
    role?: string;
    inDialog?: boolean;
    hasShadowRoot?: boolean;
    /** A file field, for `upload`. `hidden`: no person can see it, which is usual. */
    kind?: 'upload';
    hidden?: true;
    accept?: string;
    multiple?: true;
    runtimeHandle?: EditorKind;
  };

export interface LinkInfo extends InFrame {
  text: string;
  href: string;
  target: ElementTarget;
  handle?: ElementHandle;
  title?: string;
  rel?: string;
  targetAttr?: string;
  visible?: boolean;
}

export interface ImageInfo extends InFrame {
  src: string;
  alt: string;
  width: number;
  height: number;
}

export interface InspectElement {
  index: number;
  tag: string;
  id: string;
  classes: string;
  role: string;
  ariaLabel: string;
  rect: { x: number; y: number; width: number; height: number };
  computed: Record<string, string>;
  children: number;
  descendants: number;
  textLength: number;
  scrollable: boolean;
  scrollInfo?: { scrollTop: number; scrollHeight: number; clientHeight: number };
  selector: string;
}

export interface Landmark extends InFrame {
  tag: string;
  role: string;
  label?: string;
}

export interface Heading extends InFrame {
  level: number;
  text: string;
}

/** An element's kind and name. */
export interface Named {
  tag: string;
  role?: string;
  name?: string;
}

/** An element's kind and name, and the target that a command can use for it. */
export type IdentifiedElement = ElementTarget & Named;

/** An open dialog that blocks the rest of the page for the user, and what that means. */
export type ModalInfo = IdentifiedElement & { note: string };

/** One entry of the extension's own record (`debug log`). */
export interface TraceEntry {
  id: string;
  action: Action;
  /** Null if the tab no longer belongs to a session, or if the action needed no tab. */
  tab: TabHandle | null;
  timestamp: number;
  elapsed: number;
  result: 'ok' | 'error';
  errorCode?: ErrorCode;
  replay: boolean;
  extensionVersion: string;
}

/** One entry of the daemon's record of requests (`debug last`). */
export interface DaemonRequestTrace {
  id: string;
  action: Action;
  session: string;
  receivedAt: number;
  elapsedMs: number;
  ok: boolean;
  errorCode?: ErrorCode;
  replayed?: boolean;
}

/** A connected browser profile. */
export interface ClientInfo {
  id: string;
  label: string;
  browser: string;
  connectedAt: number;
  lastSeenAt: number;
  protocolVersion: number;
  extensionVersion: string;
}

/** A browser profile that was refused, and why. */
export interface RefusedClient {
  label: string;
  extensionVersion: string;
  refusedAt: number;
  reason: string;
}

export interface DaemonStatus {
  daemon: {
    pid: number;
    port: number;
    uptimeSec: number;
    version: string;
    protocolVersion: number;
    startedBy: 'service' | 'browser';
  };
  clients: ClientInfo[];
  refusedClients: RefusedClient[];
  sessions: SessionInfo[];
  sessionTabs: Array<{ session: SessionId; tabs: TabInfo[] }>;
  pausedSessions: Array<{ session: SessionId; reason?: string }>;
}
