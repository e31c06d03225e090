import type { Action } from './actions.ts';
import type { PacingCategory } from './sessions.ts';

export interface ActionTraits {
  summary: string;
  /** The process that does the work. */
  at: 'daemon' | 'background' | 'content';
  /** It may change something: never run twice. */
  destructive: boolean;
  pacing: PacingCategory | 'none';
  /** optional: `tab.open` makes a session if none is named. */
  session: 'required' | 'optional' | 'none';
  /** bound: the session's current tab. named: that or the one in `params.tab`. paused: the one that needs a person. */
  tab: 'bound' | 'named' | 'paused' | 'none';
  /** The prefix of the element handles that its answer gets. */
  mints?: 'el' | 'ln';
  /** It also reads the frames of the page, and names them. */
  readsFrames?: true;
  /** Its answer can be compared with the last one: the daemon remembers which were answered. */
  compares?: true;
  /** Without a target it goes to the element with the focus, which may be in a frame. */
  toFocus?: true;
  /** The paths of element targets in its params; `*` matches every item of a list. */
  targets?: readonly string[];
  /** The pause between the parts of one request: its fields, or its keys. */
  within?: PacingCategory;
  /** What a background tab cannot give: animation frames, a picture, or the user's window. Most actions need none. */
  needs?: 'ticks' | 'paint' | 'foreground';
  /** It changes nothing in the page, so it may run in a tab that the user lent for reading only. */
  inReadOnly?: true;
  /** Its params name files, whose bytes the daemon must have before it is sent. */
  carriesFiles?: true;
  /** Its answer may fill an agent's context: a caller may cap it and keep the whole in a file. */
  long?: true;
  /** It reads the records of requests and is not recorded itself: they would fill up with their readers. */
  readsRecords?: true;
}

