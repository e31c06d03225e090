import { type NextStep, next, ProtocolError, step } from '@bproxy/shared';
import { type Key, keyOf } from './key-table.ts';

interface BrowserKey {
  /** No page ever gets it. */
  isReserved?: true;
  instead: NextStep;
}

/** What Chrome itself does on a key, out of reach of a script, and what does the same here. */
const KEYS: ReadonlyArray<readonly [names: string, BrowserKey]> = [
  [
    'Mod+T Mod+N Mod+Shift+T Mod+Shift+N',
    {
      isReserved: true,
      instead: next`Open a tab with ${step('tab.open', { url: 'URL' }, { session: true })}.`,
    },
  ],
  ['Mod+W Mod+Shift+W Alt+F4', { isReserved: true, instead: next`Close the tab with ${step('tab.close')}.` }],
  [
    'Ctrl+Tab Ctrl+Shift+Tab Ctrl+PageDown Ctrl+PageUp',
    { isReserved: true, instead: next`Change to another tab with ${step('session.bind', { tab: 'TAB' })}.` },
  ],
  ['F5 Ctrl+F5 Shift+F5 Mod+R Mod+Shift+R', { instead: next`Run ${step('reload')}.` }],
  ['Alt+Left', { instead: next`Run ${step('back')}.` }],
  ['Alt+Right', { instead: next`Run ${step('forward')}.` }],
  ['Mod+L Alt+D F6', { instead: next`Go to an address with ${step('navigate', { url: 'URL' })}.` }],
  [
    'Mod+F Mod+G F3',
    {
      instead: next`Read the page with ${step('snapshot')}, or a part of it with ${step('text', { selector: 'SELECTOR' })}.`,
    },
  ],
  [
    'Mod+P Mod+S',
    { instead: next`Take a picture with ${step('screenshot')}, or read the page with ${step('text')}.` },
  ],
  [
    'F1 F7 F10 F11 F12 Mod+D Mod+H Mod+J Mod+O Mod+U Mod+Shift+I Mod+Shift+J Mod+Shift+C',
    { instead: 'Only the user can do this.' },
  ],
];

const BY_KEY = new Map(
  KEYS.flatMap(([names, it]) =>
    names.split(' ').flatMap((name) => {
      const key = keyOf(name);
      return key ? [[signatureOf(key), it] as const] : [];
    }),
  ),
);

function signatureOf({ key, held }: Key): string {
  return [key.toLowerCase(), ...[...held].sort()].join();
}

/** The key is one that Chrome acts on by itself. */
export function browserKey(key: Key): BrowserKey | undefined {
  return BY_KEY.get(signatureOf(key));
}

export function notPossible({ name }: Key, { isReserved, instead }: BrowserKey): ProtocolError {
  return new ProtocolError('KEY_NOT_POSSIBLE', {
    message: isReserved
      ? `Chrome keeps ${name} for itself: no page gets it. Nothing was pressed.`
      : `The page got ${name} and did nothing with it. What Chrome itself does on this key is out of reach.`,
    suggestedAction: instead,
    details: { key: name },
  });
}
