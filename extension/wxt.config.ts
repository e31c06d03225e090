import { EXTENSION_KEY } from '@bproxy/shared';
import { defineConfig } from 'wxt';
import { oneFunction } from './one-function.ts';
import { onlyRolesOfIvya } from './only-roles-of-ivya.ts';
import { unclobberedIvya } from './unclobbered-ivya.ts';

const storeBuild = process.env['BPROXY_STORE_BUILD'] === '1';

/** Part of the security contract: SECURITY.md says what each line here keeps shut. */
export default defineConfig({
  srcDir: 'src',
  outDirTemplate: storeBuild ? 'store' : 'chrome-mv3',
  imports: false,
  zip: { name: 'bproxy', artifactTemplate: '{{name}}-extension-{{version}}-store.zip' },
  vite: () => ({
    plugins: [oneFunction(), onlyRolesOfIvya(), unclobberedIvya()],
    build: {
      sourcemap: true,
      // Vite's polyfill would bring a MutationObserver into the pages of the extension.
      modulePreload: false,
    },
  }),
  manifest: {
    name: 'bproxy',
    description: 'Lets your AI agent work in this browser, under your eyes. No data leaves your computer.',
    // Stores refuse a key; a build loaded from a folder needs it for a fixed id.
    ...(storeBuild ? {} : { key: EXTENSION_KEY }),
    // The first with alarms every 30 s; document ids (106) and checkVisibility (105) are older.
    minimum_chrome_version: '120',
    incognito: 'spanning',
    permissions: [
      'tabs',
      'tabGroups',
      'scripting',
      'webNavigation',
      'alarms',
      'storage',
      'nativeMessaging',
      'notifications',
    ],
    // The user grants it in the popup.
    optional_permissions: ['downloads'],
    host_permissions: ['<all_urls>'],
    action: { default_title: 'bproxy', default_popup: 'popup.html' },
  },
  hooks: {
    'build:manifestGenerated': (_wxt, manifest) => {
      if (manifest.content_scripts?.length === 0) delete manifest.content_scripts;
      if (manifest.web_accessible_resources?.length === 0) delete manifest.web_accessible_resources;
    },
  },
});
