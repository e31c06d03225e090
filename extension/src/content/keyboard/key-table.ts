/** A key of a keyboard with the modifiers that are held with it. */
export interface Key {
  /** As the agent wrote it. */
  name: string;
  key: string;
  code: string;
  keyCode: number;
  /** The character that it writes. */
  text?: string;
  held: ReadonlySet<Modifier>;
}

export type Modifier = 'Control' | 'Shift' | 'Alt' | 'Meta';

export const isMac = /^Mac/.test(navigator.platform);

const MODIFIERS: Record<string, Modifier> = {
  control: 'Control',
  ctrl: 'Control',
  shift: 'Shift',
  alt: 'Alt',
  option: 'Alt',
  meta: 'Meta',
  cmd: 'Meta',
  command: 'Meta',
  mod: isMac ? 'Meta' : 'Control',
};

/** Old pages look at the number of a key, new ones at its name. */
const NAMED: Record<string, number> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Shift: 16,
  Control: 17,
  Alt: 18,
  Escape: 27,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Insert: 45,
  Delete: 46,
  Meta: 91,
  ContextMenu: 93,
  ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`F${at + 1}`, 112 + at])),
};

/** Names that people use for them. */
const ALIASES: Record<string, string> = {
  esc: 'Escape',
  return: 'Enter',
  del: 'Delete',
  ins: 'Insert',
  space: ' ',
  spacebar: ' ',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  pgup: 'PageUp',
  pgdn: 'PageDown',
  plus: '+',
};

/** The keys of the layout that libraries expect, each with its number, its character, and the one that Shift writes. */
const SIGNS: ReadonlyArray<readonly [code: string, keyCode: number, plain: string, shifted: string]> = [
  ['Space', 32, ' ', ' '],
  ['Quote', 222, "'", '"'],
  ['Comma', 188, ',', '<'],
  ['Minus', 189, '-', '_'],
  ['Period', 190, '.', '>'],
  ['Slash', 191, '/', '?'],
  ['Semicolon', 186, ';', ':'],
  ['Equal', 187, '=', '+'],
  ['BracketLeft', 219, '[', '{'],
  ['Backslash', 220, '\\', '|'],
  ['BracketRight', 221, ']', '}'],
  ['Backquote', 192, '`', '~'],
  ...[...'0123456789'].map((digit, at) => [`Digit${digit}`, 48 + at, digit, ')!@#$%^&*('[at] ?? ''] as const),
];

/** The key of a name such as `Enter`, `a`, `Shift+Tab` or `Mod+A`. Undefined if there is no such key. */
export function keyOf(name: string): Key | undefined {
  const words = name.split('+');
  // The last one may be the plus sign itself: "Ctrl++".
  if (words.at(-1) === '' && words.length > 1) words.splice(-2, 2, '+');
  const last = words.pop() ?? '';
  const held = new Set<Modifier>();
  for (const word of words) {
    const modifier = MODIFIERS[word.toLowerCase()];
    if (!modifier) return undefined;
    held.add(modifier);
  }
  // Commands are written with a capital: Mod+C is not Mod+Shift+C.
  const isCommand = held.size > 0 && !held.has('Shift');
  const found = plainKey(isCommand ? last.toLowerCase() : last, held.has('Shift'));
  return found && { ...found, name, held: found.isShifted ? held.add('Shift') : held };
}

type Plain = Pick<Key, 'key' | 'code' | 'keyCode' | 'text'> & { isShifted?: boolean };

function plainKey(given: string, shift: boolean): Plain | undefined {
  const alias = ALIASES[given.toLowerCase()];
  const name =
    alias ?? Object.keys(NAMED).find((each) => each.toLowerCase() === given.toLowerCase()) ?? given;
  const keyCode = NAMED[name];
  if (keyCode !== undefined) return { key: name, code: codeOf(name), keyCode };
  return [...name].length === 1 ? characterKey(name, shift) : undefined;
}

function codeOf(name: string): string {
  return name === 'Shift' || name === 'Control' || name === 'Alt' || name === 'Meta' ? `${name}Left` : name;
}

/** The key that writes this character. A character that no key of the layout writes has no code, as after a dead key. */
export function characterKey(character: string, shift = false): Plain {
  if (/^[a-z]$/i.test(character)) {
    const upper = character.toUpperCase();
    const isShifted = shift || character === upper;
    const text = isShifted ? upper : character;
    return { key: text, code: `Key${upper}`, keyCode: upper.charCodeAt(0), text, isShifted };
  }
  for (const [code, keyCode, plain, shifted] of SIGNS) {
    if (character !== plain && character !== shifted) continue;
    const isShifted = shift || character !== plain;
    const text = isShifted ? shifted : plain;
    return { key: text, code, keyCode, text, isShifted };
  }
  return { key: character, code: '', keyCode: 0, text: character };
}
