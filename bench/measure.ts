import { setTimeout as sleep } from 'node:timers/promises';
import type { Action, ActionParams } from '@bproxy/shared';
import type { PageName } from './bench-pages.ts';
import { type Product, runToEnd } from './product.ts';
import type { Stage } from './stage.ts';
import type { Timings } from './statistics.ts';

const CLI = new URL('../cli/dist/bproxy.cjs', import.meta.url).pathname;
export const COUNTER = '#count';
export const NOTE = '#note';
const SIZE = '#size';

export type Who = 'bproxy' | 'empty chain' | 'playwright-core' | 'node';

export function nameOf(who: Who, how: 'warm' | 'cold' | PageName, what: string): string {
  return `${who} ${how} ${what}`;
}

/** bproxy's reads, by command. */
export const READS = {
  text: read('text', {}),
  // Every row, as the others read it too.
  snapshot: read('snapshot', { rows: 'all' }),
  'snapshot --interactive-only': read('snapshot', { interactiveOnly: true, rows: 'all' }),
  elements: read('elements', {}),
  'elements --form': read('elements', { form: true }),
  links: read('links', {}),
  images: read('images', {}),
  outline: read('outline', {}),
  dom: read('dom', {}),
} as const;

export type ReadName = keyof typeof READS;
export const READ_NAMES = Object.keys(READS).filter((name): name is ReadName => name in READS);

function read<A extends Action>(action: A, params: ActionParams[A]): (product: Product) => Promise<object> {
  return (product) => product.call(action, params);
}

/** From the start of a command to its end; the commands take turns, forth and back. */
export async function coldRound(
  stage: Stage,
  timings: Timings,
  commands: ColdCommands,
  round: number,
): Promise<void> {
  const env = { ...process.env, BPROXY_HOME: stage.world.home };
  const entries = Object.entries(commands);
  for (const [name, args] of round % 2 === 0 ? entries : entries.toReversed()) {
    await timings.time(name, () => runToEnd(process.execPath, args, env));
  }
}

export type ColdCommands = Record<string, readonly string[]>;

/** What the short form compares. */
export const START_COMMANDS: ColdCommands = {
  [nameOf('node', 'cold', '-e 0')]: ['-e', '0'],
  [nameOf('bproxy', 'cold', 'status')]: [CLI, 'status'],
};

export function coldCommands({ product, empty }: Stage): ColdCommands {
  const session = ['-s', product.session];
  const target = ['--selector', COUNTER];
  const field = ['--selector', NOTE, '--value', 'cold', '--method', 'paste', '--world', 'isolated'];
  return {
    ...START_COMMANDS,
    [nameOf('bproxy', 'cold', '--version')]: [CLI, '--version'],
    [nameOf('bproxy', 'cold', 'text')]: [CLI, 'text', ...session],
    [nameOf('empty chain', 'cold', 'text')]: empty.command('text'),
    [nameOf('bproxy', 'cold', 'snapshot')]: [CLI, 'snapshot', ...session],
    [nameOf('empty chain', 'cold', 'snapshot')]: empty.command('walk'),
    [nameOf('bproxy', 'cold', 'click')]: [CLI, 'click', ...target, ...session],
    [nameOf('empty chain', 'cold', 'click')]: empty.command('click', COUNTER),
    [nameOf('bproxy', 'cold', 'fill')]: [CLI, 'fill', ...field, ...session],
    [nameOf('empty chain', 'cold', 'fill')]: empty.command('fill', NOTE, 'cold'),
  };
}

/** The first read of a new document: neither the page nor what reads it has run before. The two take turns. */
export async function firstReads(
  { product, empty }: Stage,
  timings: Timings,
  page: PageName,
  round: number,
): Promise<void> {
  const reads = [
    () =>
      timings.time(nameOf('bproxy', page, 'first snapshot'), () => product.call('snapshot', { rows: 'all' })),
    () => timings.time(nameOf('empty chain', page, 'first snapshot'), () => empty.inPage('walk')),
  ];
  for (const read of round % 2 === 0 ? reads : reads.toReversed()) await read();
}

/** V8 recompiles a function after some hundred calls: on a small page that takes many reads. */
const WARMING_READS: Record<PageName, number> = { small: 14, middle: 2, large: 1 };

/** Reads a new document until the reading code is warm; otherwise it is compiled while it is timed, on the other core. */
export async function warmUp({ product, empty }: Stage, page: PageName): Promise<void> {
  for (let read = 0; read < WARMING_READS[page]; read += 1) {
    await product.call('snapshot', { rows: 'all' });
    await empty.inPage('walk');
    await product.call('text', {});
    await empty.inPage('text');
  }
}

/** How long a page draws the changes of the last operation, so that no operation is charged for another's drawing. */
const REST_MS = 40;

/**
 * The same operations by bproxy and by the empty chain, in the tab that is shown, each from rest. What goes before an
 * operation leaves the machine more or less awake, so the order changes from round to round.
 */
