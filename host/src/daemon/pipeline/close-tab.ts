import { PROTOCOL_VERSION, type TabHandle } from '@bproxy/shared';
import type { PipelineContext } from '../context.ts';
import type { ChromeTab } from '../state/sessions.ts';

/** gone: the user had closed or taken it already, or the browser was restarted. */
export type CloseOutcome = 'closed' | 'gone' | 'failed';

export interface Closing {
  id: string;
  chrome: ChromeTab;
  /** Null if it has not become a tab of a session. */
  name: TabHandle | null;
  /** Asked when the turn has come: after a restart of the browser the id may be that of another tab. */
  isStillOurs(): boolean;
  deadline: number;
  signal: AbortSignal;
}

/** Closes a tab on the daemon's own account: with its session, or when its session went while it opened. */
export async function closeTab(closing: Closing, context: PipelineContext): Promise<CloseOutcome> {
  const { id, chrome, signal } = closing;
  try {
    return await context.queue.run(
      chrome,
      'tab.close',
      () => signal,
      () => send(closing, context),
    );
  } catch (thrown) {
    context.log('tab_close_failed', { id, error: thrown instanceof Error ? thrown.message : String(thrown) });
    return 'failed';
  }
}

async function send(closing: Closing, context: PipelineContext): Promise<CloseOutcome> {
  const { id, chrome, name, deadline, signal } = closing;
  if (!closing.isStillOurs()) return 'gone';
  const browser = context.browsers.get(chrome.instance);
  if (!browser?.link) return 'failed';
  const request = {
    protocol_version: PROTOCOL_VERSION,
    id,
    action: 'tab.close',
    params: {},
    session: '',
    deadline,
    destructive: true,
    target: { tabId: chrome.tabId },
  } as const;
  context.log('forwarded', { id, client: browser.instance, tab: name });
  const { response } = await context.forwarder.forward(browser, request, true, signal);
  if (response.ok) return 'closed';
  const { code } = response.error;
  return code === 'TAB_NOT_FOUND' || code === 'TAB_TAKEN' ? 'gone' : 'failed';
}
