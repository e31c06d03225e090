import { chosen, clicked, filled, type Library } from './library.ts';

const PARTS =
  'button checkbox details dialog dropdown dropdown-item input option radio radio-group rating select slider switch tab tab-group tab-panel textarea'.split(
    ' ',
  );

const IMPORTS = PARTS.map((part) => `import '@awesome.me/webawesome/dist/components/${part}/${part}.js';`);

export const WEB_AWESOME: Library = {
  name: 'Web Awesome',
  styles: ['@awesome.me/webawesome/dist/styles/webawesome.css'],
  script: `${IMPORTS.join('\n')}
part('file').addEventListener('wa-select', ({ detail }) => { held.item = detail.item.value; });
part('tabs').addEventListener('wa-tab-show', ({ detail }) => { held.tab = detail.name; });
part('open').addEventListener('click', () => { part('dialog').open = true; });
part('close').addEventListener('click', () => { part('dialog').open = false; });`,
  body: `
    <wa-button id="save" data-counts>Save</wa-button>
    <wa-button href="#there">There</wa-button>
    <wa-input id="name" label="Name" data-held="value"></wa-input>
    <wa-input id="day" type="date" label="Day" data-held="value"></wa-input>
    <wa-textarea id="about" label="About" data-held="value"></wa-textarea>
    <wa-checkbox id="agree" data-held="checked">Agree</wa-checkbox>
    <wa-switch id="mail" data-held="checked">Send mail</wa-switch>
    <wa-radio-group id="size" label="Size" data-held="value">
      <wa-radio value="s">Small</wa-radio><wa-radio value="l">Large</wa-radio>
    </wa-radio-group>
    <wa-slider id="volume" label="Volume" min="0" max="100" data-held="value"></wa-slider>
    <wa-rating id="stars" label="Stars" data-held="value"></wa-rating>
    <wa-select id="town" label="Town" data-held="value">
      <wa-option value="ber">Berlin</wa-option><wa-option value="par">Paris</wa-option>
    </wa-select>
    <wa-tab-group id="tabs">
      <wa-tab panel="one">One</wa-tab><wa-tab panel="two">Two</wa-tab>
      <wa-tab-panel name="one">First</wa-tab-panel><wa-tab-panel name="two">Second</wa-tab-panel>
    </wa-tab-group>
    <wa-details id="more" summary="More" data-held="open">Details</wa-details>
    <wa-dropdown id="file" data-held="open"><wa-button slot="trigger" with-caret>File</wa-button>
      <wa-dropdown-item value="rename">Rename</wa-dropdown-item><wa-dropdown-item value="copy">Copy</wa-dropdown-item>
    </wa-dropdown>
    <wa-button id="open">Open dialog</wa-button>
    <wa-dialog id="dialog" label="Question" data-held="open"><wa-button id="close">Close it</wa-button></wa-dialog>`,
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
    clicked('menuitem "Copy"', { item: 'copy' }),
    clicked('button "Open dialog"', { dialog: true }),
    clicked('button "Close it"', { dialog: false }),
  ],
};
