import { PROTOCOL_VERSION, type ToDaemonMessage } from '@bproxy/shared';
import type { SharedTools } from './actions/handler.ts';
import { badgeOf, showBadge } from './connection/badge.ts';
import { browserBrand } from './connection/browser-brand.ts';
import { keepLabel, readIdentity, readLabel } from './connection/identity.ts';
import { IncomingMessages } from './connection/incoming.ts';
import { Link } from './connection/link.ts';
import { sessionDownloads } from './downloads/session-downloads.ts';
import { FileParts } from './files/file-parts.ts';
import { FrameNames } from './frames/frame-names.ts';
import { barrierAbove } from './frames/way-up.ts';
import { GroupRecords } from './groups/group-records.ts';
import { TabGroups } from './groups/tab-groups.ts';
import { registerAskNotifications } from './human/ask-notification.ts';
import { registerPopupRequests } from './human/popup-requests.ts';
import { LendAsks } from './lending/lend-asks.ts';
import {
  notifyOfLendAsk,
  registerLendNotifications,
  withdrawLendNotification,
} from './lending/lend-notification.ts';
import { Lending } from './lending/lending.ts';
import { NavigationEvents, registerNavigationEvents } from './navigation/navigation-events.ts';
import { onceLoaded } from './once-loaded.ts';
import { Injection } from './page/injection.ts';
import { PagePorts } from './page/page-ports.ts';
import { SilentPages } from './page/silent-pages.ts';
import { Dedupe } from './requests/dedupe.ts';
import { Dispatcher } from './requests/dispatcher.ts';
import { run } from './requests/run-request.ts';
import { Trace } from './requests/trace.ts';
import { SessionBoard } from './sessions/session-board.ts';
import { keepAwake, registerSleep } from './tabs/asleep.ts';
import { FormResults } from './tabs/form-results.ts';
import { Front } from './tabs/front.ts';
import { OwnedTabs } from './tabs/owned-tabs.ts';
import { PutBack } from './tabs/put-back.ts';
import { TabEvents } from './tabs/tab-events.ts';

const LONGEST_WAIT_FOR_UPDATE_MS = 30_000;
const LOOK_EVERY_MS = 500;

/**
 * Wires the worker. Nothing here waits: Chrome delivers an event that woke the worker only to listeners that were
 * registered before the script's first turn ended.
 */
export function startBackground(): void {
  const { local, session } = chrome.storage;
  const extensionVersion: string = chrome.runtime.getManifest()['version'];
  const worker = crypto.randomUUID();

  const owned = new OwnedTabs(session, local);
  owned.watch(keepAwake);
  const forms = new FormResults(local);
  const trace = new Trace(session, (work, ms) => void setTimeout(work, ms));
  const events = new NavigationEvents();
  const board = new SessionBoard(session, {
    now: () => performance.now(),
    later: (work, ms) => void setTimeout(work, ms),
  });
  const groups: TabGroups = new TabGroups({
    owned,
    board,
    records: new GroupRecords(session, local),
    taken: (tabId) => tabEvents.taken(tabId),
    lend: (offer, found) => lending.lend(offer, found),
  });
  let openAsks = 0;
  const paintBadge = () => showBadge(badgeOf(link.connection, openAsks));
  const asks = new LendAsks(session, {
    asked: (ask) => void notifyOfLendAsk(ask, board).catch(() => undefined),
    ended: withdrawLendNotification,
    changed: (open) => {
      openAsks = open;
      paintBadge();
    },
  });
  const injection = new Injection((tabId) => owned.refuseForeign(tabId));
  const frameNames = new FrameNames();
  const front = new Front();
  const putBack = new PutBack(front);
  const isConnected = () => link.connection.phase.name === 'ready';
  const downloads = sessionDownloads();
  const fileParts = new FileParts({ isConnected, send: (message) => link.send(message) });
  const ports: PagePorts = new PagePorts((document, here, point) =>
    barrierAbove({ injection, ports }, document, here, point),
  );
  const tools: SharedTools = {
    owned,
    forms,
    events,
    groups,
    asks,
    injection,
    ports,
    frameNames,
    silent: new SilentPages(owned),
    trace,
    front,
    putBack,
    fileParts,
    downloads,
    openedBy: (openerTabId, since) => tabEvents.openedBy(openerTabId, since),
    openFor: (openerTabId, url) => tabEvents.openFor(openerTabId, url),
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
    changed: (connection) => {
      paintBadge();
      board.setOnline(connection.phase.name === 'ready');
      if (connection.phase.name !== 'ready') fileParts.lost();
    },
  });
  const send = (message: ToDaemonMessage) => link.send(message);
  const tabEvents = new TabEvents(owned, send, putBack);
  const taken = (tabId: number) => tabEvents.taken(tabId);
  const lending: Lending = new Lending({ owned, board, groups, asks, isConnected, taken, send });
  const dispatcher = new Dispatcher({
    run: (request, signal) => board.during(request.session, () => run(request, { ...tools, signal })),
    send,
    dedupe: new Dedupe(session, local, Date.now),
    trace,
    now: Date.now,
    extensionVersion,
  });
  const incoming = new IncomingMessages({
    feed: (event) => link.feed(event),
    send,
    fileParts,
    dispatcher,
    release: (tabIds) => void owned.release(tabIds),
    sessions: (sessions) => {
      board.set(sessions);
      void asks.follow(sessions).catch(() => undefined);
    },
    // biome-ignore lint/suspicious/noConsole: the worker's console is the only place that outlives the port.
    note: (text) => console.warn(text),
  });

  registerNavigationEvents(events);
  registerAskNotifications(events);
  injection.follow(events);
  frameNames.follow(events);
  tabEvents.register(events);
  downloads.follow(events);
  front.follow();
  forms.follow(events);
  registerSleep((tabId) => injection.forgetTab(tabId));
  groups.register();
  registerLendNotifications();
  registerPopupRequests({ link, label, keepLabel: (text) => keepLabel(local, text), lending });
  chrome.alarms.onAlarm.addListener((alarm) => link.onAlarm(alarm));
  // Without these two Chrome would not start the worker with the browser.
  const wake = () => link.feed({ type: 'tick' });
  chrome.runtime.onStartup.addListener(wake);
  chrome.runtime.onInstalled.addListener(wake);
  chrome.runtime.onUpdateAvailable.addListener(() => reloadWhenIdle(() => dispatcher.inFlight));
  wake();
}

/**
 * Chrome installs an update when the worker has ended, but a worker with an open native port never ends. So the
 * extension reloads itself in an idle moment, after half a minute at the latest.
 */
function reloadWhenIdle(inFlight: () => number): void {
  const since = Date.now();
  const look = () => {
    if (inFlight() === 0 || Date.now() - since > LONGEST_WAIT_FOR_UPDATE_MS) chrome.runtime.reload();
    else setTimeout(look, LOOK_EVERY_MS);
  };
  look();
}
