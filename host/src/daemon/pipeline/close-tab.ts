import { type ErrorCode, messageOf, PROTOCOL_VERSION, ProtocolError } from '@bproxy/shared';
import type { PipelineContext } from '../context.ts';
import type { ChromeTab, SessionTab } from '../state/sessions.ts';
import { connectedBrowser } from './choose-browser.ts';
import { sendInTurn } from './send.ts';

/** gone: the user had already closed or taken over the tab, or the browser was restarted. */
export type CloseOutcome = 'closed' | 'gone' | 'failed';

export interface Closing {
  id: string;
  chrome: ChromeTab;
  /** Null if the tab never joined a session. */
  tab: SessionTab | null;
  /** Checked when the request's turn comes: after a browser restart the id may belong to another tab. */
  isStillOurs(): boolean;
  deadline: number;
  signal: AbortSignal;
}

/** Closes a tab, or gives it back if it is borrowed, on the daemon's own initiative: when its session closes, or when its session ended while it opened. */
export async function closeTab(closing: Closing, context: PipelineContext): Promise<CloseOutcome> {
  const { id, chrome, tab, deadline, signal } = closing;
  const pass = () => {
    if (!closing.isStillOurs()) throw new ProtocolError('TAB_NOT_FOUND');
    return { browser: connectedBrowser(context.browsers, chrome.instance), tab };
  };
  const request = {
    protocol_version: PROTOCOL_VERSION,
    id,
    action: tab?.borrowed ? 'tab.return' : 'tab.close',
    params: {},
    session: '',
    deadline,
    destructive: true,
  } as const;
  try {
    const { response } = await sendInTurn({
      request,
      payload: undefined,
      session: null,
      context,
      deadline: signal,
      chrome,
      pass,
    });
    return response.ok ? 'closed' : outcomeOf(response.error.code);
  } catch (thrown) {
    if (thrown instanceof ProtocolError && outcomeOf(thrown.error.code) === 'gone') return 'gone';
    context.log('tab_close_failed', { id, error: messageOf(thrown) });
    return 'failed';
  }
}

function outcomeOf(code: ErrorCode): CloseOutcome {
  return code === 'TAB_NOT_FOUND' || code === 'TAB_TAKEN' || code === 'TAB_NOT_BORROWED' ? 'gone' : 'failed';
}
