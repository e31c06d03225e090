import { type NumberedCase, runAll, sampleInBatches, Violation } from '../sampling.ts';
import { faultOf } from './answers.ts';
import { type PageCase, pageCase } from './cases.ts';
import { HostilePage, startBrowser } from './hostile-page.ts';

/** The number of pages at work at once: an action mostly waits. */
const PAGES = 3;
/** The number of cases sent at once. */
const AT_ONCE = 10;

export interface PageFigures {
  answers: number;
  errors: Record<string, number>;
  cut: number;
  longestAnswer: number;
  /** Groups whose page was left or lost, and whose cases were repeated one by one. */
  pagesLost: number;
}

/** Reads hostile pages, and acts in them, with the built content script in a real Chromium. */
export async function fuzzPage(seed: number, cases: number): Promise<PageFigures> {
  const figures: PageFigures = { answers: 0, errors: {}, cut: 0, longestAnswer: 0, pagesLost: 0 };
  const browser = await startBrowser();
  const pages = Array.from({ length: PAGES }, () => new HostilePage(browser));
  try {
    for (const batch of sampleInBatches(pageCase, seed, cases)) {
      const groups = Array.from({ length: Math.ceil(batch.length / AT_ONCE) }, (_, index) =>
        batch.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
      );
      await runAll(groups, PAGES, async (group) => {
        const page = pages.pop();
        if (!page) throw new Error('more groups at work than pages');
        await judge(page, group, figures);
        pages.push(page);
      });
    }
    return figures;
  } finally {
    await browser.close();
  }
}

async function judge(
  page: HostilePage,
  group: Array<NumberedCase<PageCase>>,
  figures: PageFigures,
): Promise<void> {
  const all = await page.answers(group.map(({ input }) => input)).catch(() => undefined);
  // A page that was left, hung or crashed: one by one, to learn which case it was.
  if (!all && group.length > 1) {
    figures.pagesLost += 1;
    for (const one of group) await judge(page, [one], figures);
    return;
  }
  for (const [index, { number, input }] of group.entries()) {
    const answers = all?.[index];
    if (!answers) throw new Violation(`case ${number}: the page never answered, or died`, input);
    for (const [at, ask] of input.asks.entries()) {
      const json = answers[at] ?? 'null';
      const fault = faultOf(ask, json);
      if (fault)
        throw new Violation(`case ${number}: ${ask.action}: ${fault}`, {
          input,
          answer: json.slice(0, 2_000),
        });
      note(json, figures);
    }
  }
}

function note(json: string, figures: PageFigures): void {
  const { ok, error, data } = JSON.parse(json);
  figures.answers += 1;
  figures.longestAnswer = Math.max(figures.longestAnswer, json.length);
  if (!ok) figures.errors[error.code] = (figures.errors[error.code] ?? 0) + 1;
  if (ok && data.truncated) figures.cut += 1;
}
