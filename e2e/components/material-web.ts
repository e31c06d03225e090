import { chosen, clicked, filled, type Library } from './library.ts';

const PARTS =
  'button/filled-button button/text-button checkbox/checkbox chips/chip-set chips/filter-chip dialog/dialog iconbutton/icon-button list/list menu/menu menu/menu-item radio/radio select/outlined-select select/select-option slider/slider switch/switch tabs/primary-tab tabs/tabs textfield/filled-text-field textfield/outlined-text-field'.split(
    ' ',
  );

const IMPORTS = PARTS.map((part) => `import '@material/web/${part}.js';`);

export const MATERIAL_WEB: Library = {
  name: 'Material Web',
  script: `${IMPORTS.join('\n')}
part('file').addEventListener('click', () => { part('menu').open = !part('menu').open; });
part('menu').addEventListener('close-menu', ({ detail }) => { held.item = detail.initiator.id; });
part('tabs').addEventListener('change', ({ target }) => { held.tab = target.activeTabIndex; });
part('open').addEventListener('click', () => part('dialog').show());
part('close').addEventListener('click', () => part('dialog').close());`,
  body: `
    <md-filled-button id="save" data-counts>Save</md-filled-button>
    <md-text-button href="#there">There</md-text-button>
    <md-icon-button id="star" aria-label="Star" data-counts>*</md-icon-button>
    <md-outlined-text-field id="name" label="Name" data-held="value"></md-outlined-text-field>
    <md-filled-text-field id="mail" type="email" label="E-mail" data-held="value"></md-filled-text-field>
    <md-outlined-text-field id="about" type="textarea" label="About" data-held="value"></md-outlined-text-field>
    <md-filled-text-field id="day" type="date" label="Day" data-held="value"></md-filled-text-field>
    <label><md-checkbox id="agree" data-held="checked"></md-checkbox> Agree</label>
    <md-checkbox id="news" aria-label="News" data-held="checked"></md-checkbox>
    <md-switch id="night" aria-label="Night" data-held="selected"></md-switch>
    <label>Loud <md-switch id="loud" data-held="selected"></md-switch></label>
    <div role="radiogroup" aria-label="Size">
      <md-radio id="small" name="size" value="s" aria-label="Small" data-held="checked"></md-radio>
      <md-radio id="large" name="size" value="l" aria-label="Large" data-held="checked"></md-radio>
    </div>
    <md-slider id="volume" aria-label="Volume" min="0" max="100" data-held="value"></md-slider>
    <md-outlined-select id="town" label="Town" data-held="value">
      <md-select-option value="ber"><div slot="headline">Berlin</div></md-select-option>
      <md-select-option value="par"><div slot="headline">Paris</div></md-select-option>
    </md-outlined-select>
    <md-chip-set aria-label="Filters"><md-filter-chip id="cheap" label="Cheap" data-held="selected"></md-filter-chip></md-chip-set>
    <md-tabs id="tabs"><md-primary-tab>One</md-primary-tab><md-primary-tab>Two</md-primary-tab></md-tabs>
    <span style="position: relative"><md-filled-button id="file">File</md-filled-button>
      <md-menu id="menu" data-held="open" anchor="file"><md-menu-item id="rename"><div slot="headline">Rename</div></md-menu-item>
        <md-menu-item id="copy"><div slot="headline">Copy</div></md-menu-item></md-menu></span>
    <md-filled-button id="open">Open dialog</md-filled-button>
    <md-dialog id="dialog" data-held="open"><div slot="headline">Question</div>
      <md-text-button slot="actions" id="close">Close it</md-text-button></md-dialog>`,
  controls: [
    clicked('button "Save"', { save: 1 }),
    clicked('link "There"', { hash: '#there' }),
    clicked('button "Star"', { star: 1 }),
    filled('textbox "Name"', 'Ann', { name: 'Ann' }),
    filled('textbox "E-mail"', 'ann@example.com', { mail: 'ann@example.com' }),
    filled('textbox "About"', 'one\ntwo', { about: 'one\ntwo' }),
    filled('textbox "Day"', '2026-03-09', { day: '2026-03-09' }),
    clicked('checkbox "Agree"', { agree: true }),
    clicked('checkbox "News"', { news: true }),
    clicked('switch "Night"', { night: true }),
    clicked('switch "Loud"', { loud: true }),
    clicked('radio "Large"', { large: true, small: false }),
    filled('slider "Volume"', '70', { volume: 70 }),
    chosen('combobox "Town"', 'Paris', { town: 'par' }),
    clicked('button "Cheap"', { cheap: true }),
    clicked('tab "Two"', { tab: 1 }),
    clicked('button "File"', { menu: true }),
    clicked('menuitem "Copy"', { item: 'copy' }),
    clicked('button "Open dialog"', { dialog: true }),
    clicked('button "Close it"', { dialog: false }),
  ],
};
