import { ProtocolError } from '@bproxy/shared';
import { showAsk } from '../human/ask-badge.ts';
import { askPage } from '../page/content-rpc.ts';
import { idOf, pageOfTab, tabOrThrow } from '../tabs/tab-page.ts';
import { LATE, within } from '../time-limit.ts';
import type { BackgroundHandler, Tools } from './handler.ts';

/** A page that shows a dialog does not answer. The user sees the dialog and is asked all the same. */
const LOOK_MS = 2_000;

/** Always an error: the error pauses the session, and stops an agent that reads only exit codes. */
export const requireHuman: BackgroundHandler<'require-human'> = async ({ params, target }, tools) => {
  const { reason, forAttach } = params;
  const tabId = idOf(await tabOrThrow(target.tabId));
  if (forAttach !== undefined) await pointOut(tabId, forAttach, tools);
  const { url, title } = pageOfTab(await tabOrThrow(tabId));
  showAsk(tabId, reason);
  throw new ProtocolError('HUMAN_REQUIRED', {
    message: reason,
    details: {
      reason,
      kind: forAttach === undefined ? 'manual' : 'attach',
      ...(forAttach === undefined ? {} : { forAttach }),
      url,
      title,
    },
  });
};

/**
 * The user must not be asked for a field that does not exist. In that case the agent gets an error, and nothing pauses.
 */
async function pointOut(tabId: number, selector: string, tools: Tools): Promise<void> {
  const pointed = await within(
    LOOK_MS,
    (signal) => askPage(tools, tabId, { type: 'point', selector }, { signal }),
    tools.signal,
  );
  if (pointed === LATE || pointed === 1) return;
  const quoted = JSON.stringify(selector);
  if (pointed === 'not-a-selector') {
    throw new ProtocolError('SCRIPT_ERROR', {
      message: `${quoted} is not a CSS selector.`,
      suggestedAction: 'Correct the selector.',
      retry: 'never',
      details: { selector },
    });
  }
  if (pointed === 0) {
    throw new ProtocolError('ELEMENT_NOT_FOUND', {
      message: `Nothing on the page matches the selector ${quoted}.`,
      details: { selector },
    });
  }
  throw new ProtocolError('SELECTOR_AMBIGUOUS', {
    message: `The selector ${quoted} matches ${pointed} elements.`,
    suggestedAction: 'Use a selector that only the wanted field matches.',
    details: { selector, count: pointed },
  });
}
