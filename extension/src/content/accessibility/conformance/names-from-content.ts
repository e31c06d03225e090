import type { Section } from './section.ts';

export const content: Section = {
  title: 'accname 2F, 2G and 2H, name from content',
  reads: 'name',
  cases: [
    ['a button', '<button it>Save</button>', 'Save'],
    ['a link', '<a it href="#">Home</a>', 'Home'],
    ['a heading', '<h3 it>News</h3>', 'News'],
    ['an ARIA button', '<div it role="button">Save</div>', 'Save'],
    ['an ARIA link', '<span it role="link">Home</span>', 'Home'],
    ['an ARIA heading', '<div it role="heading" aria-level="2">News</div>', 'News'],
    ['an ARIA checkbox', '<div it role="checkbox">Agree</div>', 'Agree'],
    ['an ARIA switch', '<div it role="switch">Wifi</div>', 'Wifi'],
    ['a radio', '<div role="radiogroup"><div it role="radio">Red</div></div>', 'Red'],
    ['a tab', '<div role="tablist"><div it role="tab">Files</div></div>', 'Files'],
    ['a menu item', '<div role="menu"><div it role="menuitem">Open</div></div>', 'Open'],
    ['a menu checkbox', '<div role="menu"><div it role="menuitemcheckbox">Wrap</div></div>', 'Wrap'],
    ['a menu radio', '<div role="menu"><div it role="menuitemradio">Left</div></div>', 'Left'],
    ['an ARIA option', '<div role="listbox"><div it role="option">Red</div></div>', 'Red'],
    ['a tree item', '<div role="tree"><div it role="treeitem">src</div></div>', 'src'],
    ['a tooltip', '<div it role="tooltip">Hint</div>', 'Hint'],
    ['a grid cell', '<div role="grid"><div role="row"><div it role="gridcell">5</div></div></div>', '5'],
    [
      'an ARIA column header',
      '<div role="table"><div role="row"><div it role="columnheader">A</div></div></div>',
      'A',
    ],
    [
      'an ARIA row header',
      '<div role="table"><div role="row"><div it role="rowheader">A</div></div></div>',
      'A',
    ],
    ['inline children join', '<a it href="#">wa<b>ter</b>fall</a>', 'waterfall'],
    ['spaces between inline children stay', '<a it href="#"><b>one</b> <i>two</i></a>', 'one two'],
    ['block children are parted', '<a it href="#"><div>one</div><div>two</div></a>', 'one two'],
    ['paragraphs are parted', '<div it role="button"><p>one</p><p>two</p></div>', 'one two'],
    [
      'inline-block children are parted',
      '<a it href="#">one<b style="display:inline-block">two</b></a>',
      'one two',
    ],
    ['flex children are parted', '<a it href="#">one<b style="display:flex">two</b></a>', 'one two'],
    ['a line break parts', '<a it href="#">one<br>two</a>', 'one two'],
    ['list items are parted', '<div it role="button"><ul><li>one<li>two</ul></div>', 'one two'],
    ['cells are parted', '<div it role="button"><table><tr><td>one<td>two</table></div>', 'one two'],
    ['spaces and line breaks collapse', '<button it>  one \n\t two  </button>', 'one two'],
    ['only spaces', '<button it>   </button>', ''],
    ['no content', '<button it></button>', ''],
    ['case is kept against CSS', '<button it style="text-transform:uppercase">Save</button>', 'Save'],
    ['small children in a shown order', '<a it href="#">a<sub>2</sub></a>', 'a2'],
    ['entities', '<button it>Q&amp;A &lt;1&gt;</button>', 'Q&A <1>'],
    ['emoji', '<button it>👍 12</button>', '👍 12'],
    ['right-to-left', '<a it href="#" dir="rtl">עוד <b>חדשות</b></a>', 'עוד חדשות'],
    ['a link in a heading', '<h2 it>See <a href="#">this</a></h2>', 'See this'],
    ['a button in a link', '<div it role="link">Open <span role="button">menu</span></div>', 'Open menu'],
    ['deeply nested', '<a it href="#"><span><span><b>De<i>ep</i></b></span></span></a>', 'Deep'],
    [
      'code, emphasis and marks',
      '<h2 it><code>a</code> <em>b</em> <mark>c</mark> <strong>d</strong></h2>',
      'a b c d',
    ],
    ['time, del and ins', '<h2 it><time>noon</time> <del>a</del> <ins>b</ins></h2>', 'noon a b'],
    ['a term and its definition', '<a it href="#"><dl><dt>a</dt><dd>b</dd></dl></a>', 'a b'],
    ['a section with a name inside', '<a it href="#"><section aria-label="x">y</section></a>', 'x'],
    [
      'an article inside a link',
      '<a it href="#"><article><h2>News</h2><p>of today</p></article></a>',
      'News of today',
    ],
    ['a quote inside a link', '<a it href="#"><blockquote>To be</blockquote></a>', 'To be'],
    ['a group inside a button', '<button it><span role="group">Go</span></button>', 'Go'],
    ['a status inside a button', '<button it><span role="status">Busy</span></button>', 'Busy'],
    [
      'a figure inside a link',
      '<a it href="#"><figure><img alt="x"><figcaption>A dog</figcaption></figure></a>',
      'A dog',
    ],
    ['an image inside a heading', '<h1 it><img alt="Acme"></h1>', 'Acme'],
    ['an ARIA image inside', '<a it href="#"><i role="img" aria-label="Home"></i></a>', 'Home'],
    [
      'an icon font hidden from assistive technology',
      '<button it><i aria-hidden="true">menu</i>Files</button>',
      'Files',
    ],
    ['aria-owns', '<div it role="button" aria-owns="o">one</div><span id="o"> two</span>', 'one two'],
    ['role none inside', '<button it><span role="none">Save</span></button>', 'Save'],
    [
      'aria-labelledby inside',
      '<p id="a">all</p><h2 it>Save <b role="button" aria-labelledby="a">x</b></h2>',
      'Save all',
    ],
    ['capitals in a role', '<div it role="BUTTON">Save</div>', 'Save'],
  ],
};

