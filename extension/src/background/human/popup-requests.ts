import { HOST_NAME } from '@bproxy/shared';
import { type ConnectionStatus, type FromPopup, isFromPopup } from '../../popup-messages.ts';
import type { Link } from '../connection/link.ts';
import type { Lending } from '../lending/lending.ts';

const PROOF_MS = 2_000;
const LOOK_EVERY_MS = 25;

interface PopupParts {
  link: Link;
  label(): Promise<string>;
  keepLabel(label: string): Promise<void>;
  lending: Pick<Lending, 'lend' | 'takeBack' | 'refuse' | 'view'>;
}

/** Answers the popup. "Connected" is only as recent as the last pong, so each question sends one more ping. */
export function registerPopupRequests(parts: PopupParts): void {
  chrome.runtime.onMessage.addListener((message: unknown, sender, sendResponse) => {
    if (!isOwnPage(sender) || !isFromPopup(message)) return false;
    void answer(message, parts).then(sendResponse);
    return true;
  });
}

/** A content script sends with the same extension id, but from the URL of its page. */
function isOwnPage(sender: chrome.runtime.MessageSender): boolean {
  const home = chrome.runtime.getURL('');
  return sender.id === chrome.runtime.id && sender.url !== undefined && sender.url.startsWith(home);
}

async function answer(message: FromPopup, parts: PopupParts): Promise<ConnectionStatus> {
  const { link } = parts;
  const decided = carryOut(message, parts);
  if (message.type === 'set-label') {
    await parts.keepLabel(message.label);
    link.send({ type: 'label', label: await parts.label() });
  } else {
    const askedAt = Date.now();
    if (message.type === 'done') link.send({ type: 'user-done' });
    if (message.type === 'reconnect') link.feed({ type: 'reconnect' });
    else if (message.type === 'opened' || link.connection.phase.name === 'ready')
      link.feed({ type: 'asked' });
    await proof(link, askedAt);
  }
  const note = await decided;
  return {
    ...statusOf(link, await parts.label()),
    lending: await parts.lending.view(message.front),
    ...(note === null ? {} : { note }),
  };
}

/** What the user decided about a tab. Returns why it was not done, in words. */
async function carryOut(message: FromPopup, { lending }: PopupParts): Promise<string | null> {
  if (message.type === 'lend') return lending.lend(message);
  if (message.type === 'take-back') await lending.takeBack(message.tabId);
  if (message.type === 'refuse') await lending.refuse(message.session);
  return null;
}

async function proof(link: Link, askedAt: number): Promise<void> {
  while (Date.now() - askedAt < PROOF_MS) {
    const { phase, heartbeat } = link.connection;
    const waiting =
      phase.name === 'connecting' ||
      phase.name === 'greeting' ||
      (phase.name === 'ready' && (heartbeat.lastPongAt ?? 0) < askedAt);
    if (!waiting) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

function statusOf(link: Link, label: string): Omit<ConnectionStatus, 'lending'> {
  const { phase, heartbeat, sessions, hostVersion } = link.connection;
  return {
    phase,
    now: Date.now(),
    lastPongAt: heartbeat.lastPongAt,
    sessions,
    hostVersion,
    extensionVersion: chrome.runtime.getManifest()['version'],
    extensionId: chrome.runtime.id,
    hostName: HOST_NAME,
    label,
  };
}
