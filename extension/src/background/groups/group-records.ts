import { isSessionId } from '@bproxy/shared';
import type { KeyedStore } from '../keyed-store.ts';
import { COLORS, type GroupMemory, type SeenGroup } from './group-plan.ts';

const KEY = 'tabGroups';

/** Stored as lists, because Chrome's stores keep no maps. */
interface Records {
  groups: Array<[groupId: number, group: { session: string; title: string; named: boolean }]>;
  members: Array<[tabId: number, session: string]>;
}

/**
 * The memory of our groups, in `storage.session` for a restart of the worker, and in `storage.local` for a reload of
 * the extension, which empties the former while the groups stay.
 */
export class GroupRecords {
  readonly #session: KeyedStore;
  readonly #local: KeyedStore;
  #written = '';

  constructor(session: KeyedStore, local: KeyedStore) {
    this.#session = session;
    this.#local = local;
  }

  /** `earlier`: titles of groups that an earlier run of the extension left; they may be there again after a restart. */
  async load(): Promise<{ memory: GroupMemory; earlier: ReadonlySet<string> }> {
    const here = recordsOf((await this.#session.get(KEY))[KEY]);
    if (here) return { memory: memoryOf(here), earlier: new Set() };
    const before = recordsOf((await this.#local.get(KEY))[KEY]);
    if (!before) return { memory: { groups: new Map(), members: new Map() }, earlier: new Set() };
    return { memory: memoryOf(before), earlier: new Set(before.groups.map(([, { title }]) => title)) };
  }

  async save({ groups, members }: GroupMemory): Promise<void> {
    const records: Records = { groups: [...groups], members: [...members] };
    const text = JSON.stringify(records);
    if (text === this.#written) return;
    this.#written = text;
    await Promise.all([this.#session.set({ [KEY]: records }), this.#local.set({ [KEY]: records })]);
  }
}

/** Whether a group looks like one that an earlier run of the extension left behind. */
export function isLeftBehind({ title, color }: SeenGroup, earlier: ReadonlySet<string>): boolean {
  return earlier.has(title) && Object.values(COLORS).some((ours) => ours === color);
}

function recordsOf(value: unknown): Records | undefined {
  // as: only this class writes under its key.
  return value as Records | undefined;
}

function memoryOf({ groups, members }: Records): GroupMemory {
  return {
    groups: new Map(
      groups.flatMap(([id, { session, title, named }]) =>
        isSessionId(session) ? [[id, { session, title, named }] as const] : [],
      ),
    ),
    members: new Map(
      members.flatMap(([tabId, session]) => (isSessionId(session) ? [[tabId, session] as const] : [])),
    ),
  };
}
