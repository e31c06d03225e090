import { clicked, filled, type Library } from './library.ts';

const PARTS =
  'button checkbox dialog dialog-body field label menu menu-button menu-item menu-list radio radio-group switch tab tablist text-input textarea'.split(
    ' ',
  );

const IMPORTS = PARTS.map((part) => `import '@fluentui/web-components/${part}.js';`);

export const FLUENT: Library = {
  name: 'Fluent',
  script: `${IMPORTS.join('\n')}
import { setTheme } from '@fluentui/web-components';
import { webLightTheme } from '@fluentui/tokens';
setTheme(webLightTheme);
part('tabs').addEventListener('change', () => { held.tab = part('tabs').activeid; });
part('menu').addEventListener('toggle', ({ newState }) => { held.menu = newState; }, true);
part('open').addEventListener('click', () => part('dialog').show());
part('close').addEventListener('click', () => part('dialog').hide());
part('dialog').addEventListener('toggle', ({ detail }) => { held.dialog = detail.newState; });`,
  body: `
    <fluent-button id="save" data-counts>Save</fluent-button>
    <fluent-text-input id="name" data-held="value">Name</fluent-text-input>
    <fluent-textarea id="about" data-held="value"><span slot="label">About</span></fluent-textarea>
    <fluent-field><label slot="label">Agree</label><fluent-checkbox slot="input" id="agree" data-held="checked"></fluent-checkbox></fluent-field>
    <fluent-field><label slot="label">Night</label><fluent-switch slot="input" id="night" data-held="checked"></fluent-switch></fluent-field>
    <fluent-radio-group id="size" aria-label="Size" data-held="value">
      <fluent-field><label slot="label">Small</label><fluent-radio slot="input" name="size" value="s"></fluent-radio></fluent-field>
      <fluent-field><label slot="label">Large</label><fluent-radio slot="input" name="size" value="l"></fluent-radio></fluent-field>
    </fluent-radio-group>
    <fluent-tablist id="tabs"><fluent-tab id="one">One</fluent-tab><fluent-tab id="two">Two</fluent-tab></fluent-tablist>
    <fluent-menu id="menu"><fluent-menu-button slot="trigger">File</fluent-menu-button>
      <fluent-menu-list><fluent-menu-item id="rename" data-counts>Rename</fluent-menu-item><fluent-menu-item id="copy" data-counts>Copy</fluent-menu-item></fluent-menu-list></fluent-menu>
    <fluent-button id="open">Open dialog</fluent-button>
    <fluent-dialog id="dialog"><fluent-dialog-body><h2 slot="title">Question</h2><fluent-button id="close">Close it</fluent-button></fluent-dialog-body></fluent-dialog>`,
  controls: [
    clicked('button "Save"', { save: 1 }),
    filled('textbox "Name"', 'Ann', { name: 'Ann' }),
    filled('textbox "About"', 'one\ntwo', { about: 'one\ntwo' }),
    clicked('checkbox "Agree"', { agree: true }),
    clicked('switch "Night"', { night: true }),
    clicked('radio "Large"', { size: 'l' }),
    clicked('tab "Two Two"', { tab: 'two' }),
    clicked('button "File"', { menu: 'open' }),
    clicked('menuitem "Copy"', { copy: 1 }),
    clicked('button "Open dialog"', { dialog: 'open' }),
    clicked('button "Close it"', { dialog: 'closed' }),
  ],
};
