import { PROTOCOL_VERSION, type TabHandle } from '@bproxy/shared';
import type { SessionTab } from '../state/sessions.ts';
import type { ActionInput, DaemonHandler } from './handler.ts';
import { ownSession } from './own-session.ts';

/** Closes the session's own tabs, counts those that Chrome confirmed, and ends the session whatever happens. */
export const sessionClose: DaemonHandler<'session.close'> = async (_params, input) => {
  const { context } = input;
  const session = ownSession(input.session);
  const failedTabs: TabHandle[] = [];
  let closedTabs = 0;
  for (const [index, tab] of [...session.tabs.values()].entries()) {
    const outcome = await closeTab(tab, `${input.request.id}:close:${index + 1}`, input);
    if (outcome === 'closed') closedTabs += 1;
    if (outcome === 'failed') failedTabs.push(tab.handle);
    context.handles.forgetTab(tab.chrome);
  }
  const count = context.handles.forgetSession(session.id);
  if (count > 0) context.log('handle_invalidate', { session: session.id, cause: 'session_close', count });
  context.sessions.delete(session.id);
  context.folders.remove(session.id);
  return { session: session.id, closedTabs, ...(failedTabs.length > 0 ? { failedTabs } : {}) };
};

/** gone: the user had closed it already. */
type CloseOutcome = 'closed' | 'gone' | 'failed';

async function closeTab(tab: SessionTab, id: string, input: ActionInput): Promise<CloseOutcome> {
  const { request, context, deadline } = input;
  const browser = context.browsers.get(tab.chrome.instance);
  if (!browser?.link) return 'failed';
  try {
    const answer = await context.queue.run(tab.chrome, deadline, () =>
      context.forwarder.forward(browser, closeRequest(tab, id, request.deadline), true, deadline),
    );
    if (answer.ok) return 'closed';
    return answer.error.code === 'TAB_NOT_FOUND' ? 'gone' : 'failed';
  } catch (thrown) {
    context.log('tab_close_failed', { id, error: thrown instanceof Error ? thrown.message : String(thrown) });
    return 'failed';
  }
}

function closeRequest(tab: SessionTab, id: string, deadline: number) {
  return {
    protocol_version: PROTOCOL_VERSION,
    id,
    action: 'tab.close',
    params: {},
    session: '',
    deadline,
    destructive: true,
    target: { tabId: tab.chrome.tabId },
  } as const;
}
