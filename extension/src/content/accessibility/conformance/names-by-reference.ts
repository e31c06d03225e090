import type { Section } from './section.ts';

export const hiddenNodes: Section = {
  title: 'accname 2A, hidden and not referenced',
  reads: 'name',
  cases: [
    [
      'a child with display:none is left out',
      '<button it>Save<b style="display:none"> now</b></button>',
      'Save',
    ],
    ['a child with the hidden attribute', '<button it>Save<b hidden> now</b></button>', 'Save'],
    [
      'a child with visibility:hidden',
      '<button it>Save<b style="visibility:hidden"> now</b></button>',
      'Save',
    ],
    [
      'a child with visibility:collapse',
      '<button it>Save<b style="visibility:collapse"> now</b></button>',
      'Save',
    ],
    ['a child with aria-hidden', '<button it>Save<b aria-hidden="true"> now</b></button>', 'Save'],
    [
      'aria-hidden="false" hides nothing',
      '<button it>Save<b aria-hidden="false"> now</b></button>',
      'Save now',
    ],
    ['a hidden grandchild', '<h2 it>News <span>of <i hidden>last </i>week</span></h2>', 'News of week'],
    ['an element that is hidden itself', '<button it hidden>Save</button>', ''],
    ['an element in a hidden parent', '<div style="display:none"><button it>Save</button></div>', ''],
    ['an element in an aria-hidden parent', '<div aria-hidden="true"><button it>Save</button></div>', ''],
    ['zero opacity is not hidden', '<button it style="opacity:0">Save</button>', 'Save'],
    ['off-screen is not hidden', '<button it style="position:absolute;left:-9999px">Save</button>', 'Save'],
    [
      'clipped text is not hidden',
      '<a it href="#">Go<b style="position:absolute;clip-path:inset(50%)"> on</b></a>',
      'Go on',
    ],
    ['display:contents is not hidden', '<a it href="#"><span style="display:contents">Go</span></a>', 'Go'],
    [
      'script and style are no text',
      '<button it>Go<script type="x">1</script><style>a{}</style></button>',
      'Go',
    ],
    ['a template is no text', '<button it>Go<template>later</template></button>', 'Go'],
    ['a comment is no text', '<button it>Go<!-- later --></button>', 'Go'],
  ],
};

export const labelledBy: Section = {
  title: 'accname 2B, aria-labelledby',
  reads: 'name',
  cases: [
    ['one reference', '<p id="a">Name</p><input it aria-labelledby="a">', 'Name'],
    [
      'two references, in their order',
      '<p id="a">one</p><p id="b">two</p><input it aria-labelledby="b a">',
      'two one',
    ],
    [
      'many spaces between ids',
      '<p id="a">one</p><p id="b">two</p><input it aria-labelledby="  a   b ">',
      'one two',
    ],
    ['an id that is missing', '<p id="a">one</p><input it aria-labelledby="x a y">', 'one'],
    ['only missing ids: the next step decides', '<button it aria-labelledby="x">Save</button>', 'Save'],
    [
      'only missing ids: aria-label',
      '<button it aria-labelledby="x" aria-label="Keep">Save</button>',
      'Keep',
    ],
    ['an empty attribute', '<button it aria-labelledby="">Save</button>', 'Save'],
    [
      'a referenced element without text',
      '<p id="a"></p><button it aria-labelledby="a">Save</button>',
      'Save',
    ],
    ['before aria-label', '<p id="a">one</p><input it aria-labelledby="a" aria-label="two">', 'one'],
    ['before content', '<p id="a">one</p><button it aria-labelledby="a">two</button>', 'one'],
    ['before a label', '<p id="a">one</p><label>two <input it aria-labelledby="a"></label>', 'one'],
    ['before alt', '<p id="a">one</p><img it alt="two" aria-labelledby="a">', 'one'],
    ['before title', '<p id="a">one</p><a it href="#" title="two" aria-labelledby="a"></a>', 'one'],
    [
      'itself and another',
      '<a it id="s" href="#" aria-labelledby="s h">More</a><h2 id="h">News</h2>',
      'More News',
    ],
    [
      'itself with aria-label',
      '<button it id="s" aria-label="Remove" aria-labelledby="s f">x</button><p id="f">report.pdf</p>',
      'Remove report.pdf',
    ],
    [
      'chains are not followed',
      '<p id="a">A</p><p id="b" aria-labelledby="a">B</p><input it aria-labelledby="b">',
      'B',
    ],
    ['a cycle ends', '<p id="a" aria-labelledby="s">A</p><input it id="s" aria-labelledby="a">', 'A'],
    [
      'a button in a cycle with another',
      '<button it id="a" aria-labelledby="b">A</button><button id="b" aria-labelledby="a">B</button>',
      'B',
    ],
    [
      'the aria-label of the referenced element',
      '<p id="a" aria-label="one">two</p><input it aria-labelledby="a">',
      'one',
    ],
    [
      'the alt of a referenced image',
      '<img id="a" alt="Logo"><a it href="#" aria-labelledby="a"></a>',
      'Logo',
    ],
    [
      'the title of a referenced element',
      '<i id="a" title="Info"></i><a it href="#" aria-labelledby="a"></a>',
      'Info',
    ],
    [
      'an image inside the referenced element',
      '<p id="a">My <img alt="dog"></p><input it aria-labelledby="a">',
      'My dog',
    ],
    [
      'a list that is referenced',
      '<ul id="a"><li>one</li><li>two</li></ul><nav it aria-labelledby="a"></nav>',
      'one two',
    ],
    [
      'a region named by its heading',
      '<section it aria-labelledby="a"><h2 id="a">News</h2>text</section>',
      'News',
    ],
    [
      'a dialog named by its heading',
      '<div it role="dialog" aria-labelledby="a"><h2 id="a">Delete?</h2></div>',
      'Delete?',
    ],
    [
      'the first of two elements with an id',
      '<p id="a">one</p><p id="a">two</p><input it aria-labelledby="a">',
      'one',
    ],
    ['ids that are no CSS identifiers', '<p id="1:a.b">one</p><input it aria-labelledby="1:a.b">', 'one'],
    ['an element after the referring one', '<input it aria-labelledby="a"><p id="a">one</p>', 'one'],
    ['a parent', '<div id="a">In <button it aria-labelledby="a">on</button></div>', 'In on'],
    ['a referenced textbox gives its value', '<input id="a" value="5"><input it aria-labelledby="a">', '5'],
    [
      'a referenced select gives the chosen option',
      '<select id="a"><option>one<option selected>two</select><input it aria-labelledby="a">',
      'two',
    ],
  ],
};

