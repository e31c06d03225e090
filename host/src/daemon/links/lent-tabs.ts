import type { SessionId, ToDaemonMessage } from '@bproxy/shared';
import type { PipelineContext } from '../context.ts';
import type { Browser } from '../state/browsers.ts';
import { resume, type Session } from '../state/sessions.ts';
import { tabJoined } from '../state/tab-facts.ts';

type Lent = Extract<ToDaemonMessage, { type: 'tab-lent' }>;

/** The user lends a tab. It joins the session, or a new one, and ends the pause of a session that asked for it. */
export function tabLent({ instance, link }: Browser, message: Lent, context: PipelineContext): void {
  const chrome = { instance, tabId: message.tabId };
  if (context.sessions.ownerOf(chrome)) return;
  const session = borrower(message.session, instance, context);
  // A session that has ended, or that works in another browser, cannot borrow: the tab stays the user's.
  if (!session) {
    link?.send({ type: 'release', tabIds: [message.tabId] });
    return;
  }
  session.instance = instance;
  const tab = tabJoined(session, chrome, message, context);
  tab.borrowed = true;
  if (message.readOnly) tab.readOnly = true;
  const { readOnly } = message;
  context.log('tab_lent', { session: session.id, tab: tab.handle, readOnly });
  const hasAsked = session.pausedFor === 'lend';
  const hasNone = session.bound === null || (hasAsked && !session.tabs.has(session.bound));
  if (hasNone) session.bound = tab.handle;
  if (hasAsked) endPause(session, 'the loan of a tab', context);
}

/** The session goes on without a tab. */
export function lendRefused(instance: string, id: SessionId, context: PipelineContext): void {
  const session = context.sessions.get(id);
  if (session?.instance === instance && session.pausedFor === 'lend') endPause(session, 'the user', context);
}

function borrower(id: SessionId | null, instance: string, context: PipelineContext): Session | undefined {
  if (id !== null) {
    const session = context.sessions.get(id);
    return session && (session.instance ?? instance) === instance ? session : undefined;
  }
  const made = context.sessions.create(undefined, instance);
  context.folders.create(made.id);
  return made;
}

function endPause(session: Session, by: string, { log }: PipelineContext): void {
  log('pause_ended', { session: session.id, by });
  resume(session, 'user');
}
