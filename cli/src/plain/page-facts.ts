import { isRecord } from '@bproxy/shared';
import type { Piece } from './fence.ts';
import { address } from './words.ts';

type Page = Readonly<Record<string, unknown>>;

/** Undefined if the answer is not about a page. */
export function pageOf(answer: object): Page | undefined {
  const page = 'page' in answer && isRecord(answer.page) ? answer.page : undefined;
  return page && page['url'] !== '' ? page : undefined;
}

/** Where the tab is: the address, which has no spaces, and the title. Then what is not as usual. */
export function pageFacts(page: Page | undefined): Piece[][] {
  if (!page) return [];
  const { url, title } = page;
  return [['page ', { page: `${address(String(url))} ${String(title)}`.trim() }], ...unusual(page)];
}

export function unusual(page: Page | undefined): Piece[][] {
  if (!page) return [];
  const { state, busy, httpStatus, foreground } = page;
  const facts = [
    state === 'loading' && 'still loading',
    state === 'error' && "the browser's error page",
    busy === true && state !== 'loading' && 'busy',
    typeof httpStatus === 'number' && httpStatus >= 400 && `HTTP ${httpStatus}`,
    foreground === true && 'in front of the user',
  ];
  return facts.flatMap((fact) => (fact ? [[fact]] : []));
}
