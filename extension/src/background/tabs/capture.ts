import { ProtocolError } from '@bproxy/shared';
import { messageOf } from '../../thrown.ts';
import type { Pages } from '../page/content-rpc.ts';
import { LATE, sleep, within } from '../time-limit.ts';
import { CaptureSlots } from './capture-slots.ts';
import { isCrashed, pageCrashed, tabOrThrow } from './tab-page.ts';
import { activeIn, bringToFront, isActive, painted, windowShowing } from './visible-tab.ts';

type Format = 'png' | 'jpeg';

export interface Picture {
  base64: string;
  format: Format;
}

interface CaptureOptions {
  /** Bring the tab to the front for the picture, and put back the tab that was there. */
  activate: boolean;
  until: number;
  pages: Pages;
}

/** Far below the limit of one message. A PNG of a large screen full of photographs comes near it. */
export const MOST_BASE64 = 20 * 1024 * 1024;
const JPEG_QUALITY = 85;
const MOST_FAILURES = 3;

const slots = new CaptureSlots({ now: () => performance.now(), sleep });

/** A picture of this tab and no other. Never run two at once: each would activate its own tab. */
export async function pictureOf(tabId: number, options: CaptureOptions): Promise<Picture> {
  if (!options.activate) return inBestFormat(tabId, options);
  const before = await activeIn((await tabOrThrow(tabId)).windowId);
  try {
    return await inBestFormat(tabId, options);
  } finally {
    if (before !== undefined && before !== tabId) await putBack(before, tabId);
  }
}

/** Not if the user has gone to another tab in the meantime. */
async function putBack(before: number, tabId: number): Promise<void> {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  if (tab?.active) await chrome.tabs.update(before, { active: true }).catch(() => undefined);
}

async function inBestFormat(tabId: number, options: CaptureOptions): Promise<Picture> {
  const picture = await inFormat('png', tabId, options);
  return picture.base64.length > MOST_BASE64 ? inFormat('jpeg', tabId, options) : picture;
}

async function inFormat(
  format: Format,
  tabId: number,
  { activate, until, pages }: CaptureOptions,
): Promise<Picture> {
  let failures = 0;
  for (;;) {
    // A caller that waited too long for its turn gets no answer any more, so its request must not switch tabs either.
    if (Date.now() >= until) throw outOfSlots(0);
    if (activate) await bringToFront(tabId, until, pages);
    await painted(tabId);
    const busy = await slots.take(until - Date.now());
    if (busy) throw outOfSlots(busy.waitMs);
    const shot = await shoot(tabId, format, until);
    if (typeof shot === 'object') return shot;
    if (shot.includes('MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND')) slots.refused();
    else failures += 1;
    if (failures === MOST_FAILURES) throw await noPicture(tabId, shot);
  }
}

/** The picture, or the reason why this attempt gave none. */
async function shoot(tabId: number, format: Format, until: number): Promise<Picture | string> {
  const windowId = await windowShowing(tabId);
  const watched = watchWindow(windowId);
  try {
    const address = await within(until - Date.now(), () => capture(windowId, format));
    if (address === LATE) throw new ProtocolError('TIMEOUT', { message: 'Chrome took no picture in time.' });
    if (watched.changed() || !(await isActive(tabId, windowId))) return 'Another tab came to the front.';
    return { base64: address.slice(address.indexOf(',') + 1), format };
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const cause = messageOf(error);
    if (/permission|cannot access/i.test(cause)) throw await restricted(tabId);
    return cause;
  } finally {
    watched.stop();
  }
}

function capture(windowId: number, format: Format): Promise<string> {
  return chrome.tabs.captureVisibleTab(
    windowId,
    format === 'png' ? { format } : { format, quality: JPEG_QUALITY },
  );
}

/** Checks before and after the capture would miss a tab that came and went in between. */
function watchWindow(windowId: number): { changed(): boolean; stop(): void } {
  let changed = false;
  const listener = (activated: { windowId: number }) => {
    if (activated.windowId === windowId) changed = true;
  };
  chrome.tabs.onActivated.addListener(listener);
  return { changed: () => changed, stop: () => chrome.tabs.onActivated.removeListener(listener) };
}

async function restricted(tabId: number): Promise<ProtocolError> {
  const { url = '' } = await tabOrThrow(tabId);
  return new ProtocolError('PAGE_RESTRICTED', {
    message: 'Chrome lets no extension take a picture of this page.',
    details: { scheme: URL.canParse(url) ? new URL(url).protocol.replace(':', '') : '' },
  });
}

async function noPicture(tabId: number, cause: string): Promise<ProtocolError> {
  const tab = await tabOrThrow(tabId);
  if (isCrashed(tab)) return pageCrashed(tab);
  return new ProtocolError('TAB_NOT_VISIBLE', {
    message: 'No picture of the tab could be taken: its window is hidden, or keeps changing to other tabs.',
    details: { cause },
  });
}

function outOfSlots(waitMs: number): ProtocolError {
  return new ProtocolError('RATE_LIMITED', {
    message: 'Chrome allows two pictures a second, and the turn of this one comes after its deadline.',
    details: { retryAfterMs: waitMs },
  });
}
