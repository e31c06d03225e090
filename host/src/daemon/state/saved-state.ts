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
  /** Above every handle number that was given out in this tab. */
  handlesFrom: z.int(),
});

const savedSession = z.strictObject({
  id: z.custom<Session['id']>((value) => typeof value === 'string' && isSessionId(value)),
  label: z.string().exactOptional(),
  instance: z.string().nullable(),
  tabs: z.array(savedTab),
  bound: tabHandle.nullable(),
  /** A daemon of an earlier version did not write it. */
  taken: z.array(tabHandle).default([]),
  pacing: z.enum(['human', 'fast']),
  paused: z.boolean(),
  pauseReason: z.string().exactOptional(),
  pausedTab: tabHandle.exactOptional(),
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
 * What the next daemon needs if this one crashes: who owns which tab, who is paused, when each kind of action was
 * last taken. Element handles are left out, because a page may have changed; so are URLs and titles, because the
 * browser tells them again and they are nobody's business on a disk.
 */
export function saveState({ sessions, browsers, handles }: State): string {
  const state: SavedState = {
    version: 1,
    browsers: browsers.known(),
    sessions: sessions.all().map((session) => ({
      id: session.id,
      ...(session.label === undefined ? {} : { label: session.label }),
      instance: session.instance,
      tabs: [...session.tabs.values()].map(({ handle, chrome, opener }) => ({
        handle,
        ...chrome,
        ...(opener === undefined ? {} : { opener }),
        handlesFrom: handles.reservedFrom({ session: session.id, tab: handle, chrome }),
      })),
      bound: session.bound,
      taken: [...session.taken],
      pacing: session.pacing,
      paused: session.paused,
      ...(session.pauseReason === undefined ? {} : { pauseReason: session.pauseReason }),
      ...(session.pausedTab === undefined ? {} : { pausedTab: session.pausedTab }),
      lastActionAt: session.lastActionAt,
      nextPause: session.nextPause,
      nextTab: session.nextTab,
    })),
  };
  return JSON.stringify(state);
}

/** Undefined if it is not what `saveState` writes: then nothing of it is believed. */
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
