import type { FullResults } from './full-results.ts';
import { nameOf } from './measure.ts';
import { ms } from './report.ts';
import { PLAYWRIGHT_REFS, tokens } from './sizes.ts';

interface Bar {
  label: string;
  value: number;
  text: string;
  isOurs: boolean;
}

const WIDTH = 720;
const LABEL = 270;
const ROW = 24;
const LONGEST = WIDTH - LABEL - 120;

/** Plain bars, in colours that are readable on light and dark backgrounds. */
export function pictureOf({ timings, sizes }: FullResults): string {
  const time = (label: string, name: string, isOurs: boolean): Bar => {
    const value = timings.of(name) ?? 0;
    return { label, value, text: `${ms(value)} ms`, isOurs };
  };
  const size = (label: string, what: string, isOurs: boolean): Bar => {
    const value = tokens(sizes, 'large', what);
    return { label, value, text: `${Math.round(value / 1_000)}k tokens`, isOurs };
  };
  const groups: Array<[string, Bar[]]> = [
    [
      'A command, from start to end',
      [
        time('node -e 0', nameOf('node', 'cold', '-e 0'), false),
        time('bproxy status', nameOf('bproxy', 'cold', 'status'), true),
      ],
    ],
    [
      'Reading a small page, warm',
      [
        time('an empty chain of the same shape', nameOf('empty chain', 'small', 'text'), false),
        time('bproxy text', nameOf('bproxy', 'small', 'text'), true),
      ],
    ],
    [
      'Snapshot of a page of 20,000 elements, warm',
      [
        time("playwright-core's ariaSnapshot", nameOf('playwright-core', 'large', 'snapshot'), false),
        time('bproxy snapshot', nameOf('bproxy', 'large', 'snapshot'), true),
      ],
    ],
    [
      'Size of that snapshot, with handles',
      [
        size("Playwright's snapshot with refs", PLAYWRIGHT_REFS, false),
        size('bproxy snapshot', 'snapshot', true),
      ],
    ],
  ];
  let y = 8;
  const parts: string[] = [];
  for (const [title, bars] of groups) {
    y += ROW;
    parts.push(`<text x="8" y="${y}" font-weight="600">${escaped(title)}</text>`);
    const most = Math.max(...bars.map(({ value }) => value));
    for (const bar of bars) {
      y += ROW;
      parts.push(barOf(bar, y, most));
    }
    y += ROW / 2;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 8}" width="${WIDTH}" height="${y + 8}" font-family="system-ui, sans-serif" font-size="14" fill="#808890" role="img" aria-label="bproxy compared with Node, an empty chain and Playwright">
${parts.join('\n')}
</svg>
`;
}

function barOf({ label, value, text, isOurs }: Bar, y: number, most: number): string {
  const width = Math.max(2, Math.round((value / most) * LONGEST));
  const colour = isOurs ? '#2f81f7' : '#8b949e';
  return [
    `<text x="${LABEL - 12}" y="${y}" text-anchor="end">${escaped(label)}</text>`,
    `<rect x="${LABEL}" y="${y - 13}" width="${width}" height="16" rx="3" fill="${colour}"/>`,
    `<text x="${LABEL + width + 8}" y="${y}">${escaped(text)}</text>`,
  ].join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
