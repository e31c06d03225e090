import { PAGES, type PageName } from './bench-pages.ts';
import { READS, type ReadName } from './measure.ts';
import type { Stage } from './stage.ts';

const SIZED_READS: readonly ReadName[] = ['snapshot', 'snapshot --interactive-only', 'elements', 'text'];
export const PLAYWRIGHT_PLAIN = "Playwright's snapshot";
export const PLAYWRIGHT_REFS = "Playwright's snapshot with refs";

export interface Size {
  bytes: number;
  /** About four characters a token, the usual rule of thumb. */
  tokens: number;
}

export type Sizes = Map<PageName, Map<string, Size>>;

/** How much an agent has to read: the `data` that bproxy's CLI prints, and Playwright's snapshot. */
export async function measureSizes(stage: Stage): Promise<Sizes> {
  const sizes: Sizes = new Map();
  for (const page of PAGES) {
    await stage.show(page);
    const found = new Map<string, Size>();
    for (const what of SIZED_READS) found.set(what, sizeOf(printed(await READS[what](stage.product))));
    found.set(PLAYWRIGHT_PLAIN, sizeOf(await stage.playwright.snapshot(page)));
    found.set(PLAYWRIGHT_REFS, sizeOf(await stage.playwright.snapshot(page, 'ai')));
    sizes.set(page, found);
  }
  return sizes;
}

export function tokens(sizes: Sizes, page: PageName, what: string): number {
  return sizes.get(page)?.get(what)?.tokens ?? Number.NaN;
}

/** JSON escapes each line break and quote, so the printed text is counted. */
function printed(data: object): string {
  return JSON.stringify(data);
}

function sizeOf(text: string): Size {
  return { bytes: Buffer.byteLength(text), tokens: Math.round(text.length / 4) };
}
