import { type ActionResult, ProtocolError } from '@bproxy/shared';
import { z } from 'zod';
import { pause } from '../state/sessions.ts';
import { type EffectInput, readData } from './effect.ts';

const opened = z.object({
  tabId: z.int(),
  url: z.string(),
  title: z.string(),
  interstitial: z
    .object({ kind: z.string(), evidence: z.array(z.string()), message: z.string() })
    .exactOptional(),
});

/** The session is made only now: a tab that did not open leaves nothing behind. */
export function tabOpen(input: EffectInput): ActionResult['tab.open'] {
  const { context, browser } = input;
  const { tabId, url, title, interstitial } = readData(opened, input.data);
  const session = input.session ?? context.sessions.create(undefined, browser.instance);
  session.instance = browser.instance;
  const tab = context.sessions.addTab(session, { instance: browser.instance, tabId }, url, title);
  session.bound = tab.handle;
  const names = { session: session.id, tab: tab.handle };
  const tmpDir = context.folders.create(session.id);
  if (interstitial) {
    const { kind, evidence, message } = interstitial;
    pause(session, message);
    // The caller learns here of the session that it goes on with when the user is done.
    throw new ProtocolError('HUMAN_REQUIRED', {
      message,
      suggestedAction: `Tell the user what to do in the browser; when it is done, run \`bproxy session resume -s ${session.id}\`.`,
      details: { ...names, kind, evidence, url, title, tmpDir },
    });
  }
  return { ...names, bound: true, url, tmpDir };
}
