import { PAGES, type PageName } from './bench-pages.ts';
import type { FullResults } from './full-results.ts';
import { nameOf, READ_NAMES, type Who } from './measure.ts';
import { type PeerResults, peerTiming } from './peers/measure-peers.ts';
import { isMet, type Row } from './targets.ts';
import type { Versions } from './versions.ts';

export function tableOf(rows: readonly Row[]): string {
  return markdownTable(
    ['what', 'measured', 'at most', ''],
    rows.map((row) => [
      row.what,
      shown(row.value, row.unit),
      shown(row.limit, row.unit),
      isMet(row) ? 'met' : 'MISSED',
    ]),
  );
}

/** docs/performance.md: the prose is here, so that the figures in it are those of the run. */
export function documentOf(
  results: FullResults,
  rows: readonly Row[],
  versions: Versions,
  peers: boolean,
): string {
  const ms = (who: Who, how: PageName | 'cold', what: string) =>
    milliseconds(results, nameOf(who, how, what));
  return `# How fast bproxy is

Written by \`pnpm bench${peers ? ' --peers' : ''}\` on ${versions.date}: bproxy ${versions.bproxy}, Node ${versions.node}, Chromium ${versions.chromium}, playwright-core ${versions.playwright}; ${versions.machine}. Figures are medians over interleaved rounds. Compare ratios within this run: milliseconds say more about the machine than about bproxy.

The *empty chain* has the same processes as bproxy but does no work in them: HTTP, daemon, local socket, native host, worker, \`executeScript\` (\`bench/empty-chain\`). It takes turns with bproxy in the same tab. Playwright drives the same pages in a browser of its own. The pages have about 100 (small), 2,000 (middle) and 20,000 (large) elements: tables, fields, links, shadow roots, hidden parts.

## Targets

${tableOf(rows)}

\`text\` is compared with \`innerText\`, and \`snapshot\` with a plain walk of the DOM without roles, names or states. Warm means that V8 has compiled the code that reads the page: both first read the small page fourteen times. Most pages are read only a few times, so the table of warm requests below also has the first read of a document, including the injection of the script (small page: ${ms('bproxy', 'small', 'first snapshot')} ms, the empty chain ${ms('empty chain', 'small', 'first snapshot')} ms).

\`pnpm bench --short\` measures only these targets, in about a minute. It fails if one is more than 1.5 times worse than its limit in the best of up to four tries. It is coarser than this table: for starts and for reads of the large page it takes the lowest CPU time of a few calls, because wall-clock time says little on a busy machine. It is the last step of \`npm test\`.

## How long bproxy waits for a page

- Before \`click\` and \`hover\`, the element must be in the same place for two ticks of \`requestAnimationFrame\`. Afterwards, a page that does not react counts as settled after two ticks and a moment, about 70 ms: by then everything is visible that its handlers do at once, in a task or with the next tick. If the page changes, bproxy waits until two looks are equal, 1.2 s at most. The answer reports the whole time (\`elapsed\`); here the median is ${ms('bproxy', 'small', 'settle')} ms.
- After \`fill\`, bproxy gives the page two ticks and a task before it reads the field back, because frameworks write their state back then. Here the median is ${ms('bproxy', 'small', 'turn')} ms.

These waits are policy, not overhead. The ratios of click and fill above exclude them; the tables below show both.

## Warm: a request to the daemon (ms)

${warmTable(results)}

## Cold: a command from start to end, small page (ms)

${coldTable(results)}

## Reads (ms)

${readsTable(results)}

## The size of answers

In bytes, and roughly in tokens (four characters each).

${sizesTable(results)}

## Memory and endurance

- Resident memory after the whole run: daemon ${results.memory.daemon.toFixed(0)} MB, link ${results.memory.link.toFixed(0)} MB.
- ${results.endurance.pairs} clicks, each followed by a read that must show its effect: ${results.endurance.msPerPair.toFixed(0)} ms per pair, most of it the wait for the page to settle; ${results.endurance.wrong} wrong. The empty chain, which does not wait: ${results.endurance.msPerPairEmpty.toFixed(0)} ms.
${peersPart(results)}`;
}

