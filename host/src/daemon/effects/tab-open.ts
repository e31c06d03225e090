import type { ActionResult } from '@bproxy/shared';
import { z } from 'zod';
import { type EffectInput, readData } from './effect.ts';

const opened = z.object({ tabId: z.int(), url: z.string(), title: z.string() });

/** The session is made only now: a tab that did not open leaves nothing behind. */
export function tabOpen(input: EffectInput): ActionResult['tab.open'] {
  const { context, browser } = input;
  const { tabId, url, title } = readData(opened, input.data);
  const session = input.session ?? context.sessions.create(undefined, browser.instance);
  session.instance = browser.instance;
  const tab = context.sessions.addTab(session, { instance: browser.instance, tabId }, url, title);
  session.bound = tab.handle;
  return {
    session: session.id,
    tab: tab.handle,
    bound: true,
    url,
    tmpDir: context.folders.create(session.id),
  };
}
