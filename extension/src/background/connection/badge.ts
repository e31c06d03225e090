import type { Connection } from './connection-state.ts';
import { needsSetup } from './port-errors.ts';

interface Badge {
  text: '' | '…' | '!' | 'you';
  title: string;
}

/** `asks`: the sessions that ask for a tab. */
export function badgeOf({ phase }: Connection, asks: number): Badge {
  switch (phase.name) {
    case 'ready':
      if (asks > 0) return { text: 'you', title: 'bproxy: a session asks for one of your tabs' };
      return { text: '', title: 'bproxy: connected' };
    case 'idle':
    case 'connecting':
    case 'greeting':
      return { text: '…', title: 'bproxy: connecting' };
    case 'refused':
      return { text: '!', title: 'bproxy: versions do not fit together' };
    case 'failed':
      return {
        text: '!',
        title: needsSetup(phase.failure) ? 'bproxy: not set up on this computer' : 'bproxy: connection lost',
      };
    case 'daemon-down':
      if (phase.state === 'starting') return { text: '…', title: 'bproxy: the daemon is starting' };
      // A daemon stopped on purpose is not an error.
      if (phase.state === 'stopped') return { text: '', title: 'bproxy: the daemon is stopped' };
      return { text: '!', title: 'bproxy: the daemon cannot be started' };
  }
}

/** A lost badge is not worth an unhandled rejection: calls fail while the browser shuts down. */
export function showBadge({ text, title }: Badge): void {
  const color = text === '!' ? '#b3261e' : text === 'you' ? '#1a73e8' : '#5f6368';
  void chrome.action.setBadgeText({ text }).catch(() => undefined);
  void chrome.action.setBadgeBackgroundColor({ color }).catch(() => undefined);
  void chrome.action.setTitle({ title }).catch(() => undefined);
}
