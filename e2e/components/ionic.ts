import { chosen, clicked, filled, type Library } from './library.ts';

const PARTS =
  'app button checkbox content datetime input item label list modal popover radio radio-group range searchbar segment segment-button select select-option textarea toggle'.split(
    ' ',
  );

const IMPORTS = PARTS.map(
  (part, index) =>
    `import { defineCustomElement as define${index} } from '@ionic/core/components/ion-${part}.js'; define${index}();`,
);

export const IONIC: Library = {
  name: 'Ionic',
  styles: ['@ionic/core/css/ionic.bundle.css'],
  script: `import { initialize } from '@ionic/core/components'; initialize();
${IMPORTS.join('\n')}
part('open').addEventListener('click', () => { part('dialog').isOpen = true; });
part('close').addEventListener('click', () => { part('dialog').isOpen = false; });
part('dialog').addEventListener('didPresent', () => { held.dialog = true; });
part('dialog').addEventListener('didDismiss', () => { held.dialog = false; });
part('menu').addEventListener('didPresent', () => { held.menu = true; });`,
  body: `<ion-app><ion-content><div>
    <ion-button id="save" data-counts>Save</ion-button>
    <ion-button href="#there">There</ion-button>
    <ion-input id="name" label="Name" data-held="value"></ion-input>
    <ion-input id="mail" label="E-mail" label-placement="floating" fill="outline" data-held="value"></ion-input>
    <ion-textarea id="about" label="About" data-held="value"></ion-textarea>
    <ion-searchbar id="query" placeholder="Find" data-held="value"></ion-searchbar>
    <ion-item><ion-checkbox id="agree" data-held="checked">Agree</ion-checkbox></ion-item>
    <ion-toggle id="night" data-held="checked">Night</ion-toggle>
    <ion-radio-group id="size" data-held="value"><ion-radio value="s">Small</ion-radio><ion-radio value="l">Large</ion-radio></ion-radio-group>
    <ion-range id="volume" label="Volume" data-held="value"></ion-range>
    <ion-segment id="view" value="list" data-held="value">
      <ion-segment-button value="list"><ion-label>List</ion-label></ion-segment-button>
      <ion-segment-button value="map"><ion-label>Map</ion-label></ion-segment-button>
    </ion-segment>
    <ion-select id="town" label="Town" interface="popover" data-held="value">
      <ion-select-option value="ber">Berlin</ion-select-option><ion-select-option value="par">Paris</ion-select-option>
    </ion-select>
    <ion-select id="land" label="Country" data-held="value">
      <ion-select-option value="de">Germany</ion-select-option><ion-select-option value="fr">France</ion-select-option>
    </ion-select>
    <ion-select id="street" label="Street" interface="action-sheet" data-held="value">
      <ion-select-option value="a">Abbey Road</ion-select-option><ion-select-option value="b">Baker Street</ion-select-option>
    </ion-select>
    <ion-button id="file">File</ion-button>
    <ion-popover id="menu" trigger="file" dismiss-on-select="true">
      <ion-content><ion-list><ion-item button id="rename" data-counts>Rename</ion-item><ion-item button id="copy" data-counts>Copy</ion-item></ion-list></ion-content>
    </ion-popover>
    <ion-button id="open">Open dialog</ion-button>
    <ion-modal id="dialog"><ion-button id="close">Close it</ion-button></ion-modal>
    <ion-datetime id="day" presentation="date" value="2026-03-01" data-held="value"></ion-datetime>
  </div></ion-content></ion-app>`,
  controls: [
    clicked('button "Save"', { save: 1 }),
    clicked('link "There"', { hash: '#there' }),
    filled('textbox "Name"', 'Ann', { name: 'Ann' }),
    filled('textbox "E-mail"', 'ann@example.com', { mail: 'ann@example.com' }),
    filled('textbox "About"', 'one\ntwo', { about: 'one\ntwo' }),
    filled('searchbox "search text"', 'tea', { query: 'tea' }),
    clicked('checkbox "Agree"', { agree: true }),
    clicked('switch "Night"', { night: true }),
    clicked('radio "Large"', { size: 'l' }),
    filled('slider "Volume 0"', '70', { volume: 70 }),
    clicked('tab "Map"', { view: 'map' }),
    chosen('button "Town"', 'Paris', { town: 'par' }),
    chosen('button "Country"', 'France', { land: 'fr' }),
    chosen('button "Street"', 'Baker Street', { street: 'b' }),
    clicked('button "File"', { menu: true }),
    clicked('button "Copy"', { copy: 1 }),
    clicked('button "Open dialog"', { dialog: true }),
    clicked('button "Close it"', { dialog: false }),
    clicked('button "Monday, March 9"', { day: '2026-03-09' }),
  ],
};