export async function warmRound(
  stage: Stage,
  timings: Timings,
  page: PageName,
  round: number,
): Promise<void> {
  const { product, empty } = stage;
  const bproxy = (what: string) => nameOf('bproxy', page, what);
  const bare = (what: string) => nameOf('empty chain', page, what);
  const value = `note ${Math.random()}`;
  const pairs = [
    [
      () => timings.time(bproxy('text'), () => product.call('text', {})),
      () => timings.time(bare('text'), () => empty.inPage('text')),
    ],
    [
      () => timings.time(bproxy('snapshot'), () => product.call('snapshot', { rows: 'all' })),
      () => timings.time(bare('snapshot'), () => empty.inPage('walk')),
    ],
    [
      () => clickOnce(product, timings, page),
      () => timings.time(bare('click'), () => empty.inPage('click', COUNTER)),
    ],
    [
      () => fillOnce(stage, timings, page, value),
      async () => {
        const held = await timings.time(bare('fill'), () => empty.inPage('fill', NOTE, `${value}!`));
        if (held !== `${value}!`) throw new Error('the empty chain did not fill the field');
      },
    ],
  ];
  const from = round % pairs.length;
  const turned = [...pairs.slice(from), ...pairs.slice(0, from)];
  const ordered = turned.map((pair) => (round % 2 === 0 ? pair : pair.toReversed()));
  for (const operate of ordered.flat()) {
    await sleep(REST_MS);
    await operate();
  }
}

/** The wait for the page to settle is policy, not overhead: it is reported separately. */
async function clickOnce(product: Product, timings: Timings, page: PageName): Promise<void> {
  const started = performance.now();
  const { elapsed } = await product.call('click', { target: { selector: COUNTER } });
  const whole = performance.now() - started;
  timings.add(nameOf('bproxy', page, 'click, with settle'), whole);
  timings.add(nameOf('bproxy', page, 'settle'), elapsed);
  timings.add(nameOf('bproxy', page, 'click'), Math.max(0, whole - elapsed));
}

/** A field is read back after the page's turn, two ticks and a task; the page reports how long that took. */
async function fillOnce(
  { product, empty }: Stage,
  timings: Timings,
  page: PageName,
  value: string,
): Promise<void> {
  const started = performance.now();
  const { filled } = await product.call('fill', {
    target: { selector: NOTE },
    value,
    method: 'paste',
    world: 'isolated',
  });
  const whole = performance.now() - started;
  if (!filled) throw new Error('bproxy did not fill the field');
  const turn = Number(await empty.inPage('turn'));
  timings.add(nameOf('bproxy', page, 'fill, with the turn'), whole);
  timings.add(nameOf('bproxy', page, 'turn'), turn);
  timings.add(nameOf('bproxy', page, 'fill'), Math.max(0, whole - turn));
}

/** The acts that are compared in a tab that is shown and in one in the background, the page's time to settle included. */
const ACTS = {
  click: (product: Product) => product.call('click', { target: { selector: COUNTER } }),
  hover: (product: Product) => product.call('hover', { target: { selector: COUNTER } }),
  fill: (product: Product) =>
    product.call('fill', {
      target: { selector: NOTE },
      value: `note ${Math.random()}`,
      method: 'paste',
      world: 'isolated',
    }),
  select: (product: Product) =>
    product.call('select', {
      trigger: { selector: SIZE },
      optionText: Math.random() < 0.5 ? 'Small' : 'Large',
    }),
  scroll: (product: Product) =>
    product.call('scroll', { by: '300', direction: Math.random() < 0.5 ? 'up' : 'down' }),
} as const;

export type ActName = keyof typeof ACTS;
export const ACT_NAMES = Object.keys(ACTS).filter((name): name is ActName => name in ACTS);

export const nameOfAct = (where: 'shown' | 'background', what: ActName) =>
  nameOf('bproxy', 'small', `${what}, ${where}`);

export async function actsRound({ product, unseen }: Stage, timings: Timings, round: number): Promise<void> {
  for (const what of ACT_NAMES) {
    const both = [
      () => timings.time<object>(nameOfAct('shown', what), () => ACTS[what](product)),
      () => timings.time<object>(nameOfAct('background', what), () => ACTS[what](unseen)),
    ];
    for (const act of round % 2 === 0 ? both : both.toReversed()) {
      await sleep(REST_MS);
      await act();
    }
  }
}

export async function readsRound(stage: Stage, timings: Timings, page: PageName): Promise<void> {
  for (const what of READ_NAMES) {
    await timings.time(nameOf('bproxy', page, what), () => READS[what](stage.product));
  }
}

/** The two that are compared, one after the other. */
export async function snapshotRound(stage: Stage, timings: Timings, page: PageName): Promise<void> {
  await timings.time(nameOf('bproxy', page, 'snapshot'), () =>
    stage.product.call('snapshot', { rows: 'all' }),
  );
  await timings.time(nameOf('playwright-core', page, 'snapshot'), () => stage.playwright.snapshot(page));
}
