import { MORE_CONTROLS } from './more-controls.ts';

/** A control and the keys that are pressed on it, by a person's keyboard and by bproxy. */
export interface KeyCase {
  control: string;
  html: string;
  keys: readonly string[];
  /** Chrome scrolls it smoothly for a person. */
  scrolls?: true;
  /** What a keyboard does, and bproxy does in its place. docs/acting.md gives the reason of each. */
  differs?: readonly [onKeyboard: string, here: string];
}

/** The script of a page puts the caret at the mark `|`, or selects what is between two of them. */
const CARET = {
  'a text field': '<input id="here" value="one two th|ree four">',
  'a selection in a text field': '<input id="here" value="one |two| three">',
  'a text area': '<textarea id="here" rows="4" cols="30">first line\nsec|ond line\nthird line</textarea>',
  'an editable region':
    '<div id="here" contenteditable style="width: 300px; font: 16px monospace"><p>first line</p><p>sec|ond line</p><p>third line</p></div>',
};

const EDITING = [
  'a',
  'Shift+A',
  '5',
  'Shift+?',
  'Space',
  'Enter',
  'Shift+Enter',
  'Backspace',
  'Delete',
  'Control+Backspace',
  'Control+Delete',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
  'Shift+ArrowLeft',
  'Shift+ArrowRight',
  'Shift+Home',
  'Shift+End',
  'Control+ArrowLeft',
  'Control+ArrowRight',
  'Control+Shift+ArrowLeft',
  'Control+Home',
  'Control+End',
  'Control+a',
  'Escape',
];

const FORM = (inside: string) => `<form id="form" action="#sent">${inside}</form>`;
const OPTIONS =
  '<option>Apple</option><option>Banana</option><option disabled>Cherry</option><option>Damson</option>';

