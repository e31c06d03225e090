import { command, type NextStep, next, param, step } from './next-step.ts';

export type ErrorCategory = 'transport' | 'target' | 'policy' | 'execution';

/** safe: repeat it unchanged. conditional: repeat it after the suggested step. never: repeating cannot help. */
export type RetryHint = 'safe' | 'conditional' | 'never';

interface ErrorRow {
  category: ErrorCategory;
  retry: RetryHint;
  /** When it happens: for the reference, and the message if a call site gives none. */
  meaning: string;
  /** The caller's next step. */
  next: NextStep;
}

/** Every error that an answer can contain. Call sites give the code and the details of the case. */
export const ERRORS = {
  NO_EXTENSION: {
    category: 'transport',
    retry: 'conditional',
    meaning:
      'No browser with the bproxy extension is connected, or the browser of this session is not connected.',
    next: next`Start the browser and look at the bproxy popup; ${command('status')} lists what is connected.`,
  },
  TIMEOUT: {
    category: 'transport',
    retry: 'conditional',
    meaning: 'The deadline passed before the answer came.',
    next: next`Read the page to see what happened, then repeat with a longer ${param({ timeout: true })} if it is still needed.`,
  },
  OVERLOADED: {
    category: 'transport',
    retry: 'safe',
    meaning: 'Too many requests are in flight.',
    next: 'Wait for the running requests to be answered, then repeat.',
  },
  LINK_DISCONNECTED: {
    category: 'transport',
    retry: 'safe',
    meaning: 'The connection to the browser was lost while a read was running. Nothing was changed.',
    next: next`Repeat the read; ${command('status')} shows whether the browser is back.`,
  },
  RESULT_TOO_LARGE: {
    category: 'transport',
    retry: 'conditional',
    meaning: 'The answer is too large for one message.',
    next: next`Narrow the read with ${param({ selector: true })}, ${param({ limit: true })} or ${param({ depth: true })}.`,
  },
  TAB_NOT_FOUND: {
    category: 'target',
    retry: 'never',
    meaning: 'The session has no bound tab, or its tab is gone.',
    next: next`Open a tab with ${step('tab.open', { url: 'URL' }, { session: true })}, or bind one that ${step('tab.list')} shows.`,
  },
  TAB_TAKEN: {
    category: 'policy',
    retry: 'never',
    meaning:
      "The user took this tab: they opened an address of their own in it, moved it out of the session's group or took it back. It has left the session.",
    next: next`Leave that tab alone. Open another one with ${step('tab.open', { url: 'URL' }, { session: true })}.`,
  },
  TAB_ASLEEP: {
    category: 'target',
    retry: 'conditional',
    meaning: 'Chrome has put the tab to sleep: its page is unloaded, or frozen.',
    next: next`Load the page again with ${step('tab.wake')}, then repeat.`,
  },
  WOULD_RESUBMIT: {
    category: 'policy',
    retry: 'never',
    meaning:
      'The tab shows the result of a form. Loading it again could send the form a second time, so nothing was loaded.',
    next: next`Open the address without the form: ${step('navigate', { url: 'URL' })}, with details.url.`,
  },
  WOULD_ASK_USER: {
    category: 'policy',
    retry: 'conditional',
    meaning:
      'The page would ask the user whether it may be left, and Chrome would bring the tab to the front for that. Nothing was done.',
    next: next`Run ${step('tab.show')} and ask the user to look at the tab, then repeat: they will see the question. Or open another tab with ${step('tab.open', { url: 'URL' }, { session: true })}.`,
  },
  TAB_BORROWED: {
    category: 'policy',
    retry: 'never',
    meaning: 'The user lent this tab. A borrowed tab is given back and never closed.',
    next: next`Give it back with ${step('tab.return', { tab: 'TAB' })}.`,
  },
  TAB_READ_ONLY: {
    category: 'policy',
    retry: 'never',
    meaning: 'The user lent this tab for reading only.',
    next: next`Only read in it, or ask the user to lend it for more: ${step('tab.request', { reason: 'TEXT' })}.`,
  },
  TAB_NOT_BORROWED: {
    category: 'target',
    retry: 'never',
    meaning: "The tab is the session's own: the user did not lend it.",
    next: next`See ${step('tab.list')}, which marks the borrowed tabs. Close others with ${step('tab.close', { tab: 'TAB' })}.`,
  },
  ELEMENT_NOT_FOUND: {
    category: 'target',
    retry: 'conditional',
    meaning: 'Nothing on the page matches the target.',
    next: next`Read the page again with ${step('snapshot')} and use a target from that answer.`,
  },
  ELEMENT_NOT_ACTIONABLE: {
    category: 'target',
    retry: 'conditional',
    meaning: 'The element is there but cannot be used now: hidden, covered, disabled or read-only.',
    next: 'See details.reason, clear the obstacle, then repeat.',
  },
  SELECTOR_AMBIGUOUS: {
    category: 'target',
    retry: 'conditional',
    meaning: 'The selector matches more than one element.',
    next: next`Use one of the selectors in details, or a handle from ${step('elements')}.`,
  },
  TEXT_NOT_FOUND: {
    category: 'target',
    retry: 'conditional',
    meaning: 'The words are not in the element.',
    next: next`Use the words as they are there: see details.near, or read them with ${step('text', { selector: 'SELECTOR' })}.`,
  },
  TEXT_AMBIGUOUS: {
    category: 'target',
    retry: 'conditional',
    meaning: 'The words are in the element several times, and nothing says which are meant.',
    next: 'Use more of the words around them, so that they are there once. details.count says how many there are.',
  },
  INVALID_SESSION_ID: {
    category: 'target',
    retry: 'never',
    meaning: 'The session id has the wrong form.',
    next: next`Use an id that ${step('session.list')} shows: six characters of a-z and 2-7.`,
  },
  SESSION_NOT_FOUND: {
    category: 'target',
    retry: 'never',
    meaning: 'The daemon has no session with this id: the session was closed, or the daemon was stopped.',
    next: next`Do not repeat this. Open a new session with ${step('tab.open', { url: 'URL' })}.`,
  },
  TAB_HANDLE_NOT_FOUND: {
    category: 'target',
    retry: 'conditional',
    meaning: 'No session has a tab with this name.',
    next: next`See ${step('tab.list')}.`,
  },
  TAB_NOT_IN_SESSION: {
    category: 'target',
    retry: 'conditional',
    meaning: 'The tab with this name belongs to another session, not to this one.',
    next: next`See ${step('tab.list')} for the tabs of this session.`,
  },
  ELEMENT_HANDLE_NOT_FOUND: {
    category: 'target',
    retry: 'conditional',
    meaning: 'The element handle is unknown or has expired.',
    next: 'Read the page again and use a handle from that answer.',
  },
  ELEMENT_HANDLE_STALE: {
    category: 'target',
    retry: 'conditional',
    meaning: 'The page or the element has changed since the handle was made.',
    next: 'Read the page again and use a handle from that answer.',
  },
  ELEMENT_HANDLE_SCOPE_MISMATCH: {
    category: 'target',
    retry: 'never',
    meaning: 'The element handle belongs to another tab of this session.',
    next: next`Bind that tab with ${step('session.bind', { tab: 'TAB' })}, or read the bound tab again.`,
  },
  FRAME_NOT_FOUND: {
    category: 'target',
    retry: 'conditional',
    meaning: 'The tab has no frame of this name, or the frame shows another page now.',
    next: next`Read the page again with ${step('snapshot')} and use a frame from that answer.`,
  },
  VIEW_CHANGED: {
    category: 'target',
    retry: 'conditional',
    meaning: 'The page does not look as it does in that picture any more, or the picture is too old.',
    next: next`Take another picture with ${step('screenshot')} and use a point of that one.`,
  },
  BROWSER_NOT_FOUND: {
    category: 'target',
    retry: 'conditional',
    meaning: 'No connected browser has this label or id.',
    next: next`Use a label or id from details.browsers (also in ${command('status')}).`,
  },
  BROWSER_AMBIGUOUS: {
    category: 'target',
    retry: 'conditional',
    meaning: 'Several browsers are connected and none was chosen.',
    next: next`Repeat with ${param({ browser: true })} and a label or id from details.browsers; ${step('debug.log', {}, { session: true })} asks the browser of that session.`,
  },
  HUMAN_REQUIRED: {
    category: 'policy',
    retry: 'never',
    meaning:
      'A person has to act in the browser first: to log in, solve a CAPTCHA, give consent, or do what the agent asked for.',
    next: next`Tell the user what to do in the browser; when that is done, run ${step('session.resume')}, which checks the page again.`,
  },
  DEBUGGER_DISABLED: {
    category: 'policy',
    retry: 'never',
    meaning: 'bproxy has no debugger permission, by design.',
    next: next`Use ${step('screenshot')}, without ${param({ debugger: true })}.`,
  },
  SESSION_REQUIRED: {
    category: 'policy',
    retry: 'conditional',
    meaning: 'This action needs a session, and none was named.',
    next: next`Add ${param({ session: true })}; ${step('tab.open', { url: 'URL' })} creates a session.`,
  },
  RATE_LIMITED: {
    category: 'policy',
    retry: 'safe',
    meaning: 'The pacing wait of this action would end after the deadline.',
    next: next`Repeat after details.retryAfterMs, or with a longer ${param({ timeout: true })}.`,
  },
  PACING_NOT_ALLOWED: {
    category: 'policy',
    retry: 'never',
    meaning: 'The owner of this computer has not allowed the fast pace.',
    next: next`Continue at the human pace. Only the owner can allow more: "pacing": { "allowFast": true } in config.json, then ${command('service restart')}.`,
  },
  USER_ACTIVE: {
    category: 'policy',
    retry: 'safe',
    meaning:
      'The user is typing or clicking in this tab. An action now would use up what Chrome allows the page for their click.',
    next: 'Repeat after details.retryAfterMs.',
  },
  KEY_NOT_POSSIBLE: {
    category: 'policy',
    retry: 'never',
    meaning: 'Chrome acts on this key by itself, and no script can make it do so.',
    next: next`See details.key. Use a command instead: ${step('tab.open', { url: 'URL' }, { session: true })}, ${step('tab.close')}, ${step('navigate', { url: 'URL' })}.`,
  },
  URL_NOT_ALLOWED: {
    category: 'policy',
    retry: 'never',
    meaning: 'bproxy opens only http, https and about:blank.',
    next: 'Use an http or https URL.',
  },
  PAGE_RESTRICTED: {
    category: 'policy',
    retry: 'never',
    meaning: 'Chrome allows no extension on this page (browser pages, the extension store, viewers).',
    next: 'Navigate to an ordinary web page.',
  },
  PAGE_CRASHED: {
    category: 'execution',
    retry: 'conditional',
    meaning: 'The page has crashed: its process has died, and Chrome shows an error in its place.',
    next: next`Load it again: ${step('navigate', { url: 'URL' })}, with details.url. If it crashes again, the browser cannot show this page.`,
  },
  PERMISSION_NEEDED: {
    category: 'policy',
    retry: 'conditional',
    meaning: 'The user has not let bproxy see downloads.',
    next: 'Ask the user to click the bproxy icon and to press "Let bproxy see downloads", then repeat.',
  },
  FILE_REFUSED: {
    category: 'target',
    retry: 'conditional',
    meaning: 'The page does not take these files there. Nothing was given to it.',
    next: next`See details.reason. ${step('elements')} lists the file fields of the page, also hidden ones.`,
  },
  FILE_TOO_LARGE: {
    category: 'policy',
    retry: 'never',
    meaning: 'The files are larger than the owner of this computer allows. Nothing was sent.',
    next: next`Give smaller files. Only the owner can allow more: "upload": { "maxBytes": NUMBER } in config.json, then ${command('service restart')}.`,
  },
  UPLOAD_INCOMPLETE: {
    category: 'transport',
    retry: 'safe',
    meaning: 'The bytes of the files have not all arrived. Nothing was given to the page.',
    next: next`Repeat the command, without ${param({ id: true })}: it starts again from the first byte.`,
  },
  BAD_REQUEST: {
    category: 'policy',
    retry: 'never',
    meaning: 'The request does not follow the protocol.',
    next: 'Correct the field that details.issues names.',
  },
  UNAUTHORIZED: {
    category: 'policy',
    retry: 'never',
    meaning: 'The request failed the check of its host, origin, fetch site or token.',
    next: 'Use the bproxy command; it reads the token of the running daemon.',
  },
  UNSUPPORTED_ACTION: {
    category: 'execution',
    retry: 'never',
    meaning: 'The connected extension does not know this action.',
    next: next`Update the extension and bproxy to the same version; ${command('status')} shows both.`,
  },
  SCRIPT_ERROR: {
    category: 'execution',
    retry: 'conditional',
    meaning: 'The page or the extension failed while running the action.',
    next: next`Read the page again; ${step('debug.log')} shows what the extension did.`,
  },
  NAVIGATION_FAILED: {
    category: 'execution',
    retry: 'conditional',
    meaning: 'The page could not be loaded.',
    next: 'See details.cause; check the URL and the connection.',
  },
  TAB_NOT_VISIBLE: {
    category: 'execution',
    retry: 'conditional',
    meaning: 'The action needs a tab that its window shows, and this one is in the background.',
    next: next`Run ${step('tab.show')} first, which makes it the active tab of its window, then repeat.`,
  },
  DIALOG_OPEN: {
    category: 'execution',
    retry: 'conditional',
    meaning: 'The page shows a dialog (alert, confirm, prompt) and does not answer until it is closed.',
    next: next`Close it with No: ${step('dialog.dismiss')}. To answer Yes, ask the user; next time, give the action ${param({ dialogs: 'accept' })}.`,
  },
  OUTCOME_UNKNOWN: {
    category: 'execution',
    retry: 'conditional',
    meaning:
      'The connection broke while the action ran: it may or may not have happened. It was not run again.',
    next: 'Re-read the page before deciding whether to repeat.',
  },
  INTERNAL_ERROR: {
    category: 'execution',
    retry: 'conditional',
    meaning: 'bproxy itself failed.',
    next: 'Look up the request id in the logs under BPROXY_HOME/logs, and report the problem.',
  },
} as const satisfies Record<string, ErrorRow>;

