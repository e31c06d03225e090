import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FLATPICKR } from './components/flatpickr.ts';
import { FLUENT } from './components/fluent.ts';
import { IONIC } from './components/ionic.ts';
import { type Control, type Library, libraryPage } from './components/library.ts';
import { MATERIAL_WEB } from './components/material-web.ts';
import { SHOELACE } from './components/shoelace.ts';
import { SPECTRUM } from './components/spectrum.ts';
import { TABULATOR } from './components/tabulator.ts';
import { VAADIN } from './components/vaadin.ts';
import { WEB_AWESOME } from './components/web-awesome.ts';
import type { Pages } from './harness/pages.ts';
import { until, World } from './harness/world.ts';

const LIBRARIES = [
  SHOELACE,
  MATERIAL_WEB,
  IONIC,
  WEB_AWESOME,
  FLATPICKR,
  TABULATOR,
  VAADIN,
  FLUENT,
  SPECTRUM,
];

const world = new World();
let pages: Pages;
let session: string;
/** The state of the page's components, as the page last sent it. */
let held: Record<string, unknown> = {};

beforeAll(async () => {
  const built = LIBRARIES.map(async (library) => [pathOf(library), await libraryPage(library)] as const);
  pages = await world.serve({
    ...Object.fromEntries(await Promise.all(built)),
    '/start': 'start',
    '/held': async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      held = JSON.parse(Buffer.concat(parts).toString());
      response.end();
    },
  });
  await world.startBrowser();
  session = await world.openSession(pages.url('/start'), '--show');
});

afterAll(() => world.close());

function pathOf({ name }: Library): string {
  return `/${name.replaceAll(' ', '-')}`;
}

/** The handle in the line of the snapshot that begins with this role and name. */
async function handleOf(seen: string): Promise<string> {
  let handle: string | undefined;
  let tree = '';
  await until(`the snapshot shows ${seen} with a handle`, async () => {
    ({ tree } = await world.data('snapshot', 'snapshot', '-s', session));
    // The name of a cell is in the line below it.
    const lines = tree.replace(/\[(el\d+)\]\n\s+(".*")$/gm, '$2 [$1]').split('\n');
    const line = lines.find((each) => each.replace(/^[\s-]+/, '').startsWith(seen));
    handle = /\[(el\d+)\]/.exec(line ?? '')?.[1];
    return handle !== undefined;
  }).catch((thrown) => {
    throw new Error(`${thrown}\n${tree}`);
  });
  return handle ?? '';
}

async function isListed(seen: string): Promise<boolean> {
  const { elements } = await world.data('elements', 'elements', '-s', session);
  return elements.some(({ role = 'clickable', tag, label }) =>
    [`${role} "${label}"`, `${tag} "${label}"`].includes(seen),
  );
}

function holds(wanted: Control['held']): boolean {
  return Object.entries(wanted).every(([key, value]) => isDeepStrictEqual(held[key], value));
}

describe.each(LIBRARIES)('$name', (library) => {
  beforeAll(async () => {
    await world.data('navigate', 'navigate', '--url', pages.url(pathOf(library)), '-s', session);
    await until('the page has sent what its components hold', () => held['page'] === pathOf(library));
  });

  it.each(library.controls)(
    '$seen is in the snapshot and the elements, and takes $act.0 by its handle',
    async ({ seen, act, held: after }) => {
      const handle = await handleOf(seen);
      expect(await isListed(seen)).toBe(true);
      expect(holds(after)).toBe(false);
      const [command = '', ...flags] = act;
      const { stdout } = await world.bproxy(command, '--element', handle, ...flags, '-s', session);
      expect(JSON.parse(stdout)).toMatchObject({ data: RESULTS[command] });
      await until('the component holds it', () => holds(after)).catch((thrown) => {
        throw new Error(`${thrown}: ${JSON.stringify({ after, held })}`);
      });
    },
  );
});

const RESULTS: Record<string, object> = {
  click: { clicked: true },
  fill: { filled: true },
  select: { selected: true },
};