export const hiddenReferences: Section = {
  title: 'accname 2A and 2B, hidden but referenced',
  reads: 'name',
  cases: [
    ['display:none', '<p id="a" style="display:none">one</p><input it aria-labelledby="a">', 'one'],
    ['the hidden attribute', '<p id="a" hidden>one</p><input it aria-labelledby="a">', 'one'],
    ['visibility:hidden', '<p id="a" style="visibility:hidden">one</p><input it aria-labelledby="a">', 'one'],
    ['aria-hidden', '<p id="a" aria-hidden="true">one</p><input it aria-labelledby="a">', 'one'],
    ['in a hidden parent', '<div hidden><p id="a">one</p></div><input it aria-labelledby="a">', 'one'],
    [
      'children of a hidden reference',
      '<p id="a" hidden>one <b>two</b></p><input it aria-labelledby="a">',
      'one two',
    ],
    [
      'hidden children of a hidden reference',
      '<p id="a" hidden>one <b hidden>two <i hidden>three</i></b></p><input it aria-labelledby="a">',
      'one two three',
    ],
    [
      'hidden children of a visible reference',
      '<p id="a">one <b hidden>two</b> <i aria-hidden="true">three</i></p><input it aria-labelledby="a">',
      'one',
    ],
    [
      'invisible children of an invisible reference',
      '<p id="a" style="visibility:hidden">one <b>two</b></p><input it aria-labelledby="a">',
      'one two',
    ],
    ['a hidden label of a field', '<label for="f" hidden>Mail</label><input it id="f">', 'Mail'],
    [
      'an invisible label of a field',
      '<label for="f" style="visibility:hidden">Mail</label><input it id="f">',
      'Mail',
    ],
    [
      'an aria-hidden label of a field',
      '<label for="f" aria-hidden="true">Mail</label><input it id="f">',
      'Mail',
    ],
    ['a hidden legend', '<fieldset it><legend hidden>Size</legend></fieldset>', 'Size'],
    [
      'a hidden caption',
      '<table it><caption style="display:none">Prices</caption><tr><td>1</table>',
      'Prices',
    ],
  ],
};

export const ariaLabel: Section = {
  title: 'accname 2D, aria-label',
  reads: 'name',
  cases: [
    ['before content', '<button it aria-label="Close">x</button>', 'Close'],
    ['before a label', '<label>one <input it aria-label="two"></label>', 'two'],
    ['before alt', '<img it alt="one" aria-label="two">', 'two'],
    ['before title', '<a it href="#" title="one" aria-label="two">three</a>', 'two'],
    ['before the value of a button', '<input it type="submit" value="one" aria-label="two">', 'two'],
    ['before a placeholder', '<input it placeholder="one" aria-label="two">', 'two'],
    ['before a legend', '<fieldset it aria-label="two"><legend>one</legend></fieldset>', 'two'],
    ['before a caption', '<table it aria-label="two"><caption>one</caption><tr><td>1</table>', 'two'],
    ['before an SVG title', '<svg it role="img" aria-label="two"><title>one</title></svg>', 'two'],
    ['empty: content', '<button it aria-label="">Save</button>', 'Save'],
    ['only spaces: content', '<button it aria-label="  ">Save</button>', 'Save'],
    ['only line breaks: content', '<button it aria-label="&#10;&#9;">Save</button>', 'Save'],
    ['is trimmed', '<button it aria-label="  Save ">x</button>', 'Save'],
    ['keeps one space of many', '<button it aria-label="Save   all">x</button>', 'Save all'],
    ['of a child', '<button it>Save <b aria-label="everything">all</b></button>', 'Save everything'],
    ['of a child image', '<a it href="#"><img alt="one" aria-label="two"></a>', 'two'],
    ['of a nested link', '<h2 it>See <a href="#" aria-label="the manual">this</a></h2>', 'See the manual'],
    ['of a landmark', '<nav it aria-label="Main">x</nav>', 'Main'],
    ['of a list', '<ul it aria-label="Steps"><li>x</ul>', 'Steps'],
    ['of a list item', '<ul><li it aria-label="Step">x</ul>', 'Step'],
    ['of a custom widget', '<div it role="slider" aria-label="Volume"></div>', 'Volume'],
    ['of an iframe', '<iframe it aria-label="Advert"></iframe>', 'Advert'],
    ['of a video', '<video it aria-label="Trailer"></video>', 'Trailer'],
    ['with emoji and right-to-left text', '<button it aria-label="שמור 💾">x</button>', 'שמור 💾'],
  ],
};