const ICON = '<style>.b::before{content:"→ "}.a::after{content:" ←"}.k::before{display:block;content:"Step"}';
const ALT =
  '<style>.b::before{content:"✕" / "Close"}.n::before{content:"✕" / ""}.s::before{content:"(" attr(title) ") "}';

export const generatedContent: Section = {
  title: 'accname 2F.ii, ::before and ::after',
  reads: 'name',
  cases: [
    ['before', `${ICON}</style><a it href="#" class="b">Next</a>`, '→ Next'],
    ['after', `${ICON}</style><a it href="#" class="a">Next</a>`, 'Next ←'],
    ['both', `${ICON}</style><button it class="a b">Next</button>`, '→ Next ←'],
    ['on a child', `${ICON}</style><button it><i class="b"></i>Next</button>`, '→ Next'],
    ['alone', `${ICON}</style><button it class="b"></button>`, '→'],
    ['as a block', `${ICON}</style><button it class="k">one</button>`, 'Step one'],
    [
      'on a hidden child',
      `${ICON}</style><button it><i class="b" aria-hidden="true"></i>Next</button>`,
      'Next',
    ],
    ['in a label', `${ICON}</style><label class="a">Mail<input it></label>`, 'Mail ←'],
    ['in a reference', `${ICON}</style><b id="a" class="b">Next</b><input it aria-labelledby="a">`, '→ Next'],
    ['alternative text', `${ALT}</style><button it class="b"></button>`, 'Close'],
    ['alternative text on a child', `${ALT}</style><button it><i class="b"></i> tab</button>`, 'Close tab'],
    [
      'an empty alternative text, then a tooltip',
      `${ALT}</style><a it href="#" title="Close"><i class="n"></i></a>`,
      'Close',
    ],
    ['an empty alternative text', `${ALT}</style><button it><i class="n"></i>Close</button>`, 'Close'],
    [
      'alternative text in a label',
      `${ALT}</style><label><i class="b"></i> it<input it></label>`,
      'Close it',
    ],
    [
      'alternative text in a reference',
      `${ALT}</style><i id="a" class="b"></i><input it aria-labelledby="a">`,
      'Close',
    ],
    ['several strings and an attribute', `${ALT}</style><h2 it><i class="s" title="1">Go</i></h2>`, '(1) Go'],
    [
      'quotes in the text stay',
      `${ALT}</style><button it>Say "a" / "b" <i class="n"></i></button>`,
      'Say "a" / "b"',
    ],
    ['none', '<style>.z::before{content:none}</style><button it class="z">Go</button>', 'Go'],
    [
      'a picture without a text',
      '<style>.z::before{content:url(data:,)}</style><button it class="z">Go</button>',
      'Go',
    ],
  ],
};

