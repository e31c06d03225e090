import type { AnyForwardedRequest, ForwardedAction } from '@bproxy/shared';
import type { KeyedStore } from '../background/keyed-store.ts';

/** An object whose missing members throw when they are used, so that no test passes because the fake is incomplete. */
export function strict<T extends object>(name: string, parts: T): T {
  return new Proxy(parts, {
    get(target, key, receiver) {
      // `await` reads `then` from everything.
      if (key in target || typeof key === 'symbol' || key === 'then')
        return Reflect.get(target, key, receiver);
      throw new Error(`The fake ${name} has no ${key}.`);
    },
  });
}

export interface FakeStore extends KeyedStore {
  items: Map<string, unknown>;
  /** From now on every write fails, as it does when the quota is reached. */
  full: boolean;
}

/** Stores copies, as Chrome does: a stored object does not change with the one in memory. */
export function fakeStore(initial: Record<string, unknown> = {}): FakeStore {
  const items = new Map<string, unknown>(Object.entries(initial));
  const store: FakeStore = {
    items,
    full: false,
    async get(keys) {
      const wanted = keys === undefined ? [...items.keys()] : [keys].flat();
      return structuredClone(
        Object.fromEntries(wanted.filter((key) => items.has(key)).map((key) => [key, items.get(key)])),
      );
    },
    async set(given) {
      await Promise.resolve();
      if (store.full) throw new Error('QUOTA_BYTES quota exceeded');
      for (const [key, value] of Object.entries(given)) items.set(key, structuredClone(value));
    },
    async remove(keys) {
      for (const key of [keys].flat()) items.delete(key);
    },
  };
  return store;
}

export class FakeEvent<Args extends unknown[]> {
  readonly #listeners = new Set<(...args: Args) => void>();

  addListener(listener: (...args: Args) => void): void {
    this.#listeners.add(listener);
  }

  fire(...args: Args): void {
    for (const listener of [...this.#listeners]) listener(...args);
  }
}

export function fakeRequest(
  action: ForwardedAction,
  given: { id?: string; deadline?: number; params?: object; tabId?: number | null } = {},
): AnyForwardedRequest {
  const request = {
    protocol_version: 1,
    id: given.id ?? 'r1',
    action,
    params: given.params ?? {},
    session: '',
    deadline: given.deadline ?? 10_000,
    destructive: false,
    target: { tabId: given.tabId ?? 7 },
  };
  // as: the test gives the params of the action.
  return request as AnyForwardedRequest;
}