/** The policy of every action, enforced once, in the daemon's pipeline. */
export const ACTIONS = {
  navigate: {
    summary: 'Load a URL in the bound tab and wait until it has loaded.',
    at: 'background',
    destructive: true,
    pacing: 'navigate',
    session: 'required',
    tab: 'bound',
  },
  back: {
    summary: 'Go one step back in the history of the bound tab.',
    at: 'background',
    destructive: true,
    pacing: 'navigate',
    session: 'required',
    tab: 'bound',
  },
  forward: {
    summary: 'Go one step forward in the history of the bound tab.',
    at: 'background',
    destructive: true,
    pacing: 'navigate',
    session: 'required',
    tab: 'bound',
  },
  reload: {
    summary:
      'Load the page of the bound tab again. A page that is the answer to a form that was posted is not.',
    at: 'background',
    destructive: true,
    pacing: 'navigate',
    session: 'required',
    tab: 'bound',
  },
  text: {
    summary: 'The visible text of the page, in reading order.',
    at: 'content',
    destructive: false,
    pacing: 'none',
    session: 'required',
    tab: 'bound',
    readsFrames: true,
    long: true,
  },
  links: {
    summary: 'The links of the page, each with a handle.',
    at: 'content',
    destructive: false,
    pacing: 'none',
    session: 'required',
    tab: 'bound',
    readsFrames: true,
    long: true,
    mints: 'ln',
  },
  images: {
    summary: 'The visible images of the page.',
    at: 'content',
    destructive: false,
    pacing: 'none',
    session: 'required',
    tab: 'bound',
    readsFrames: true,
    long: true,
  },
  elements: {
    summary: 'The elements that can be acted upon, each with a handle.',
    at: 'content',
    destructive: false,
    pacing: 'none',
    session: 'required',
    tab: 'bound',
    readsFrames: true,
    long: true,
    mints: 'el',
  },
  outline: {
    summary: 'The landmarks and headings of the page.',
    at: 'content',
    destructive: false,
    pacing: 'none',
    session: 'required',
    tab: 'bound',
    readsFrames: true,
    long: true,
  },
  dom: {
    summary: 'Simplified HTML, a few levels deep.',
    at: 'content',
    destructive: false,
    pacing: 'none',
    session: 'required',
    tab: 'bound',
    long: true,
  },
  inspect: {
    summary: 'Layout and computed style of the elements that a selector matches.',
    at: 'content',
    destructive: false,
    pacing: 'none',
    session: 'required',
    tab: 'bound',
    long: true,
  },
  snapshot: {
    summary: 'The page as a tree of roles and names, with handles on what can be acted upon.',
    at: 'content',
    destructive: false,
    pacing: 'none',
    session: 'required',
    tab: 'bound',
    readsFrames: true,
    long: true,
    mints: 'el',
    compares: true,
  },
  scroll: {
    summary: 'Scroll the page, or exactly the given element.',
    at: 'content',
    destructive: true,
    pacing: 'scroll',
    session: 'required',
    tab: 'bound',
    targets: ['target'],
  },
  click: {
    summary: 'Click one element.',
    at: 'content',
    destructive: true,
    pacing: 'interaction',
    session: 'required',
    tab: 'bound',
    targets: ['target'],
  },
  'click-at': {
    summary: 'Click a point of a picture that was taken of the page, while the page still looks the same.',
    at: 'content',
    destructive: true,
    pacing: 'interaction',
    session: 'required',
    tab: 'bound',
    mints: 'el',
  },
  hover: {
    summary: 'Move the pointer over one element.',
    at: 'content',
    destructive: true,
    pacing: 'interaction',
    session: 'required',
    tab: 'bound',
    targets: ['target'],
  },
  press: {
    summary: 'Press keys, with what the browser does on them.',
    toFocus: true,
    at: 'content',
    destructive: true,
    pacing: 'interaction',
    session: 'required',
    tab: 'bound',
    targets: ['target'],
  },
  type: {
    summary: 'Type a text, key by key, where the focus is or into one field.',
    toFocus: true,
    at: 'content',
    destructive: true,
    pacing: 'fill',
    session: 'required',
    tab: 'bound',
    targets: ['target'],
    within: 'keystroke',
  },
  focus: {
    summary: 'Give the keyboard focus to one element.',
    at: 'content',
    destructive: true,
    pacing: 'interaction',
    session: 'required',
    tab: 'bound',
    targets: ['target'],
  },
  drag: {
    summary: 'Drag an element onto another one, or by a distance.',
    at: 'content',
    destructive: true,
    pacing: 'interaction',
    session: 'required',
    tab: 'bound',
    targets: ['from', 'to'],
    needs: 'ticks',
  },
  screenshot: {
    summary: 'A picture of the visible part of the bound tab.',
    at: 'background',
    destructive: false,
    pacing: 'none',
    session: 'required',
    tab: 'bound',
    needs: 'paint',
  },
  fill: {
    summary: 'Write a value into one field and read it back.',
    at: 'content',
    destructive: true,
    pacing: 'fill',
    session: 'required',
    tab: 'bound',
    targets: ['target'],
  },
  'fill-form': {
    summary: 'Write several fields, one after the other, with a result for each.',
    at: 'content',
    destructive: true,
    pacing: 'fill',
    session: 'required',
    tab: 'bound',
    targets: ['fields.*.target'],
    within: 'fill',
  },
  edit: {
    summary: 'Replace some words in a field, an editable region or an editor, and keep the rest.',
    at: 'content',
    destructive: true,
    pacing: 'fill',
    session: 'required',
    tab: 'bound',
    targets: ['target'],
  },
  'select-text': {
    summary: 'Select some words of a field, an editor or the page, for the keys that follow.',
    at: 'content',
    destructive: true,
    pacing: 'interaction',
    session: 'required',
    tab: 'bound',
    targets: ['target'],
  },
  upload: {
    summary: 'Give files to a file field, or drop or paste them.',
    at: 'content',
    destructive: true,
    pacing: 'interaction',
    session: 'required',
    tab: 'bound',
    targets: ['target'],
    carriesFiles: true,
  },
  select: {
    summary: 'Choose an option of a select, listbox or combobox by its text.',
    at: 'content',
    destructive: true,
    pacing: 'interaction',
    session: 'required',
    tab: 'bound',
    targets: ['trigger'],
  },
  wait: {
    summary: 'Wait until something is true of the page, its tab or the user.',
    at: 'background',
    destructive: false,
    pacing: 'none',
    session: 'required',
    tab: 'bound',
    targets: ['element', 'any.*.element'],
  },
  'require-human': {
    summary: 'Pause the session and ask the user to act in the browser.',
    at: 'background',
    destructive: true,
    pacing: 'none',
    session: 'required',
    tab: 'bound',
    inReadOnly: true,
  },
  'download.list': {
    summary: "The downloads of the session's tabs, once the user lets bproxy see them.",
    at: 'background',
    destructive: false,
    pacing: 'none',
    session: 'required',
    tab: 'none',
  },
  'dialog.dismiss': {
    summary: 'Close an open dialog of the page (alert, confirm, prompt) with No.',
    at: 'background',
    destructive: true,
    pacing: 'interaction',
    session: 'required',
    tab: 'bound',
  },
  'tab.list': {
    summary: 'The tabs of the session.',
    at: 'daemon',
    destructive: false,
    pacing: 'none',
    session: 'required',
    tab: 'none',
  },
  'tab.pin': {
    summary: 'Pin a tab of the session.',
    at: 'background',
    destructive: true,
    pacing: 'none',
    session: 'required',
    tab: 'named',
  },
  'tab.unpin': {
    summary: 'Unpin a tab of the session.',
    at: 'background',
    destructive: true,
    pacing: 'none',
    session: 'required',
    tab: 'named',
  },
  'tab.wake': {
    summary: 'Load a tab again that Chrome has put to sleep, in the background.',
    at: 'background',
    destructive: true,
    pacing: 'navigate',
    session: 'required',
    tab: 'named',
  },
  'tab.open': {
    summary: 'Open a tab in the background and bind it; without a session, make one.',
    at: 'background',
    destructive: true,
    pacing: 'navigate',
    session: 'optional',
    tab: 'none',
  },
  'tab.show': {
    summary: 'Make a tab of the session the active one of its window, without focusing the window.',
    at: 'background',
    destructive: true,
    pacing: 'none',
    session: 'required',
    tab: 'named',
  },
  'tab.close': {
    summary: 'Close a tab of the session.',
    at: 'background',
    destructive: true,
    pacing: 'none',
    session: 'required',
    tab: 'named',
  },
  'tab.request': {
    summary: 'Pause the session and ask the user to lend it one of their tabs.',
    at: 'background',
    destructive: true,
    pacing: 'none',
    session: 'required',
    tab: 'none',
  },
  'tab.return': {
    summary: 'Give a borrowed tab back to the user, as it was found.',
    at: 'background',
    destructive: true,
    pacing: 'none',
    session: 'required',
    tab: 'named',
    inReadOnly: true,
  },
  'session.create': {
    summary: 'Make a session without a tab.',
    at: 'daemon',
    destructive: true,
    pacing: 'none',
    session: 'none',
    tab: 'none',
  },
  'session.list': {
    summary: 'All sessions of the daemon.',
    at: 'daemon',
    destructive: false,
    pacing: 'none',
    session: 'none',
    tab: 'none',
  },
  'session.bind': {
    summary: 'Make a tab the current one of the session, and choose the pacing.',
    at: 'daemon',
    destructive: true,
    pacing: 'none',
    session: 'required',
    tab: 'none',
  },
  'session.unbind': {
    summary: 'Leave the session without a current tab.',
    at: 'daemon',
    destructive: true,
    pacing: 'none',
    session: 'required',
    tab: 'none',
  },
  'session.resume': {
    summary: 'End a pause, once the user has acted; it goes on while the page still needs a person.',
    at: 'background',
    destructive: false,
    pacing: 'none',
    session: 'required',
    tab: 'paused',
  },
  'session.close': {
    summary: 'Close the tabs of the session and end it.',
    at: 'daemon',
    destructive: true,
    pacing: 'none',
    session: 'required',
    tab: 'none',
  },
  'debug.log': {
    summary: 'What the extension did, from its own record.',
    at: 'background',
    destructive: false,
    pacing: 'none',
    session: 'optional',
    tab: 'none',
    readsRecords: true,
  },
  'debug.last': {
    summary: 'The last requests that the daemon answered.',
    at: 'daemon',
    destructive: false,
    pacing: 'none',
    session: 'none',
    tab: 'none',
    readsRecords: true,
  },
  'debug.status': {
    summary: 'The daemon, the connected browsers and the sessions.',
    at: 'daemon',
    destructive: false,
    pacing: 'none',
    session: 'none',
    tab: 'none',
  },
} as const satisfies { [A in Action]: ActionTraits };

/** The actions of one process: the type of its handler registry. */
export type ActionsAt<Place extends ActionTraits['at']> = {
  [A in Action]: (typeof ACTIONS)[A]['at'] extends Place ? A : never;
}[Action];

export type ForwardedAction = ActionsAt<'background' | 'content'>;

export function traitsOf(action: Action): ActionTraits {
  return ACTIONS[action];
}

/** Whether the action of this request runs there. */
export function runsAt<Place extends ActionTraits['at'], Request extends { action: Action }>(
  place: Place,
  request: Request,
): request is Extract<Request, { action: ActionsAt<Place> }> {
  return ACTIONS[request.action].at === place;
}

export function isAction(text: unknown): text is Action {
  return typeof text === 'string' && Object.hasOwn(ACTIONS, text);
}

export const ACTION_NAMES = Object.keys(ACTIONS).filter(isAction);
