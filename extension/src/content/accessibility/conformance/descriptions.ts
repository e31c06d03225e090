import type { Section } from './section.ts';

export const descriptions: Section = {
  title: 'accname, description',
  reads: 'description',
  cases: [
    ['aria-describedby', '<p id="a">8 signs</p><input it aria-describedby="a">', '8 signs'],
    ['two references', '<p id="a">one</p><p id="b">two</p><input it aria-describedby="b a">', 'two one'],
    ['a hidden reference', '<p id="a" hidden>8 signs</p><input it aria-describedby="a">', '8 signs'],
    ['a reference with markup', '<p id="a">8 <b>signs</b></p><input it aria-describedby="a">', '8 signs'],
    [
      'hidden children of a visible reference',
      '<p id="a">8<b hidden>9</b></p><input it aria-describedby="a">',
      '8',
    ],
    [
      'aria-label of the reference',
      '<p id="a" aria-label="one">two</p><input it aria-describedby="a">',
      'one',
    ],
    [
      'before aria-description',
      '<p id="a">one</p><input it aria-describedby="a" aria-description="two">',
      'one',
    ],
    ['before title', '<p id="a">one</p><button it aria-describedby="a" title="two">x</button>', 'one'],
    ['aria-description', '<button it aria-description="Opens a window">x</button>', 'Opens a window'],
    ['aria-description before title', '<button it aria-description="one" title="two">x</button>', 'one'],
    ['title beside a name', '<button it title="Opens a window">Help</button>', 'Opens a window'],
    ['title beside a label', '<label>Mail <input it title="Yours"></label>', 'Yours'],
    ['title beside an alt', '<img it alt="one" title="two">', 'two'],
    ['a title that is the name', '<button it title="Help"></button>', ''],
    ['a title that is the name of a field', '<input it title="Mail">', ''],
    ['missing ids: the next step decides', '<button it aria-describedby="x" title="two">one</button>', 'two'],
    ['nothing', '<button it>x</button>', ''],
  ],
};
