import { PAGES } from './bench-pages.ts';
import { nameOf, READ_NAMES } from './measure.ts';
import { PLAYWRIGHT_REFS, type Sizes, tokens } from './sizes.ts';
import type { Timings } from './statistics.ts';

/** What is measured together, and again if it has to be. */
export type Group = 'start' | 'warm' | 'large' | 'standing';

export interface Row {
  group: Group;
  what: string;
  value: number;
  limit: number;
  unit: '' | 'MB';
}

export interface Results {
  timings: Timings;
  sizes: Sizes;
  memory: { daemon: number; link: number };
}

const WARM = ['text', 'click'] as const;

/** The figures that bproxy has to show, all within one run. */
export function targetRows({ timings, sizes, memory }: Results): Row[] {
  const ratio = (name: string, to: string) => timings.ratio(name, to);
  return [
    row('start', 'cold `bproxy status` / `node -e 0`', ratio('bproxy cold status', 'node cold -e 0'), 1.3),
    ...WARM.map((what) =>
      row(
        'warm',
        `warm ${what}${what === 'click' ? ', settle apart' : ''}, small page / the empty chain`,
        ratio(nameOf('bproxy', 'small', what), nameOf('empty chain', 'small', what)),
        1.5,
      ),
    ),
    row('warm', "warm fill, the page's turn apart, small page / the empty chain", fillRatio(timings), 1.5),
    row(
      'large',
      "snapshot, large page / playwright-core's ariaSnapshot",
      ratio(nameOf('bproxy', 'large', 'snapshot'), nameOf('playwright-core', 'large', 'snapshot')),
      0.25,
    ),
    ...READ_NAMES.map((what) =>
      row(
        'large',
        `${what}, large page / middle page`,
        ratio(nameOf('bproxy', 'large', what), nameOf('bproxy', 'middle', what)),
        12,
      ),
    ),
    ...PAGES.map((page) =>
      row(
        'standing',
        `tokens of snapshot, ${page} page / Playwright's with refs`,
        tokens(sizes, page, 'snapshot') / tokens(sizes, page, PLAYWRIGHT_REFS),
        0.6,
      ),
    ),
    { ...row('standing', 'daemon and one link, resident', memory.daemon + memory.link, 130), unit: 'MB' },
  ];
}

/** The two were measured apart, in the same rounds: medians can be subtracted, single calls cannot. */
function fillRatio(timings: Timings): number {
  const ms = (name: string) => timings.of(name) ?? Number.NaN;
  const own = ms(nameOf('bproxy', 'small', 'fill, with the turn')) - ms(nameOf('bproxy', 'small', 'turn'));
  return Math.max(0, own) / ms(nameOf('empty chain', 'small', 'fill'));
}

function row(group: Group, what: string, value: number, limit: number): Row {
  return { group, what, value, limit, unit: '' };
}

/** A value that could not be measured is missed too. */
export function isMet({ value, limit }: Row, slack = 1): boolean {
  return value <= limit * slack;
}