/** The next step after the TIMEOUT of a read, which has changed nothing. */
export const READ_AGAIN: NextStep = next`Repeat it, with a longer ${param({ timeout: true })} if the page is slow.`;

export type ErrorCode = keyof typeof ERRORS;

export interface BproxyError {
  code: ErrorCode;
  category: ErrorCategory;
  retry: RetryHint;
  message: string;
  suggestedAction?: NextStep;
  details?: Record<string, unknown>;
}

export interface ErrorCase {
  message?: string;
  details?: Record<string, unknown>;
  /** For a case that needs a different next step from the one in the table. */
  suggestedAction?: NextStep;
  retry?: RetryHint;
}

export function makeError(code: ErrorCode, given: ErrorCase = {}): BproxyError {
  const row = ERRORS[code];
  return {
    code,
    category: row.category,
    retry: given.retry ?? row.retry,
    message: given.message ?? row.meaning,
    suggestedAction: given.suggestedAction ?? row.next,
    ...(given.details ? { details: given.details } : {}),
  };
}

export function isErrorCode(text: unknown): text is ErrorCode {
  return typeof text === 'string' && Object.hasOwn(ERRORS, text);
}

/** A failure that becomes the error of an answer, wherever it is thrown. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly error: BproxyError;

  constructor(code: ErrorCode, given: ErrorCase = {}) {
    const error = makeError(code, given);
    super(error.message);
    this.error = error;
  }
}

/** Daemon and extension remember the request of each id, and refuse the id for any other request. */
export function idInUse(message: string): ProtocolError {
  return new ProtocolError('BAD_REQUEST', {
    message,
    suggestedAction: 'Give every request an id of its own; only a repetition has the id of the first.',
    details: { issues: [{ path: 'id', message: 'is in use' }] },
  });
}