const OPEN = '<template shadowrootmode="open">';

export const shadowRoots: Section = {
  title: 'accname 2F, shadow roots and slots',
  reads: 'name',
  cases: [
    ['text in a shadow root', `<h2 it><x-a>${OPEN}Inside</template></x-a></h2>`, 'Inside'],
    ['a slotted text', `<x-a>${OPEN}<button it>Go <slot></slot></button></template>home</x-a>`, 'Go home'],
    [
      'a slotted element',
      `<x-a>${OPEN}<button it><slot></slot></button></template><b>home</b></x-a>`,
      'home',
    ],
    ['the fallback of a slot', `<x-a>${OPEN}<button it><slot>Go</slot></button></template></x-a>`, 'Go'],
    [
      'the fallback of a filled slot',
      `<x-a>${OPEN}<button it><slot>Go</slot></button></template>On</x-a>`,
      'On',
    ],
    [
      'named slots in the order of the shadow root',
      `<h2 it><x-a>${OPEN}<slot name="b"></slot> <slot name="a"></slot></template><i slot="a">A</i><i slot="b">B</i></x-a></h2>`,
      'B A',
    ],
    ['an element without a slot', `<h2 it>A<x-a>${OPEN}B</template><b>C</b></x-a></h2>`, 'AB'],
    [
      'a slot in a slot',
      `<x-a>${OPEN}<x-b>${OPEN}<button it><slot></slot></button></template><slot></slot></x-b></template>Go</x-a>`,
      'Go',
    ],
    ['a host that is a button', `<x-a it role="button">${OPEN}<b>Save</b></template></x-a>`, 'Save'],
    [
      'a reference inside one root',
      `<x-a>${OPEN}<b id="a">one</b><input it aria-labelledby="a"></template></x-a>`,
      'one',
    ],
    [
      'no reference out of a root',
      `<b id="a">one</b><x-a>${OPEN}<input it aria-labelledby="a"></template></x-a>`,
      '',
    ],
    [
      'no reference into a root',
      `<x-a>${OPEN}<b id="a">one</b></template></x-a><input it aria-labelledby="a">`,
      '',
    ],
    [
      'the same id in both roots',
      `<b id="a">one</b><x-a>${OPEN}<b id="a">two</b><input it aria-labelledby="a"></template></x-a>`,
      'two',
    ],
    [
      'a label in one root',
      `<x-a>${OPEN}<label for="f">Mail</label><input it id="f"></template></x-a>`,
      'Mail',
    ],
    [
      'a label does not cross roots',
      `<label for="f">Mail</label><x-a>${OPEN}<input it id="f"></template></x-a>`,
      '',
    ],
    [
      'a reference to a slot',
      `<x-a>${OPEN}<slot id="s"></slot><input it aria-labelledby="s"></template>one</x-a>`,
      'one',
    ],
    [
      'a hidden slotted child',
      `<x-a>${OPEN}<button it><slot></slot></button></template>Go<b hidden> x</b></x-a>`,
      'Go',
    ],
  ],
};

export const prohibited: Section = {
  title: 'ARIA, roles that cannot be named',
  reads: 'name',
  cases: [
    ['paragraph', '<p it aria-label="x">y</p>', ''],
    ['code', '<code it aria-label="x">y</code>', ''],
    ['emphasis', '<em it aria-label="x">y</em>', ''],
    ['strong', '<strong it aria-label="x">y</strong>', ''],
    ['deletion', '<del it aria-label="x">y</del>', ''],
    ['insertion', '<ins it aria-label="x">y</ins>', ''],
    ['subscript', '<sub it aria-label="x">y</sub>', ''],
    ['superscript', '<sup it aria-label="x">y</sup>', ''],
    ['caption', '<table><caption it aria-label="x">y</caption><tr><td>1</table>', ''],
    ['term', '<dfn it aria-label="x">y</dfn>', ''],
    ['time', '<time it aria-label="x">y</time>', ''],
    ['mark', '<mark it aria-label="x">y</mark>', ''],
    ['an explicit generic', '<b it role="generic" aria-label="x">y</b>', ''],
    ['an explicit paragraph', '<div it role="paragraph" aria-label="x">y</div>', ''],
    ['a plain div by its content', '<div it>y</div>', ''],
    ['a plain span by its content', '<span it>y</span>', ''],
  ],
};
