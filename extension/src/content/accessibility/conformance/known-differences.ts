import type { Section } from './section.ts';

interface Difference {
  readonly title: string;
  readonly reads: Section['reads'];
  readonly html: string;
  readonly w3c: string;
  readonly ours: string;
  readonly reason: string;
}

const CHOSEN = 'Chosen: ';
const LIBRARY = 'The library: ';
const CONTROL = `${CHOSEN}HTML-AAM gives it no role; an agent should see at once that it can be filled or pressed.`;
const ORPHAN = `${CHOSEN}a part outside its container still looks and works like one.`;

/**
 * Rows that fail on purpose. When the library is fixed or a rule changes, the test fails until this table is updated.
 */
export const differences: readonly Difference[] = [
  ...[
    ['password', 'textbox'],
    ['date', 'textbox'],
    ['time', 'textbox'],
    ['datetime-local', 'textbox'],
    ['month', 'textbox'],
    ['week', 'textbox'],
    ['color', 'textbox'],
    ['file', 'button'],
  ].map(([type = '', ours = '']): Difference => {
    return {
      title: `input ${type}`,
      reads: 'role',
      html: `<input it type="${type}">`,
      w3c: '',
      ours,
      reason: CONTROL,
    };
  }),
  ...['listitem', 'option', 'menuitem', 'tab', 'treeitem', 'row', 'cell', 'gridcell'].map(
    (role): Difference => {
      return {
        title: `${role} alone`,
        reads: 'role',
        html: `<b it role="${role}">x</b>`,
        w3c: '',
        ours: role,
        reason: ORPHAN,
      };
    },
  ),
  { title: 'li alone', reads: 'role', html: '<li it>x</li>', w3c: '', ours: 'listitem', reason: ORPHAN },
  {
    title: 'td alone',
    reads: 'role',
    html: '<table role="list"><tr role="listitem"><td it>x</table>',
    w3c: '',
    ours: 'cell',
    reason: ORPHAN,
  },
  {
    title: 'svg',
    reads: 'role',
    html: '<svg it><path/></svg>',
    w3c: 'graphics-document',
    ours: 'img',
    reason: `${CHOSEN}a drawing is a picture to an agent; Playwright's snapshots say so too.`,
  },
  {
    title: 'a header cell between data',
    reads: 'role',
    html: '<table><tr><td>a<td>b<tr><td>c<th it>d</table>',
    w3c: 'cell',
    ours: 'rowheader',
    reason: `${CHOSEN}looking down every column makes long tables slow.`,
  },
  {
    title: 'a nameless region on an element with a role',
    reads: 'role',
    html: '<nav it role="region">x</nav>',
    w3c: 'navigation',
    ours: '',
    reason: `${LIBRARY}it cannot be asked for the role that an element would have without its attribute.`,
  },
  {
    title: 'none on an editable element',
    reads: 'role',
    html: '<h1 it role="none" contenteditable>x</h1>',
    w3c: 'heading',
    ours: '',
    reason: `${LIBRARY}it does not count editable elements as focusable.`,
  },
  {
    title: 'aria-label on a div',
    reads: 'name',
    html: '<div it aria-label="Close"></div>',
    w3c: '',
    ours: 'Close',
    reason: `${CHOSEN}pages name clickable divs like this, and Chromium reads it too.`,
  },
  {
    title: 'aria-label on a span',
    reads: 'name',
    html: '<span it aria-label="3 of 5 stars">***</span>',
    w3c: '',
    ours: '3 of 5 stars',
    reason: `${CHOSEN}pages name icons like this, and Chromium reads it too.`,
  },
  {
    title: 'no-break spaces',
    reads: 'name',
    html: '<button it>10&nbsp;km</button>',
    w3c: '10\u00a0km',
    ours: '10 km',
    reason: `${CHOSEN}an agent that looks for a name types a plain space.`,
  },
  {
    title: 'soft hyphens',
    reads: 'name',
    html: '<button it>super&shy;markt</button>',
    w3c: 'super\u00admarkt',
    ours: 'supermarkt',
    reason: `${CHOSEN}an agent that looks for a name does not type what nobody sees.`,
  },
  {
    title: 'ids parted by a line break',
    reads: 'name',
    html: '<b id="a">one</b><b id="b">two</b><input it aria-labelledby="a&#10;b">',
    w3c: 'one two',
    ours: '',
    reason: `${LIBRARY}it parts ids only at spaces.`,
  },
  {
    title: 'an id twice',
    reads: 'name',
    html: '<b id="a">one</b><input it aria-labelledby="a a">',
    w3c: 'one one',
    ours: 'one',
    reason: `${LIBRARY}it takes each element once.`,
  },
  {
    title: 'a closed details in a heading',
    reads: 'name',
    html: '<h2 it>A<details><summary>B</summary>C</details></h2>',
    w3c: 'A B',
    ours: 'A',
    reason: `${LIBRARY}it leaves out groups, articles and quotes beside other text; alone they are read.`,
  },
  {
    title: 'an article beside text in a link',
    reads: 'name',
    html: '<a it href="#">New <article>Story</article></a>',
    w3c: 'New Story',
    ours: 'New',
    reason: `${LIBRARY}it leaves out groups, articles and quotes beside other text; alone they are read.`,
  },
  {
    title: 'slots that touch',
    reads: 'name',
    html: '<h2 it><x-a><template shadowrootmode="open"><slot name="b"></slot>-<slot></slot></template>A<i slot="b">B</i></x-a></h2>',
    w3c: 'B-A',
    ours: 'B - A',
    reason: `${LIBRARY}it puts spaces around each slot.`,
  },
  {
    title: 'a picture with an alternative in ::before',
    reads: 'name',
    html: '<style>.p::before{content:url(data:,) / "Close"}</style><button it class="p"></button>',
    w3c: 'Close',
    ours: '',
    reason: `${LIBRARY}it reads only texts in generated content.`,
  },
  {
    title: 'a range input without a value attribute',
    reads: 'name',
    html: '<label><input it type="checkbox"> At <input type="range" min="0" max="8"></label>',
    w3c: 'At 4',
    ours: 'At',
    reason: `${LIBRARY}it reads the attribute, not the value of the moment.`,
  },
];
