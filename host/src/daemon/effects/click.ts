import type { EffectInput } from './effect.ts';

/** Names the tabs that the click has opened; they have joined the session. */
export function click({ data, session, firstNewTab }: EffectInput): object {
  const handles = [...(session?.tabs.keys() ?? [])];
  const openedTabs = handles.filter((handle) => Number(handle.slice(1)) >= firstNewTab);
  return openedTabs.length > 0 ? { ...data, openedTabs } : data;
}
