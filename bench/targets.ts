import { PAGES } from './bench-pages.ts';
import { ONE_BY_ONE, WITH_FRAMES } from './frames.ts';
import { ACT_NAMES, nameOf, nameOfAct, READ_NAMES } from './measure.ts';
import { PLAYWRIGHT_REFS, type Sizes, tokens } from './sizes.ts';
import type { Timings } from './statistics.ts';

/** Figures that are measured together, and again if necessary. */
export type Group = 'start' | 'warm' | 'acts' | 'frames' | 'large' | 'standing';

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

const WARM = [
  { what: 'text', apart: '' },
  { what: 'snapshot', apart: '' },
  { what: 'click', apart: ', without the wait' },
  { what: 'fill', apart: ', without the wait' },
] as const;

/** The figures with a target, all within one run. */
export function targetRows({ timings, sizes, memory }: Results): Row[] {
  const ratio = (name: string, to: string) => timings.ratio(name, to);
  return [
    row('start', 'cold `bproxy status` / `node -e 0`', ratio('bproxy cold status', 'node cold -e 0'), 2),
    ...WARM.map(({ what, apart }) =>
      row(
        'warm',
        `warm ${what}${apart}, small page / the empty chain`,
        ratio(nameOf('bproxy', 'small', what), nameOf('empty chain', 'small', what)),
        1.5,
      ),
    ),
    ...ACT_NAMES.map((what) =>
      row(
        'acts',
        `${what} with its wait, background tab / shown tab`,
        ratio(nameOfAct('background', what), nameOfAct('shown', what)),
        1.5,
      ),
    ),
    row(
      'frames',
      'snapshot of a page with 20 frames / its documents one by one',
      ratio(WITH_FRAMES, ONE_BY_ONE),
      1.5,
    ),
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

function row(group: Group, what: string, value: number, limit: number): Row {
  return { group, what, value, limit, unit: '' };
}

/** A value that could not be measured is missed too. */
export function isMet({ value, limit }: Row, slack = 1): boolean {
  return value <= limit * slack;
}
