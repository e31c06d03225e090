import type { TabHandle } from '@bproxy/shared';
import { closeTab } from '../pipeline/close-tab.ts';
import type { Session, SessionTab } from '../state/sessions.ts';
import type { DaemonHandler } from './handler.ts';
import { ownSession } from './own-session.ts';

/** Closes the session's own tabs and gives borrowed ones back, counts those that Chrome confirmed, and always ends the session. */
export const sessionClose: DaemonHandler<'session.close'> = async (_params, input) => {
  const { context, request } = input;
  const session = ownSession(input.session);
  session.closing = true;
  const tried = new Set<TabHandle>();
  const failedTabs: TabHandle[] = [];
  const returnedTabs: TabHandle[] = [];
  let closedTabs = 0;
  // Close one tab at a time and look up the next one each time: a page can open another tab until it is closed.
  for (let tab = nextTab(session, tried); tab; tab = nextTab(session, tried)) {
    const { handle, chrome } = tab;
    tried.add(handle);
    const outcome = await closeTab(
      {
        // The id comes from the tab, so a retried close repeats the same request.
        id: `${request.id}:close:${handle.slice(1)}`,
        chrome,
        tab,
        isStillOurs: () => session.tabs.has(handle),
        deadline: request.deadline,
        signal: input.deadline,
      },
      context,
    );
    if (outcome === 'closed' && tab.borrowed) returnedTabs.push(handle);
    else if (outcome === 'closed') closedTabs += 1;
    if (outcome === 'failed') failedTabs.push(handle);
  }
  // A tab that stays open is the user's from now on.
  for (const { chrome } of failedTabs.flatMap((handle) => session.tabs.get(handle) ?? [])) {
    context.browsers.get(chrome.instance)?.link?.send({ type: 'release', tabIds: [chrome.tabId] });
  }
  const count = context.handles.forgetSession(session.id);
  if (count > 0) context.log('handle_invalidate', { session: session.id, cause: 'session_close', count });
  for (const { chrome } of session.tabs.values()) context.handles.forgetTab(chrome);
  context.sessions.delete(session.id);
  context.folders.remove(session.id);
  return {
    session: session.id,
    closedTabs,
    ...(returnedTabs.length > 0 ? { returnedTabs } : {}),
    ...(failedTabs.length > 0 ? { failedTabs } : {}),
  };
};

function nextTab(session: Session, tried: Set<TabHandle>): SessionTab | undefined {
  return [...session.tabs.values()].find(({ handle }) => !tried.has(handle));
}
