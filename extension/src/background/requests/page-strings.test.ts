import { ProtocolError } from '@bproxy/shared';
import { expect, it } from 'vitest';
import { failure, success } from './answer.ts';
import { capped, LONGEST_STRING } from './page-strings.ts';

const LONG = 'x'.repeat(5_000_000);
const CUT = `${'x'.repeat(LONGEST_STRING)}…`;
const PAGE = { url: `https://a.test/${LONG}`, title: LONG, state: 'ready' as const, busy: false };

it('cuts titles, URLs and names in the data of an answer, at any depth', () => {
  const link = { text: LONG, href: LONG, target: { selector: LONG }, title: LONG };
  const data = { links: [link], minted: { read: 0.5, count: 1, documentId: 'd' } };
  const answer = success<'links'>('r', { data, page: PAGE });
  expect(answer.data).toEqual({
    links: [{ text: CUT, href: CUT, target: { selector: CUT }, title: CUT }],
    minted: { read: 0.5, count: 1, documentId: 'd' },
  });
  expect(answer.page).toMatchObject({ title: CUT, state: 'ready', busy: false });
  expect(answer.page.url).toHaveLength(LONGEST_STRING + 1);
});

it('leaves the bodies of reads and the value of a fill to their own limits', () => {
  expect(success<'text'>('r', { data: { text: LONG }, page: PAGE }).data.text).toBe(LONG);
  const filled = { filled: false, verifiedValue: 'x'.repeat(20_000), reason: LONG };
  expect(success<'fill'>('r', { data: filled, page: PAGE }).data).toEqual({ ...filled, reason: CUT });
});

it('cuts the text that an error quotes from a page', () => {
  const error = new ProtocolError('HUMAN_REQUIRED', {
    message: LONG,
    details: { url: LONG, evidence: [LONG], coveredBy: { name: LONG } },
  });
  expect(failure('r', error).error).toMatchObject({
    message: CUT,
    details: { url: CUT, evidence: [CUT], coveredBy: { name: CUT } },
  });
  expect(failure('r', new Error(LONG)).error.message).toBe(CUT);
});

it('never cuts inside a character of two code units', () => {
  const title = `${'x'.repeat(LONGEST_STRING - 1)}🫖🫖`;
  expect(capped(title)).toBe(`${'x'.repeat(LONGEST_STRING - 1)}…`);
  expect(capped('🫖'.repeat(LONGEST_STRING / 2))).toBe('🫖'.repeat(LONGEST_STRING / 2));
});
