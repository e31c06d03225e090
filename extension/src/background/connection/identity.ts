import type { KeyedStore } from '../keyed-store.ts';

/** Ids that last as long as the store that holds them. */
async function lastingName(store: KeyedStore, key: string, make: () => string): Promise<string> {
  const kept = (await store.get(key))[key];
  if (typeof kept === 'string' && kept !== '') return kept;
  const made = make();
  await store.set({ [key]: made });
  return made;
}

interface Identity {
  /** One per profile, permanent. */
  instance: string;
  /** A reload of the extension and the end of the browser empty `storage.session`. */
  run: string;
  worker: string;
}

export async function readIdentity(
  local: KeyedStore,
  session: KeyedStore,
  worker: string,
  make: () => string,
): Promise<Identity> {
  const [instance, run] = await Promise.all([
    lastingName(local, 'instance', make),
    lastingName(session, 'run', make),
  ]);
  return { instance, run, worker };
}

const LONGEST_LABEL = 60;

export async function readLabel(local: KeyedStore, brand: string, instance: string): Promise<string> {
  const kept = (await local.get('label'))['label'];
  return typeof kept === 'string' && kept !== '' ? kept : `${brand} (profile ${instance.slice(0, 4)})`;
}

/** An empty label restores the default. */
export async function keepLabel(local: KeyedStore, label: string): Promise<void> {
  const kept = label.replace(/\s+/g, ' ').trim().slice(0, LONGEST_LABEL);
  await (kept === '' ? local.remove('label') : local.set({ label: kept }));
}