function warmTable({ timings }: FullResults): string {
  const cell = (who: Who, page: PageName, what: string) => ms(timings.of(nameOf(who, page, what)));
  const lines: Array<[string, Who, string]> = [
    ['bproxy text', 'bproxy', 'text'],
    ['empty chain text', 'empty chain', 'text'],
    ['bproxy snapshot', 'bproxy', 'snapshot'],
    ['empty chain, plain walk of the DOM', 'empty chain', 'snapshot'],
    ['bproxy snapshot, first of a document', 'bproxy', 'first snapshot'],
    ['empty chain, first walk of a document', 'empty chain', 'first snapshot'],
    ["playwright-core's ariaSnapshot", 'playwright-core', 'snapshot'],
    ['bproxy click', 'bproxy', 'click, with settle'],
    ['bproxy click, without the wait', 'bproxy', 'click'],
    ['empty chain click', 'empty chain', 'click'],
    ['bproxy fill', 'bproxy', 'fill, with the turn'],
    ['bproxy fill, without the wait', 'bproxy', 'fill'],
    ['empty chain fill, no read-back', 'empty chain', 'fill'],
  ];
  return markdownTable(
    ['what', ...PAGES],
    lines.map(([title, who, what]) => [title, ...PAGES.map((page) => cell(who, page, what))]),
  );
}

function coldTable({ timings }: FullResults): string {
  const cell = (who: Who, what: string) => ms(timings.of(nameOf(who, 'cold', what)));
  const both = ['text', 'snapshot', 'click', 'fill'];
  return markdownTable(
    ['command', 'bproxy', 'empty chain'],
    [
      ['`node -e 0`', cell('node', '-e 0'), ''],
      ['--version', cell('bproxy', '--version'), ''],
      ['status', cell('bproxy', 'status'), ''],
      ...both.map((what) => [what, cell('bproxy', what), cell('empty chain', what)]),
    ],
  );
}

function readsTable({ timings }: FullResults): string {
  return markdownTable(
    ['read', ...PAGES, 'large / middle'],
    READ_NAMES.map((what) => [
      what,
      ...PAGES.map((page) => ms(timings.of(nameOf('bproxy', page, what)))),
      shown(timings.ratio(nameOf('bproxy', 'large', what), nameOf('bproxy', 'middle', what))),
    ]),
  );
}

function sizesTable({ sizes }: FullResults): string {
  const whats = [...(sizes.get('small')?.keys() ?? [])];
  return markdownTable(
    ['what', ...PAGES],
    whats.map((what) => [
      what,
      ...PAGES.map((page) => {
        const size = sizes.get(page)?.get(what);
        return size ? `${thousands(size.bytes)} B, ${thousands(size.tokens)} tokens` : '';
      }),
    ]),
  );
}

function peersPart({ peers, timings }: FullResults): string {
  if (peers.length === 0) return '';
  const whats = ['snapshot', 'click', 'fill'] as const;
  const line = (peer: PeerResults) => [
    `${peer.name} ${peer.version} (${peer.how})`,
    ...whats.map((what) => PAGES.map((page) => ms(peer.timings.of(peerTiming(page, what)))).join(' / ')),
  ];
  const bproxy = ['snapshot', 'click, with settle', 'fill, with the turn'].map((what) =>
    PAGES.map((page) => ms(timings.of(nameOf('bproxy', page, what)))).join(' / '),
  );
  const problems = peers.filter(({ problem }) => problem).map(({ name, problem }) => `- ${name}: ${problem}`);
  return `
## Compared with other tools (ms; pages small / middle / large)

Each tool was installed from npm for this run, in the newest version that npm offers for this Node, and has a browser of its own. Warm is a call to a running process. Cold is a whole command; agent-browser's is a native program, and bproxy's cold commands are above. The tools differ in how long they wait after a click, and in how much they print.

${markdownTable(['tool', ...whats], [['bproxy (warm)', ...bproxy], ...peers.map(line)])}
${problems.length > 0 ? `\nCould not be installed or run, or only in part:\n\n${problems.join('\n')}\n` : ''}`;
}

function milliseconds({ timings }: FullResults, name: string): string {
  return ms(timings.of(name));
}

export function markdownTable(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const widths = head.map((title, at) =>
    Math.max(title.length, 3, ...rows.map((row) => (row[at] ?? '').length)),
  );
  const padded = (cell: string, at: number) =>
    at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
  const line = (cells: readonly string[]) => `| ${cells.map(padded).join(' | ')} |`;
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

export function shown(value: number, unit = ''): string {
  const digits = unit === 'MB' || value >= 10 ? 0 : 2;
  return `${value.toFixed(digits)}${unit ? ` ${unit}` : ''}`;
}

export function ms(value: number | undefined): string {
  if (value === undefined) return '–';
  return value.toFixed(value < 10 ? 1 : 0);
}

function thousands(value: number): string {
  return value < 1_000 ? String(value) : `${(value / 1_000).toFixed(1)}k`;
}