const CONTROLS: Array<[control: string, html: string, keys: string[]]> = [
  [
    'a number field',
    '<input id="here" type="number" value="5" step="2" max="11">',
    ['ArrowUp', 'ArrowDown', '7', 'a', '-', 'Backspace', 'Enter', 'Control+a'],
  ],
  [
    'a field for addresses',
    '<input id="here" type="email" value="a@b">',
    ['x', 'Backspace', 'Home', 'Enter'],
  ],
  ['a search field', '<input id="here" type="search" value="words">', ['Escape', 'x', 'Enter']],
  [
    'a password field',
    '<input id="here" type="password" value="secret">',
    ['x', 'Backspace', 'Control+a', 'Home'],
  ],
  [
    'a read-only field',
    '<input id="here" readonly value="kept">',
    ['x', 'Backspace', 'End', 'Shift+Home', 'Enter'],
  ],
  ['a full field', '<input id="here" maxlength="3" value="abc">', ['x', 'Backspace']],
  ['a checkbox', '<input id="here" type="checkbox">', ['Space', 'Enter', 'ArrowDown', 'a']],
  [
    'a radio button',
    '<input id="here" type="radio" name="r" checked><input id="b" type="radio" name="r" disabled><input id="c" type="radio" name="r">',
    ['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'Space', 'Enter', 'Home'],
  ],
  [
    'a slider',
    '<input id="here" type="range" min="0" max="50" step="5" value="25">',
    ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown', 'Space', 'a'],
  ],
  [
    'a select',
    `<select id="here">${OPTIONS}</select>`,
    ['ArrowDown', 'ArrowRight', 'ArrowUp', 'End', 'Home', 'PageDown', 'd', 'b', 'z', 'Tab'],
  ],
  [
    'a list box',
    `<select id="here" size="4">${OPTIONS.replace('<option>', '<option selected>')}</select>`,
    ['ArrowDown', 'ArrowUp', 'End', 'Home', 'd', 'Enter'],
  ],
  ['a button', '<button id="here" type="button">Go</button>', ['Enter', 'Space', 'a', 'Escape', 'ArrowDown']],
  ['a link', '<a id="here" href="#there">There</a>', ['Enter', 'a', 'ArrowDown']],
  ['a place without an address', '<a id="here" tabindex="0">Nowhere</a>', ['Enter', 'Space']],
  [
    'a disclosure',
    '<details><summary id="here">More</summary>Words</details>',
    ['Enter', 'Space', 'ArrowDown'],
  ],
  ['a button of ARIA', '<div id="here" role="button" tabindex="0">Go</div>', ['Enter', 'Space']],
  [
    'a field of a form',
    FORM('<input id="here" value="x"><button>Send</button>'),
    ['Enter', 'Space', 'Shift+Enter'],
  ],
  ['a lone field of a form', FORM('<input id="here" value="x">'), ['Enter']],
  ['one of two fields of a form', FORM('<input id="here" value="x"><input value="y">'), ['Enter']],
  [
    'a field of a form that cannot be sent',
    FORM('<input id="here"><button disabled>Send</button>'),
    ['Enter'],
  ],
  [
    'a field of a form with an invalid field',
    FORM('<input id="here" required><button>Send</button>'),
    ['Enter'],
  ],
  [
    'a checkbox of a form',
    FORM('<input id="here" type="checkbox"><button>Send</button>'),
    ['Enter', 'Space'],
  ],
  [
    'a text area of a form',
    FORM('<textarea id="here"></textarea><button>Send</button>'),
    ['Enter', 'Control+Enter'],
  ],
  ['a button of a form', FORM('<input><button id="here">Send</button>'), ['Enter', 'Space']],
  [
    'a reset button',
    FORM('<input value="x"><button id="here" type="reset">Clear</button>'),
    ['Enter', 'Space'],
  ],
  [
    'a field with a button elsewhere',
    '<form id="form"><input id="here"></form><button form="form">Send</button>',
    ['Enter'],
  ],
  [
    'a modal dialog',
    '<dialog id="dialog"><input id="here"></dialog><button>Behind</button><script>dialog.showModal()</script>',
    ['Escape', 'Tab', 'Enter'],
  ],
  [
    'a dialog that stays',
    '<dialog id="dialog" oncancel="event.preventDefault()"><input id="here"></dialog><script>dialog.showModal()</script>',
    ['Escape'],
  ],
  [
    'a popover',
    '<button id="here" popovertarget="pop">Menu</button><div id="pop" popover>Words</div><script>pop.showPopover()</script>',
    ['Escape'],
  ],
  [
    'a part that scrolls',
    '<div id="here" tabindex="0" style="height: 100px; width: 200px; overflow: auto"><p style="height: 900px; width: 900px">Long</p></div>',
    ['ArrowDown', 'ArrowRight', 'End', 'PageDown', 'Space'],
  ],
  [
    'a long page',
    '<button id="here" type="button">Top</button><p style="height: 4000px">Long</p>',
    ['ArrowDown', 'End', 'PageDown'],
  ],
  [
    'a page that handles the key itself',
    '<input id="here" value="x" onkeydown="event.preventDefault()">',
    ['a', 'Backspace', 'ArrowLeft', 'Tab', 'Enter'],
  ],
  [
    'a page that prevents what comes of the key',
    '<input id="here" value="x" onbeforeinput="event.preventDefault()">',
    ['a', 'Backspace'],
  ],
  [
    'a page that prevents the press',
    '<input id="here" value="x" onkeypress="event.preventDefault()">',
    ['a', 'Backspace'],
  ],
];

/** A page in which Tab meets what it may meet, and where it stands when Tab is pressed. */
const STOPS = `
  <input id="first"><a id="link" href="#x">Link</a><a id="plain">Plain</a>
  <button id="off" disabled>Off</button><input id="hidden" hidden><input id="late" tabindex="2"><input id="early" tabindex="1">
  <input id="skipped" tabindex="-1"><input id="r1" type="radio" name="g"><input id="r2" type="radio" name="g" checked>
  <div id="region" contenteditable>Text</div><details><summary id="summary">More</summary><input id="inside"></details>
  <div inert><button id="inert">Inert</button></div><fieldset disabled><input id="field"></fieldset>
  <x-host id="host"><template shadowrootmode="open"><button id="deep">Deep</button><slot></slot></template><button id="slotted">Slotted</button></x-host>
  <div id="scroller" style="height: 30px; overflow: auto"><p style="height: 200px">Long</p></div>
  <select id="select"><option>One</option></select><textarea id="area">words</textarea><input id="last" value="words">`;

const TABS = [
  'early',
  'late',
  'first',
  'link',
  'r2',
  'region',
  'summary',
  'slotted',
  'select',
  'area',
  'skipped',
];

/** Chrome's command for scripts names a part of a word only by its characters. */
const WORDS: Record<string, KeyCase['differs']> = {
  'Control+Backspace': ['"input deleteWordBackward', '"input deleteContentBackward'],
  'Control+Delete': ['"input deleteWordForward', '"input deleteContentForward'],
};
/** On a keyboard the focus leaves the page for the browser's own buttons. */
const LEAVES: KeyCase['differs'] = ['body', 'here'];

function especially(control: string, key: string): Pick<KeyCase, 'differs' | 'scrolls'> {
  const hasSelection = control === 'a selection in a text field';
  const differs =
    control === 'a modal dialog' && key === 'Tab' ? LEAVES : hasSelection ? undefined : WORDS[key];
  const scrolls = /scrolls|long page/.test(control);
  return { ...(differs ? { differs } : {}), ...(scrolls ? { scrolls } : {}) };
}

function marked(html: string, id: string): string {
  return html.replace(`id="${id}"`, `id="${id}" data-here`);
}

export const CASES: KeyCase[] = [
  ...Object.entries(CARET).flatMap(([control, html]) =>
    EDITING.map((key) => ({ control, html, keys: [key], ...especially(control, key) })),
  ),
  ...[...CONTROLS, ...MORE_CONTROLS].flatMap(([control, html, keys]) =>
    keys.map((key) => ({ control, html, keys: [key], ...especially(control, key) })),
  ),
  ...TABS.flatMap((id) =>
    // Before the first stop the focus would leave the page.
    (id === 'early' ? ['Tab'] : ['Tab', 'Shift+Tab']).map((key) => ({
      control: `the stop ${id}`,
      html: marked(STOPS, id),
      keys: [key],
    })),
  ),
  { control: 'a text field', html: CARET['a text field'], keys: ['x', 'y', 'Control+z'] },
  { control: 'a text field', html: CARET['a text field'], keys: ['x', 'Control+z', 'Control+y'] },
  { control: 'a text field', html: CARET['a text field'], keys: ['x', 'Tab'] },
  {
    control: 'a field of a form',
    html: FORM('<input id="here"><button>Send</button>'),
    keys: ['x', 'Enter', 'y', 'Tab'],
  },
  { control: 'an editable region', html: CARET['an editable region'], keys: ['Control+a', 'Control+b'] },
  { control: 'an editable region', html: CARET['an editable region'], keys: ['Shift+Home', 'x'] },
  {
    control: 'a select',
    html: `<select id="here">${OPTIONS}</select>`,
    keys: ['ArrowDown', 'ArrowDown', 'Tab'],
  },
];
