import { ProtocolError } from '@bproxy/shared';
import { messageOf } from '../../thrown.ts';

interface Place {
  windowId: number;
  index?: number;
}

/** Opens a tab behind the others. It creates, raises and focuses no window, and leaves the active tab as it is. */
export async function openInBackground(url: string, beside: number | undefined): Promise<chrome.tabs.Tab> {
  const place = (await nextTo(beside)) ?? (await inLastWindow());
  if (!place) {
    throw new ProtocolError('SCRIPT_ERROR', {
      message: 'The browser has no window in which a tab could be opened.',
      suggestedAction: 'Ask the user to open a window of the browser, then repeat.',
    });
  }
  try {
    return await chrome.tabs.create({ url, active: false, ...place });
  } catch (error) {
    throw new ProtocolError('SCRIPT_ERROR', { message: messageOf(error) });
  }
}

async function nextTo(tabId: number | undefined): Promise<Place | null> {
  const tab = tabId === undefined ? null : await chrome.tabs.get(tabId).catch(() => null);
  return tab ? { windowId: tab.windowId, index: tab.index + 1 } : null;
}

/** The window that the user was in last. Not a popup or an app, and not an incognito one. */
async function inLastWindow(): Promise<Place | null> {
  const windowTypes: ['normal'] = ['normal'];
  const last = await chrome.windows.getLastFocused({ windowTypes }).catch(() => null);
  const all = [...(last ? [last] : []), ...(await chrome.windows.getAll({ windowTypes }))];
  const found = all.find(({ type, incognito }) => type === 'normal' && !incognito);
  return found?.id === undefined ? null : { windowId: found.id };
}
