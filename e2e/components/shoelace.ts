import { chosen, clicked, filled, type Library } from './library.ts';

const PARTS =
  'button checkbox details dialog dropdown input menu menu-item option radio radio-group range rating select switch tab tab-group tab-panel textarea'.split(
    ' ',
  );

const IMPORTS = PARTS.map((part) => `import '@shoelace-style/shoelace/dist/components/${part}/${part}.js';`);

export const SHOELACE: Library = {
  name: 'Shoelace',
  styles: ['@shoelace-style/shoelace/dist/themes/light.css'],
  script: `${IMPORTS.join('\n')}
part('menu').addEventListener('sl-select', ({ detail }) => { held.menu = detail.item.value; });
part('tabs').addEventListener('sl-tab-show', ({ detail }) => { held.tab = detail.name; });
part('open').addEventListener('click', () => { part('dialog').open = true; });
part('close').addEventListener('click', () => { part('dialog').open = false; });`,
  body: `
    <sl-button id="save" data-counts>Save</sl-button>
    <sl-button href="#there">There</sl-button>
    <sl-input id="name" label="Name" data-held="value"></sl-input>
    <sl-input id="day" type="date" label="Day" data-held="value"></sl-input>
    <sl-textarea id="about" label="About" data-held="value"></sl-textarea>
    <sl-checkbox id="agree" data-held="checked">Agree</sl-checkbox>
    <sl-switch id="mail" data-held="checked">Send mail</sl-switch>
    <sl-radio-group id="size" label="Size" data-held="value">
      <sl-radio value="s">Small</sl-radio><sl-radio value="l">Large</sl-radio>
    </sl-radio-group>
    <sl-range id="volume" label="Volume" min="0" max="100" data-held="value"></sl-range>
    <sl-rating id="stars" label="Stars" data-held="value"></sl-rating>
    <sl-select id="town" label="Town" data-held="value">
      <sl-option value="ber">Berlin</sl-option><sl-option value="par">Paris</sl-option>
    </sl-select>
    <sl-tab-group id="tabs">
      <sl-tab slot="nav" panel="one">One</sl-tab><sl-tab slot="nav" panel="two">Two</sl-tab>
      <sl-tab-panel name="one">First</sl-tab-panel><sl-tab-panel name="two">Second</sl-tab-panel>
    </sl-tab-group>
    <sl-details id="more" summary="More" data-held="open">Details</sl-details>
    <sl-dropdown id="file" data-held="open"><sl-button slot="trigger" caret>File</sl-button>
      <sl-menu id="menu"><sl-menu-item value="rename">Rename</sl-menu-item><sl-menu-item value="copy">Copy</sl-menu-item></sl-menu>
    </sl-dropdown>
    <sl-button id="open">Open dialog</sl-button>
    <sl-dialog id="dialog" label="Question" data-held="open"><sl-button id="close">Close it</sl-button></sl-dialog>`,
  controls: [
    clicked('button "Save"', { save: 1 }),
    clicked('link "There"', { hash: '#there' }),
    filled('textbox "Name"', 'Ann', { name: 'Ann' }),
    filled('textbox "Day"', '2026-03-09', { day: '2026-03-09' }),
    filled('textbox "About"', 'one\ntwo', { about: 'one\ntwo' }),
    clicked('checkbox "Agree"', { agree: true }),
    clicked('switch "Send mail"', { mail: true }),
    clicked('radio "Large"', { size: 'l' }),
    filled('slider "Volume"', '70', { volume: 70 }),
    clicked('slider "Stars"', { stars: 3 }),
    filled('slider "Stars"', '5', { stars: 5 }),
    chosen('combobox "Town"', 'Paris', { town: 'par' }),
    clicked('tab "Two"', { tab: 'two' }),
    clicked('summary "More"', { more: true }),
    clicked('button "File"', { file: true }),
    clicked('menuitem "Copy"', { menu: 'copy' }),
    clicked('button "Open dialog"', { dialog: true }),
    clicked('button "Close it"', { dialog: false }),
  ],
};
