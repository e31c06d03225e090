import { PROTOCOL_VERSION, type ToDaemonMessage } from '@bproxy/shared';
import type { Tools } from './actions/handler.ts';
import { registerAskNotifications } from './ask-notification.ts';
import { badgeOf, showBadge } from './badge.ts';
import { browserBrand } from './browser-brand.ts';
import { Dedupe } from './dedupe.ts';
import { Dispatcher } from './dispatcher.ts';
import { keepLabel, readIdentity, readLabel } from './identity.ts';
import { IncomingMessages } from './incoming.ts';
import { Injection } from './injection.ts';
import { Link } from './link.ts';
import { NavigationEvents, registerNavigationEvents } from './navigation-events.ts';
import { onceLoaded } from './once-loaded.ts';
import { OwnedTabs } from './owned-tabs.ts';
import { PagePorts } from './page-ports.ts';
import { registerPopupRequests } from './popup-requests.ts';
import { run } from './run-request.ts';
import { SilentPages } from './silent-pages.ts';
import { TabEvents } from './tab-events.ts';
import { Trace } from './trace.ts';
import { reloadWhenIdle } from './update.ts';

/**
 * Wires the worker. Nothing here waits: Chrome delivers an event that woke the worker only to listeners that
 * were registered before the script's first turn ended.
 */
export function startBackground(): void {
  const { local, session } = chrome.storage;
  const extensionVersion: string = chrome.runtime.getManifest()['version'];
  const worker = crypto.randomUUID();

  const owned = new OwnedTabs(session, local);
  const trace = new Trace(session, (work, ms) => void setTimeout(work, ms));
  const events = new NavigationEvents();
  const injection = new Injection((tabId) => owned.refuseForeign(tabId));
  const tools: Tools = {
    owned,
    events,
    injection,
    ports: new PagePorts(),
    silent: new SilentPages(owned),
    trace,
  };
  const identity = onceLoaded(() => readIdentity(local, session, worker, () => crypto.randomUUID()));

  const label = async () => readLabel(local, (await browserBrand()).brand, (await identity()).instance);
  const hello = async (): Promise<ToDaemonMessage> => ({
    type: 'hello',
    protocol: { min: PROTOCOL_VERSION, max: PROTOCOL_VERSION },
    ...(await identity()),
    extensionVersion,
    browser: await browserBrand(),
    label: await label(),
    ...(await owned.present()),
  });

  const link: Link = new Link({
    hello,
    received: (message) => incoming.take(message),
    changed: (connection) => showBadge(badgeOf(connection)),
  });
  const send = (message: ToDaemonMessage) => link.send(message);
  const dispatcher = new Dispatcher({
    run: (request, cancelled) => run(request, { ...tools, cancelled }),
    send,
    dedupe: new Dedupe(session, local, Date.now),
    trace,
    now: Date.now,
    extensionVersion,
  });
  const incoming = new IncomingMessages({
    feed: (event) => link.feed(event),
    send,
    dispatcher,
    release: (tabIds) => void owned.release(tabIds),
    // biome-ignore lint/suspicious/noConsole: the worker's console is the only place that outlives the port.
    note: (text) => console.warn(text),
  });

  registerNavigationEvents(events);
  registerAskNotifications(events);
  injection.follow(events);
  new TabEvents(owned, send).register(events);
  registerPopupRequests({ link, label, keepLabel: (text) => keepLabel(local, text) });
  chrome.alarms.onAlarm.addListener((alarm) => link.onAlarm(alarm));
  // Without these two Chrome would not start the worker with the browser.
  const wake = () => link.feed({ type: 'tick' });
  chrome.runtime.onStartup.addListener(wake);
  chrome.runtime.onInstalled.addListener(wake);
  chrome.runtime.onUpdateAvailable.addListener(() => reloadWhenIdle(() => dispatcher.inFlight));
  wake();
}
