import { randomUUID } from 'node:crypto';
import {
  CHUNK_BYTES,
  type HelloMessage,
  MAX_FROM_EXTENSION_BYTES,
  MAX_TO_EXTENSION_BYTES,
  PROTOCOL_VERSION,
  type ToDaemonMessage,
  type ToExtensionMessage,
} from '@bproxy/shared';
import { encodeBye } from '../../wire/control.ts';
import { encodeMessage, withLength } from '../../wire/messages.ts';
import type { PipelineContext } from '../context.ts';
import type { Browser, BrowserLink } from '../state/browsers.ts';
import { resume, type Session } from '../state/sessions.ts';
import type { AcceptedLink } from './accept-link.ts';
import { lendRefused, tabLent } from './lent-tabs.ts';
import { readMessages } from './link-server.ts';
import { parseExtensionMessage } from './messages.ts';
import type { SessionViews } from './session-views.ts';
import { LOOK_EVERY_MS, SilenceWatch } from './silence-watch.ts';
import { browserArrived, tabMessage } from './tab-truth.ts';

/** Above this the browser is not keeping up: refuse instead of buffering more. */
const MAX_UNSENT_BYTES = 96 * 1024 * 1024;
const MAX_MESSAGE_BYTES = MAX_FROM_EXTENSION_BYTES + 1024 * 1024;

export interface LinkHost {
  context: PipelineContext;
  views: SessionViews;
  home: string;
  /** Called when the number of links changes. */
  onChange(): void;
  /** Called after a message has been processed, because it may have changed the daemon's state. */
  onMessage(): void;
}

/** Serves one link until it closes: first hello, then answers and tab events. */
export function serveLink(
  { socket, introduction }: AcceptedLink,
  { context, views, home, onChange, onMessage }: LinkHost,
): void {
  const { browsers, flights, log, clock, facts } = context;
  let browser: Browser | undefined;
  const send = (message: ToExtensionMessage): boolean => {
    if (!socket.writable || socket.writableLength > MAX_UNSENT_BYTES) return false;
    for (const piece of piecesOf(message)) socket.write(piece);
    return true;
  };
  const link: BrowserLink = { send, supersede: () => socket.end(withLength(encodeBye('superseded'))) };

  const giveUp = (reason: string) => {
    log.warn('link_given_up', { client: browser?.instance, reason });
    socket.destroy();
  };
  const silence = new SilenceWatch(clock.now());
  const watch = setInterval(() => {
    // A browser pings only after it was welcomed.
    if (browser && silence.isOver(clock.now())) giveUp('silent');
  }, LOOK_EVERY_MS);

  const greet = (hello: HelloMessage) => {
    if (hello.protocol.min > PROTOCOL_VERSION || hello.protocol.max < PROTOCOL_VERSION) {
      const reason = `The extension ${hello.extensionVersion} speaks protocol ${hello.protocol.min} to ${hello.protocol.max}, this bproxy ${facts.version} speaks ${PROTOCOL_VERSION}. Update both to the same version.`;
      browsers.refuse({
        label: hello.label,
        extensionVersion: hello.extensionVersion,
        refusedAt: clock.now(),
        reason,
      });
      log.warn('link_refused', { client: hello.instance, reason });
      send({ type: 'refused', reason });
      return;
    }
    const now = clock.now();
    browser = {
      instance: hello.instance,
      label: hello.label,
      hello,
      protocolVersion: PROTOCOL_VERSION,
      // Where the system cannot identify the browser's run, a new extension run counts as a new browser.
      browserRun: introduction.browserRun || hello.run,
      connectedAt: now,
      lastSeenAt: now,
      link,
    };
    const runBefore = browsers.attach(browser);
    log('link_connect', {
      client: hello.instance,
      remote: introduction.origin,
      extension: hello.extensionVersion,
    });
    send({
      type: 'welcome',
      daemonVersion: facts.version,
      protocol: PROTOCOL_VERSION,
      home,
      client: hello.instance,
    });
    browserArrived(browser, runBefore, context);
    // The tabs have been applied. Kept here, they would be the largest part of the browser's record.
    browser.hello = { ...hello, tabs: [] };
    views.tell(browser);
    flights.attached(browser);
    onChange();
  };

  const handle = (message: ToDaemonMessage) => {
    if (message.type === 'hello') {
      // A link serves one profile for life. If it took a second name, the first would stay connected for ever.
      if (browser && browser.instance !== message.instance) return giveUp('another name');
      return greet(message);
    }
    if (!browser) return;
    browser.lastSeenAt = clock.now();
    switch (message.type) {
      case 'ping': {
        const sessions = context.sessions.all();
        const pausedSessions = pausedIn(browser.instance, context).length;
        send({ type: 'pong', ts: message.ts, sessions: sessions.length, pausedSessions });
        return;
      }
      case 'label':
        browser.label = message.label;
        return;
      case 'user-done':
        for (const session of pausedIn(browser.instance, context)) {
          log('pause_ended', { session: session.id, by: 'the user' });
          resume(session, 'user');
        }
        return;
      case 'tab-lent':
        return tabLent(browser, message, context);
      case 'lend-refused':
        return lendRefused(browser.instance, message.session, context);
      case 'part-wanted': {
        const { id, file, from } = message;
        const part = flights.isWith(browser.instance, id) ? context.staged.part(message) : undefined;
        send({ type: 'part', id, file, from, data: part?.toString('base64') ?? null });
        return;
      }
      case 'response':
        return flights.answered(browser.instance, message);
      case 'resumed':
        return flights.resumed(browser, message.states);
      default:
        return tabMessage(browser.instance, message, context);
    }
  };

  readMessages(socket, MAX_MESSAGE_BYTES, (body) => {
    silence.heard(clock.now());
    const message = parseExtensionMessage(body);
    if (message) {
      handle(message);
      onMessage();
    } else log.warn('link_bad_message', { client: browser?.instance, bytes: body.byteLength });
  });
  socket.once('close', (hadError) => {
    clearInterval(watch);
    if (!browser || !browsers.detach(browser.instance, link)) return onChange();
    log('link_disconnect', { client: browser.instance, reason: hadError ? 'error' : 'closed' });
    flights.detached(browser.instance);
    onChange();
  });
}

function pausedIn(instance: string, { sessions }: PipelineContext): Session[] {
  return sessions.all().filter((session) => session.paused && session.instance === instance);
}

/**
 * One message, ready to be written. Chrome closes the port if a message is too large, so large messages are sent in
 * chunks.
 */
function piecesOf(message: ToExtensionMessage): Buffer[] {
  const body = Buffer.from(JSON.stringify(message));
  if (body.byteLength <= MAX_TO_EXTENSION_BYTES) return [withLength(body)];
  const id = randomUUID();
  const count = Math.ceil(body.byteLength / CHUNK_BYTES);
  return Array.from({ length: count }, (_, index) => {
    const data = body.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES).toString('base64');
    const chunk: ToExtensionMessage = { type: 'chunk', message: id, index, count, data };
    return encodeMessage(chunk);
  });
}
