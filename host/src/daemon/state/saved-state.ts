import { isSessionId, isTabHandle } from '@bproxy/shared';
import * as z from 'zod';
import type { Browsers, KnownBrowser } from './browsers.ts';
import type { ElementHandles } from './element-handles.ts';
import type { Session, Sessions } from './sessions.ts';

const pacingCategory = z.enum(['navigate', 'scroll', 'interaction', 'fill']);
const tabHandle = z.custom<Session['bound'] & string>(
  (value) => typeof value === 'string' && isTabHandle(value),
);

const savedTab = z.strictObject({
  handle: tabHandle,
  instance: z.string(),
  tabId: z.int(),
  opener: tabHandle.exactOptional(),
  borrowed: z.literal(true).exactOptional(),
  readOnly: z.literal(true).exactOptional(),
  /** Above every handle number used in this tab. */
  handlesFrom: z.int(),
});

const savedSession = z.strictObject({
  id: z.custom<Session['id']>((value) => typeof value === 'string' && isSessionId(value)),
  label: z.string().exactOptional(),
  instance: z.string().nullable(),
  tabs: z.array(savedTab),
  bound: tabHandle.nullable(),
  /** Missing if an earlier version of the daemon wrote the file. */
  taken: z.array(tabHandle).default([]),
  pacing: z.enum(['human', 'fast']),
  paused: z.boolean(),
  pauseReason: z.string().exactOptional(),
  pausedTab: tabHandle.exactOptional(),
  pausedFor: z.literal('lend').exactOptional(),
  lastActionAt: z.partialRecord(pacingCategory, z.number()),
  nextPause: z.partialRecord(pacingCategory, z.number()),
  nextTab: z.int().min(1),
});

const schema = z.strictObject({
  version: z.literal(1),
  browsers: z.array(z.strictObject({ instance: z.string(), label: z.string(), browserRun: z.string() })),
  sessions: z.array(savedSession),
});

export type SavedState = z.output<typeof schema>;

interface State {
  sessions: Sessions;
  browsers: Browsers;
  handles: ElementHandles;
}

/**
 * The state that the next daemon needs if this one crashes: which session owns which tab, which sessions are paused,
 * and when each kind of action last ran. It leaves out element handles, because a page may have changed. It leaves out
 * URLs and titles, because the browser reports them again and they are private.
 */
export function saveState({ sessions, browsers, handles }: State): string {
  const state: SavedState = {
    version: 1,
    browsers: browsers.known(),
    sessions: sessions.all().map((session) => ({
      id: session.id,
      ...(session.label === undefined ? {} : { label: session.label }),
      instance: session.instance,
      tabs: [...session.tabs.values()].map(({ handle, chrome, opener, borrowed, readOnly }) => ({
        handle,
        ...chrome,
        ...(opener === undefined ? {} : { opener }),
        ...(borrowed ? { borrowed } : {}),
        ...(readOnly ? { readOnly } : {}),
        handlesFrom: handles.reservedFrom({ session: session.id, tab: handle, chrome }),
      })),
      bound: session.bound,
      taken: [...session.taken],
      pacing: session.pacing,
      paused: session.paused,
      ...(session.pauseReason === undefined ? {} : { pauseReason: session.pauseReason }),
      ...(session.pausedTab === undefined ? {} : { pausedTab: session.pausedTab }),
      ...(session.pausedFor === undefined ? {} : { pausedFor: session.pausedFor }),
      lastActionAt: session.lastActionAt,
      nextPause: session.nextPause,
      nextTab: session.nextTab,
    })),
  };
  return JSON.stringify(state);
}

/** Returns undefined if the text does not have the form that `saveState` writes; then no part of it is used. */
export function parseState(text: string): SavedState | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

export function knownBrowsers(saved: SavedState | undefined): KnownBrowser[] {
  return saved?.browsers ?? [];
}

export function restoreState(saved: SavedState, { sessions, handles }: Omit<State, 'browsers'>): void {
  for (const { tabs, taken, ...session } of saved.sessions) {
    const restored = tabs.map(({ instance, tabId, handlesFrom: _numbers, ...tab }) => ({
      ...tab,
      chrome: { instance, tabId },
      url: '',
      title: '',
    }));
    sessions.restore({
      ...session,
      tabs: new Map(restored.map((tab) => [tab.handle, tab])),
      taken: new Set(taken),
    });
    for (const { handle, instance, tabId, handlesFrom } of tabs) {
      handles.startFrom({ session: session.id, tab: handle, chrome: { instance, tabId } }, handlesFrom);
    }
  }
}
