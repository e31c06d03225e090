import type { SessionView } from '@bproxy/shared';
import { onceLater } from '../once-later.ts';
import type { Browser, BrowserLink, Browsers } from '../state/browsers.ts';
import type { Session, Sessions } from '../state/sessions.ts';

interface State {
  sessions: Sessions;
  browsers: Browsers;
}

/** Tells each browser which sessions work in it, so that the browser can show them to its user. */
export class SessionViews {
  readonly #state: State;
  /** What each link was last sent. A new link has been sent nothing. */
  readonly #sent = new WeakMap<BrowserLink, string>();
  /** Call it whenever the state may have changed. All calls of one turn of the event loop send at most one message. */
  readonly refresh = onceLater(() => {
    for (const browser of this.#state.browsers.connected()) this.tell(browser);
  });

  constructor(state: State) {
    this.#state = state;
  }

  /** Sends the view of this browser now, if it has changed. */
  tell({ instance, link }: Browser): void {
    if (!link) return;
    const sessions = this.#state.sessions
      .all()
      .filter((session) => session.instance === instance)
      .map((session) => viewOf(session, instance));
    const text = JSON.stringify(sessions);
    if (this.#sent.get(link) === text) return;
    if (link.send({ type: 'sessions', sessions })) this.#sent.set(link, text);
  }
}

function viewOf({ id, label, paused, pauseReason, tabs }: Session, instance: string): SessionView {
  return {
    session: id,
    title: label ?? id,
    paused,
    ...(pauseReason === undefined ? {} : { pauseReason }),
    tabIds: [...tabs.values()]
      .filter(({ chrome }) => chrome.instance === instance)
      .map(({ chrome }) => chrome.tabId),
  };
}
