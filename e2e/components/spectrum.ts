import { chosen, clicked, filled, type Library } from './library.ts';

const PARTS =
  'theme/sp-theme theme/theme-light theme/scale-medium button/sp-button textfield/sp-textfield checkbox/sp-checkbox radio/sp-radio radio/sp-radio-group switch/sp-switch slider/sp-slider picker/sp-picker combobox/sp-combobox menu/sp-menu menu/sp-menu-item tabs/sp-tabs tabs/sp-tab tabs/sp-tab-panel action-menu/sp-action-menu'.split(
    ' ',
  );

const IMPORTS = PARTS.map((part) => `import '@spectrum-web-components/${part}.js';`);

export const SPECTRUM: Library = {
  name: 'Spectrum',
  script: `${IMPORTS.join('\n')}
part('menu').addEventListener('change', () => { held.item = part('menu').value; });`,
  body: `<sp-theme system="spectrum" color="light" scale="medium">
    <sp-button id="save" data-counts>Save</sp-button>
    <sp-button href="#there">There</sp-button>
    <sp-textfield id="name" label="Name" data-held="value"></sp-textfield>
    <sp-textfield id="about" multiline label="About" data-held="value"></sp-textfield>
    <sp-checkbox id="agree" data-held="checked">Agree</sp-checkbox>
    <sp-switch id="night" data-held="checked">Night</sp-switch>
    <sp-radio-group id="size" selected="s" name="size" data-held="selected"><sp-radio value="s">Small</sp-radio><sp-radio value="l">Large</sp-radio></sp-radio-group>
    <sp-slider id="volume" label="Volume" min="0" max="100" value="50" data-held="value"></sp-slider>
    <sp-picker id="town" label="Town" data-held="value"><sp-menu-item value="ber">Berlin</sp-menu-item><sp-menu-item value="par">Paris</sp-menu-item></sp-picker>
    <sp-combobox id="land" label="Country" data-held="value"><sp-menu-item value="de">Germany</sp-menu-item><sp-menu-item value="fr">France</sp-menu-item></sp-combobox>
    <sp-tabs id="tabs" selected="one" data-held="selected"><sp-tab label="One" value="one"></sp-tab><sp-tab label="Two" value="two"></sp-tab>
      <sp-tab-panel value="one">First</sp-tab-panel><sp-tab-panel value="two">Second</sp-tab-panel></sp-tabs>
    <sp-action-menu id="menu" label="File" data-held="open"><sp-menu-item value="rename">Rename</sp-menu-item><sp-menu-item value="copy">Copy</sp-menu-item></sp-action-menu>
  </sp-theme>`,
  controls: [
    clicked('button "Save"', { save: 1 }),
    clicked('link "There"', { hash: '#there' }),
    filled('textbox "Name"', 'Ann', { name: 'Ann' }),
    filled('textbox "About"', 'one\ntwo', { about: 'one\ntwo' }),
    clicked('checkbox "Agree"', { agree: true }),
    clicked('switch "Night"', { night: true }),
    clicked('radio "Large"', { size: 'l' }),
    filled('slider "Volume"', '70', { volume: 70 }),
    chosen('button "Town"', 'Paris', { town: 'par' }),
    chosen('combobox "Country"', 'France', { land: 'France' }),
    clicked('tab "Two"', { tabs: 'two' }),
    clicked('button "File"', { menu: true }),
    clicked('menuitem "Copy"', { item: 'copy' }),
  ],
};
