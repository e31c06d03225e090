import type { EffectInput } from './effect.ts';

/** Names the tabs that the page has opened since the click was sent; they have joined the session. */
export function click({ data, session, tab, firstNewTab }: EffectInput): object {
  const openedTabs = [...(session?.tabs.values() ?? [])]
    .filter(({ handle, opener }) => opener === tab?.handle && Number(handle.slice(1)) >= firstNewTab)
    .map(({ handle }) => handle);
  return openedTabs.length > 0 ? { ...data, openedTabs } : data;
}
