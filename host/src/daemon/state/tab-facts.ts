import type { PipelineContext } from '../context.ts';
import type { ChromeTab, OwnedTab, Session, SessionTab } from './sessions.ts';

type Facts = Pick<PipelineContext, 'handles' | 'sessions' | 'log'>;

/** The tab belongs to the session from now on. */
export function tabJoined(
  session: Session,
  chrome: ChromeTab,
  { url, title }: { url: string; title: string },
  { sessions, handles }: Facts,
): SessionTab {
  handles.opened(chrome, url);
  return sessions.addTab(session, chrome, url, title);
}

/** Records the tab's reported URL. If it has changed, the tab has left the page of its handles. */
export function tabSeen(
  owned: OwnedTab,
  { url, title }: { url: string; title: string },
  context: Facts,
): void {
  tabMoved(owned, url, false, context);
  owned.tab.title = title;
}

/** The tab is gone. */
export function tabLost({ session, tab }: OwnedTab, cause: string, context: Facts): void {
  const count = context.handles.forgetTab(tab.chrome);
  if (session.pausedTab === tab.handle) {
    context.log('pause_ended', { session: session.id, by: 'the loss of its tab', cause });
  }
  context.sessions.removeTab(session, tab.handle);
  context.log('tab_lost', { session: session.id, tab: tab.handle, cause });
  if (count > 0) context.log('handle_invalidate', { session: session.id, tab: tab.handle, cause, count });
}

/** The user navigated the tab elsewhere: it is theirs now, and the session remembers only its handle. */
export function tabTaken(owned: OwnedTab, context: Facts): void {
  const { session, tab } = owned;
  const wasBound = session.bound === tab.handle;
  tabLost(owned, 'taken_by_user', context);
  session.taken.add(tab.handle);
  // It stays the current tab: a command that names no tab must report what happened to it.
  if (wasBound) session.bound = tab.handle;
}

/** The same tab has another id, and no page in memory. */
export function tabReplaced(
  { session, tab }: OwnedTab,
  tabId: number,
  { handles, queue, log }: Pick<PipelineContext, 'handles' | 'queue' | 'log'>,
): void {
  const was = tab.chrome;
  tab.chrome = { ...was, tabId };
  queue.replaced(was, tab.chrome);
  const count = handles.replaced(was, tab.chrome);
  log('tab_replaced', { session: session.id, tab: tab.handle });
  if (count > 0) log('handle_invalidate', { session: session.id, tab: tab.handle, cause: 'asleep', count });
}

/** The tab shows another document, or the same document under another URL. */
export function tabMoved(
  { session, tab }: OwnedTab,
  url: string,
  newDocument: boolean,
  context: Facts,
): void {
  tab.url = url;
  const count = context.handles.navigated(tab.chrome, url, newDocument);
  if (count === 0) return;
  context.log('handle_invalidate', { session: session.id, tab: tab.handle, cause: 'navigation', count });
}
