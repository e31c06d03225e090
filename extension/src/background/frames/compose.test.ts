import { type FrameInfo, frameName, type UnreadFrame } from '@bproxy/shared';
import { describe, expect, test } from 'vitest';
import { composed } from './compose.ts';
import type { Below, FrameRead, FrameReadAction, Part } from './frame-read.ts';
import { isPaymentHost } from './payment-hosts.ts';
import { isSameSite } from './same-site.ts';

const DOCUMENT = { tabId: 1, frameId: 0, documentId: 'page' };
const request = <A extends FrameReadAction>(action: A) =>
  // as: the composer looks at nothing else
  ({ action, params: {} }) as unknown as FrameRead<A>;

const framed = (number: number) => ({ name: frameName(number), frameId: number, documentId: `d${number}` });
const infoOf = (number: number): FrameInfo => ({
  frame: frameName(number),
  url: `https://f${number}.test/`,
  ...{ width: 100, height: 50 },
});

interface Given {
  at?: number;
  indent?: number;
  unread?: UnreadFrame;
  most?: number;
  payment?: true;
}

function below<A extends FrameReadAction>(
  number: number,
  data: Part<A>['data'] | undefined,
  { at = 0, indent = 1, ...more }: Given,
  inner: Below<A>[] = [],
): Below<A> {
  const frame = framed(number);
  const part = data && { data, frame, document: { ...DOCUMENT, documentId: `d${number}` }, below: inner };
  const found = { info: infoOf(number), frame, at, indent, isInView: true };
  return { found, ...(part ? { part } : {}), ...more };
}

const tree = (...lines: string[]) => ({
  tree: lines.join('\n'),
  nodeCount: lines.length,
  minted: { read: 1, count: 0 },
});

describe('a composed tree', () => {
  test('has the lines of each frame below its own line, at their level', () => {
    const inner = below<'snapshot'>(2, tree('button "Deep"'), { at: 0, indent: 1 });
    const root: Part<'snapshot'> = {
      data: tree('main', ' - iframe f1', 'button "Last"'),
      document: DOCUMENT,
      below: [below(1, tree('iframe f2', 'button "Own"'), { at: 1, indent: 2 }, [inner])],
    };
    const { tree: written, nodeCount } = composed(request('snapshot'), root, []);
    expect(written.split('\n')).toEqual([
      'main',
      ' - iframe f1',
      '  iframe f2',
      '   button "Deep"',
      '  button "Own"',
      'button "Last"',
    ]);
    expect(nodeCount).toBe(6);
  });

  test('says why a frame was not read, that it takes payments, and how much was left out', () => {
    const root: Part<'snapshot'> = {
      data: tree('iframe f1', 'iframe f2'),
      document: DOCUMENT,
      below: [
        below(1, undefined, { at: 0, unread: 'busy', payment: true }),
        below(2, tree('one', 'two', 'three'), { at: 1, most: 2 }),
      ],
    };
    expect(composed(request('snapshot'), root, []).tree.split('\n')).toEqual([
      'iframe f1 [unread=busy payment]',
      'iframe f2',
      ' one',
      ' two',
      ' … 1 more lines in f2',
    ]);
  });
});

describe('a composed text', () => {
  const textIn = (text: string, ...frames: Below<'text'>[]) =>
    composed(request('text'), { data: { text }, document: DOCUMENT, below: frames }, []).text;

  test('has the text of each frame in its place, on lines of its own', () => {
    expect(textIn('a\nb', below(1, { text: 'x' }, { at: 2 }))).toBe('a\nx\nb');
    expect(textIn('a', below(1, { text: 'x\ny' }, { at: 1 }))).toBe('a\nx\ny');
    expect(textIn('a', below(1, { text: 'x' }, { at: 0 }), below(2, { text: 'y' }, { at: 0 }))).toBe(
      'x\ny\na',
    );
    expect(textIn('', below(1, { text: 'x' }, { at: 0 }))).toBe('x');
  });

  test('is unchanged by frames without text', () => {
    expect(textIn('a\nb', below(1, { text: '' }, { at: 2 }), below(2, undefined, { at: 2 }))).toBe('a\nb');
  });
});

test('a composed list names the frame of each entry, and each frame with the one that it is in', () => {
  const link = (text: string) => ({ text, href: `/${text}`, target: { selector: 'a' } });
  const minted = { read: 1, count: 1 };
  const inner = below<'links'>(2, { links: [link('c')], minted }, {});
  const root: Part<'links'> = {
    data: { links: [link('a')], minted },
    document: DOCUMENT,
    below: [below(1, { links: [link('b')], minted, truncated: true, total: 9 }, {}, [inner])],
  };
  const others = [{ read: 2, count: 1, documentId: 'd1', frame: framed(1) }];
  const data = composed(request('links'), root, [{ ...minted, documentId: 'page' }, ...others]);
  expect(data.links.map(({ text, frame }) => [text, frame])).toEqual([
    ['a', undefined],
    ['b', 'f1'],
    ['c', 'f2'],
  ]);
  expect(data.frames).toEqual([infoOf(1), { ...infoOf(2), parent: 'f1' }]);
  expect(data.minted).toEqual({ ...minted, documentId: 'page', others });
  expect(data.named).toEqual([framed(1), framed(2)]);
  expect(data).toMatchObject({ truncated: true, total: 11 });
});

test('frames without a host of their own are of the same site, and so are subdomains', () => {
  expect(isSameSite('about:srcdoc', 'https://a.test/')).toBe(true);
  expect(isSameSite('blob:https://a.test/1', 'https://a.test/')).toBe(true);
  expect(isSameSite('https://pay.a.test/', 'https://www.a.test/')).toBe(true);
  expect(isSameSite('https://b.test/', 'https://a.test/')).toBe(false);
  expect(isSameSite('http://127.0.0.1/', 'http://10.0.0.1/')).toBe(false);
});

test('a payment host is known by its name and its subdomains, and by nothing that only looks like it', () => {
  expect(isPaymentHost('https://js.stripe.com/v3/x.html')).toBe(true);
  expect(isPaymentHost('https://notstripe.com/')).toBe(false);
  expect(isPaymentHost('https://stripe.com.a.test/')).toBe(false);
  expect(isPaymentHost('about:blank')).toBe(false);
});
