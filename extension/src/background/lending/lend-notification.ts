import type { SessionId } from '@bproxy/shared';
import type { SessionBoard } from '../sessions/session-board.ts';
import type { LendAsk } from './lend-asks.ts';

const PREFIX = 'lend:';

/** Tells the user, wherever they look, that a session asks for a tab. */
export async function notifyOfLendAsk(
  { session, reason }: LendAsk,
  board: Pick<SessionBoard, 'sessions'>,
): Promise<void> {
  const known = (await board.sessions())?.find((each) => each.session === session);
  await chrome.notifications.create(PREFIX + session, {
    type: 'basic',
    iconUrl: chrome.runtime.getURL('icon/128.png'),
    title: `${known?.title ?? session} asks for one of your tabs`,
    message: reason,
    contextMessage: 'Open the bproxy popup to lend one, or to say no.',
    requireInteraction: true,
  });
}

export function withdrawLendNotification(session: SessionId): void {
  void chrome.notifications.clear(PREFIX + session).catch(() => undefined);
}

/** A click opens the popup, where Chrome allows that. */
export function registerLendNotifications(): void {
  chrome.notifications.onClicked.addListener((id) => {
    if (!id.startsWith(PREFIX)) return;
    void chrome.notifications.clear(id).catch(() => undefined);
    void chrome.action.openPopup().catch(() => undefined);
  });
}
