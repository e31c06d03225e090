import { next, ProtocolError, param } from '@bproxy/shared';
import type { Browser, Browsers } from '../state/browsers.ts';
import { describeBrowser } from '../state/browsers.ts';
import type { Session } from '../state/sessions.ts';

interface Wishes {
  session: Session | null;
  /** `--browser` of this request. */
  named: string | undefined;
  /** The owner's configured default. */
  fallback: string | undefined;
}

/** Chooses the connected browser for a request. It never guesses: several browsers without a choice are an error. */
export function chooseBrowser(browsers: Browsers, { session, named, fallback }: Wishes): Browser {
  const own = session?.instance ?? null;
  if (own !== null) return ownBrowser(browsers, own, named);
  const connected = browsers.connected();
  if (connected.length === 0) throw new ProtocolError('NO_EXTENSION');
  if (named !== undefined) return onlyMatch(browsers, named);
  const [first, second] = connected;
  if (first && !second) return first;
  if (fallback !== undefined && browsers.matching(fallback).length > 0) return onlyMatch(browsers, fallback);
  throw new ProtocolError('BROWSER_AMBIGUOUS', { details: { browsers: listOf(connected) } });
}

/** The browser that a session or a tab belongs to, if it is connected. */
export function connectedBrowser(browsers: Browsers, instance: string): Browser {
  const browser = browsers.get(instance);
  if (browser?.link) return browser;
  const label = browsers.labelOf(instance);
  throw new ProtocolError('NO_EXTENSION', {
    message: `This session works in ${label}, which is not connected.`,
    details: { browser: label },
  });
}

/** For actions in a tab. The tab determines the browser, but at least one must be connected. */
export function refuseUnconnected({ instance }: Session, browsers: Browsers): void {
  if (instance !== null) connectedBrowser(browsers, instance);
  else if (browsers.connected().length === 0) throw new ProtocolError('NO_EXTENSION');
}

/** If a session opens two tabs at once, it belongs to the browser of the first. */
export function refuseMove({ instance }: Session, browser: Browser, browsers: Browsers): void {
  if (instance !== null && instance !== browser.instance)
    throw cannotMove(connectedBrowser(browsers, instance));
}

function ownBrowser(browsers: Browsers, instance: string, named: string | undefined): Browser {
  const browser = connectedBrowser(browsers, instance);
  if (named !== undefined && !browsers.matching(named).includes(browser)) throw cannotMove(browser);
  return browser;
}

function cannotMove(browser: Browser): ProtocolError {
  return new ProtocolError('BROWSER_NOT_FOUND', {
    message: `This session works in ${browser.label}; it cannot move to another browser.`,
    suggestedAction: next`Leave ${param({ browser: true })} out, or open a new session.`,
    details: { browsers: listOf([browser]) },
  });
}

function onlyMatch(browsers: Browsers, choice: string): Browser {
  const matches = browsers.matching(choice);
  const [first, second] = matches;
  if (first && !second) return first;
  throw new ProtocolError(first ? 'BROWSER_AMBIGUOUS' : 'BROWSER_NOT_FOUND', {
    message: `${matches.length === 0 ? 'No' : 'More than one'} connected browser is called "${choice}".`,
    details: { browsers: listOf(first ? matches : browsers.connected()) },
  });
}

function listOf(browsers: Browser[]) {
  return browsers.map(describeBrowser).map(({ id, label, browser }) => ({ id, label, browser }));
}
