import {
  BROWSERS,
  type BrowserPlaces,
  HOSTS_FOLDER,
  type Platform,
  SANDBOXED_BROWSERS,
  SYSTEM_FOLDERS,
} from '../../manifests/src/browsers.ts';
import { MANIFEST_FILE } from '../../manifests/src/host-manifest.ts';
import { page, table } from './markdown.ts';

const SYSTEMS = [
  [
    'linux',
    'Linux',
    `Folders below \`~/.config\` (or \`$CHROME_CONFIG_HOME\`, \`$XDG_CONFIG_HOME\`), each with \`/${HOSTS_FOLDER}/${MANIFEST_FILE}\` behind it.`,
  ],
  [
    'darwin',
    'macOS',
    `Folders below \`~/Library/Application Support\`, each with \`/${HOSTS_FOLDER}/${MANIFEST_FILE}\` behind it.`,
  ],
  [
    'win32',
    'Windows',
    `Keys below \`HKCU\\Software\`, and below \`HKLM\\Software\` for every user, each with \`\\${HOSTS_FOLDER}\` and the name of the host behind it; the default value is the path of the manifest.`,
  ],
] as const satisfies readonly (readonly [Platform, string, string])[];

/** Where `bproxy install` registers, from the table that it goes by. */
export function browsersPage(): string {
  return page('Browsers', [
    'Where each browser looks for native hosts, and so what `bproxy install` writes. The first column is the name for `--browser`. Without a name, the browsers are taken whose profile folder exists.',
    ...SYSTEMS.flatMap(([platform, name, note]) => [
      `## ${name}`,
      `${note} \`--system\` keeps the launcher in \`${SYSTEM_FOLDERS[platform]}\`.`,
      table(
        ['browser', 'name', 'is there if one of these is', 'for this user', 'for every user (`--system`)'],
        rows(platform),
      ),
    ]),
    '## Browsers in a sandbox',
    'Their sandbox does not let them start your programs. They are named by `bproxy install`, and nothing is written for them.',
    table(
      ['browser', 'is there if this is'],
      SANDBOXED_BROWSERS.map(({ label, folder }) => [label, `\`~/${folder}\``]),
    ),
  ]);
}

function rows(platform: Platform): string[][] {
  return BROWSERS.flatMap(({ name, label, places }) => {
    const here = places[platform];
    return here ? [[`\`${name}\``, label, ...cells(here)]] : [];
  });
}

function cells({ profiles, hosts, system }: BrowserPlaces): string[] {
  return [profiles, hosts, system].map((list) => list.map((place) => `\`${place}\``).join('<br>'));
}
