import { type ActionResult, ProtocolError, traitsOf } from '@bproxy/shared';
import * as z from 'zod';
import { closeTab } from '../../pipeline/close-tab.ts';
import { type ChromeTab, pause, type Session } from '../../state/sessions.ts';
import { tabJoined } from '../../state/tab-facts.ts';
import { type EffectInput, readData } from '../effect.ts';

const opened = z.object({
  tabId: z.int(),
  url: z.string(),
  title: z.string(),
  interstitial: z
    .object({ kind: z.string(), evidence: z.array(z.string()), message: z.string() })
    .exactOptional(),
});

/** How long the daemon tries to close a tab whose session ended while it opened. */
const ORPHAN_MS = 10_000;

/** Creates the session only now, so a tab that failed to open leaves nothing behind. */
export function tabOpen(input: EffectInput): ActionResult['tab.open'] {
  const { context, browser } = input;
  const { tabId, url, title, interstitial } = readData(opened, input.data);
  const chrome = { instance: browser.instance, tabId };
  refuseForeign(chrome, input);
  const session =
    input.session ?? madeBefore(chrome, input) ?? context.sessions.create(undefined, browser.instance);
  startPace(session, input);
  const tab = tabJoined(session, chrome, { url, title }, context);
  session.bound = tab.handle;
  const names = { session: session.id, tab: tab.handle };
  const tmpDir = context.folders.create(session.id);
  if (interstitial) {
    const { kind, evidence, message } = interstitial;
    pause(session, message, tab.handle);
    // The error gives the caller the session to continue with once the user is done.
    throw new ProtocolError('HUMAN_REQUIRED', {
      message,
      details: { ...names, kind, evidence, url, title, tmpDir },
    });
  }
  return { ...names, bound: true, url, tmpDir };
}

/** A retry with the same id after a daemon crash: the new daemon already has the session. */
function madeBefore(chrome: ChromeTab, { replay, context }: EffectInput): Session | undefined {
  return replay ? context.sessions.ownerOf(chrome)?.session : undefined;
}

/** This was the session's first navigation, so pacing counts from here. */
function startPace({ lastActionAt }: Session, { context, request }: EffectInput): void {
  const { pacing } = traitsOf(request.action);
  if (pacing !== 'none') lastActionAt[pacing] ??= context.clock.steady();
}

/** A tab belongs to one session for its whole life, and never to a session that ended while the tab opened. */
function refuseForeign(chrome: ChromeTab, input: EffectInput): void {
  const { session, context, request } = input;
  const owner = context.sessions.ownerOf(chrome);
  if (owner && owner.session !== (session ?? madeBefore(chrome, input))) {
    throw new ProtocolError('SCRIPT_ERROR', { message: 'The browser named a tab of another session.' });
  }
  if (!session || context.sessions.get(session.id) === session) return;
  const id = `${request.id}:close:1`;
  const deadline = context.clock.now() + ORPHAN_MS;
  const signal = AbortSignal.timeout(ORPHAN_MS);
  void closeTab({ id, chrome, tab: null, isStillOurs: () => true, deadline, signal }, context);
  throw new ProtocolError('SESSION_NOT_FOUND', {
    message: 'The session was closed while the tab opened; the tab is closed again.',
    details: { session: session.id },
  });
}
