import { chosen, clicked, filled, type Library } from './library.ts';

const PARTS =
  'button checkbox combo-box date-picker dialog menu-bar radio-group select tabs text-area text-field'.split(
    ' ',
  );

const IMPORTS = PARTS.map((part) => `import '@vaadin/${part}';`);

export const VAADIN: Library = {
  name: 'Vaadin',
  script: `${IMPORTS.join('\n')}
part('town').items = [{ label: 'Berlin', value: 'ber' }, { label: 'Paris', value: 'par' }];
part('land').items = ['Germany', 'France'];
part('day').addEventListener('opened-changed', ({ detail }) => { held.calendar = detail.value; });
part('menu').items = [{ text: 'File', children: [{ text: 'Rename' }, { text: 'Copy' }] }];
part('menu').addEventListener('click', () => { held.file = true; });
part('menu').addEventListener('item-selected', ({ detail }) => { held.item = detail.value.text; });
part('open').addEventListener('click', () => { part('dialog').opened = true; });
part('dialog').renderer = (root) => {
  if (root.firstChild) return;
  root.innerHTML = '<vaadin-button>Close it</vaadin-button>';
  root.firstChild.addEventListener('click', () => { part('dialog').opened = false; });
};`,
  body: `
    <vaadin-button id="save" data-counts>Save</vaadin-button>
    <vaadin-text-field id="name" label="Name" data-held="value"></vaadin-text-field>
    <vaadin-text-area id="about" label="About" data-held="value"></vaadin-text-area>
    <vaadin-checkbox id="agree" label="Agree" data-held="checked"></vaadin-checkbox>
    <vaadin-radio-group id="size" label="Size" data-held="value">
      <vaadin-radio-button value="s" label="Small"></vaadin-radio-button>
      <vaadin-radio-button value="l" label="Large"></vaadin-radio-button>
    </vaadin-radio-group>
    <vaadin-select id="town" label="Town" data-held="value"></vaadin-select>
    <vaadin-combo-box id="land" label="Country" data-held="value"></vaadin-combo-box>
    <vaadin-date-picker id="day" label="Day" data-held="value"></vaadin-date-picker>
    <vaadin-tabs id="tabs" data-held="selected"><vaadin-tab>One</vaadin-tab><vaadin-tab>Two</vaadin-tab></vaadin-tabs>
    <vaadin-menu-bar id="menu"></vaadin-menu-bar>
    <vaadin-button id="open">Open dialog</vaadin-button>
    <vaadin-dialog id="dialog" header-title="Question" data-held="opened"></vaadin-dialog>`,
  controls: [
    clicked('button "Save"', { save: 1 }),
    filled('textbox "Name"', 'Ann', { name: 'Ann' }),
    filled('textbox "About"', 'one\ntwo', { about: 'one\ntwo' }),
    clicked('checkbox "Agree"', { agree: true }),
    clicked('radio "Large"', { size: 'l' }),
    chosen('button "Town"', 'Paris', { town: 'par' }),
    chosen('combobox "Country"', 'France', { land: 'France' }),
    filled('combobox "Day"', '3/9/2026', { calendar: true }),
    clicked('gridcell "9 March 2026, Monday"', { day: '2026-03-09' }),
    clicked('tab "Two"', { tabs: 1 }),
    clicked('menuitem "File"', { file: true }),
    clicked('menuitem "Copy"', { item: 'Copy' }),
    clicked('button "Open dialog"', { dialog: true }),
    clicked('button "Close it"', { dialog: false }),
  ],
};
