import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AnyContentRequest } from '../content-messages.ts';
import { DOM_NAMES, documentNamed, fieldsNamed, pageOfForms } from '../testing/clobbered-page.ts';
import { handleOf } from '../testing/handle-of.ts';
import * as own from './dom/own-properties.ts';
import { answerRequest } from './page-requests.ts';

const TOOLS = {
  signal: new AbortController().signal,
  announce: () => {},
  openTab: () => {},
  leaves: () => {},
  soFar: () => {},
  filePart: async () => null,
  framePlaces: async () => [],
};
const HEARD = ['click', 'mouseover', 'input', 'change'];

/** A name that shadows nothing. */
const HARMLESS = 'bproxy-harmless';

const REQUEST = { protocol_version: 1, id: 'test', session: '', destructive: false } as const;
const IN_TAB = { ...REQUEST, deadline: Date.now() + 600_000, target: { tabId: 1 } };

const READS: AnyContentRequest[] = [
  { ...IN_TAB, action: 'snapshot', params: {} },
  { ...IN_TAB, action: 'snapshot', params: { interactiveOnly: true } },
  { ...IN_TAB, action: 'snapshot', params: { selector: '#pay' } },
  { ...IN_TAB, action: 'elements', params: {} },
  { ...IN_TAB, action: 'elements', params: { form: true } },
  { ...IN_TAB, action: 'text', params: {} },
  { ...IN_TAB, action: 'text', params: { selector: '#pay' } },
  { ...IN_TAB, action: 'outline', params: {} },
  { ...IN_TAB, action: 'links', params: {} },
  { ...IN_TAB, action: 'images', params: {} },
  { ...IN_TAB, action: 'inspect', params: { selector: 'main form, button', limit: 50 } },
  { ...IN_TAB, action: 'dom', params: { depth: 9 } },
  { ...IN_TAB, action: 'dom', params: { selector: '#pay', depth: 9, all: true } },
];

/** Each kind of read once. */
const EACH_READ = [...new Map(READS.toReversed().map((read) => [read.action, read])).values()];

const ACTS: AnyContentRequest[] = [
  { ...IN_TAB, action: 'click', params: { target: { selector: '#go' } } },
  { ...IN_TAB, action: 'click', params: { target: { selector: '#press' } } },
  {
    ...IN_TAB,
    action: 'click',
    params: { target: { route: { hosts: [{ selector: '#host' }], target: '#inner' } } },
  },
  { ...IN_TAB, action: 'hover', params: { target: { selector: '#press' } } },
  ...[
    { target: { selector: '#name' }, value: 'Grace', method: 'paste', world: 'isolated' } as const,
    { target: { selector: '#editable' }, value: 'Dear reader', method: 'paste', world: 'isolated' } as const,
    { target: { selector: '#editable' }, value: 'Dear you', method: 'direct', world: 'isolated' } as const,
  ].map((params) => ({ ...IN_TAB, action: 'fill' as const, params })),
  {
    ...IN_TAB,
    action: 'fill-form',
    params: {
      fields: [{ target: { selector: '#note' }, value: 'Noted', method: 'direct', world: 'isolated' }],
    },
  },
  { ...IN_TAB, action: 'select', params: { trigger: { selector: '#size' }, optionText: 'Large' } },
  { ...IN_TAB, action: 'select', params: { trigger: { selector: '#list' }, optionText: 'Blue' } },
  { ...IN_TAB, action: 'scroll', params: { target: { selector: '#scroller' }, by: '100' } },
  { ...IN_TAB, action: 'scroll', params: { by: '100' } },
];

/** Elements acted on by their handles: forms, and their content. */
const HELD = ['#go', '#press', '#there', '#slotted button'];

const { setAttribute } = Element.prototype;
const heard: string[] = [];

function show(html: string): void {
  const body = own.body(document);
  body.setHTMLUnsafe(html);
  window.scrollTo(0, 0);
  heard.length = 0;
}

/** The effects of the page's own scripts, and a record of their events. */
function react(event: Event): void {
  const { target, type } = event;
  if (!(target instanceof Element)) return;
  heard.push(`${type} ${own.id(target)}`);
  if (type !== 'click') return;
  event.preventDefault();
  if (own.closest(target, '#list')) open(true);
  if (!own.closest(target, '#offers')) return;
  open(false);
  own.getElementById(document, 'picked')?.replaceChildren(own.textContent(target) ?? '');
}

function open(isOpen: boolean): void {
  const [list, offers] = [own.getElementById(document, 'list'), own.getElementById(document, 'offers')];
  setAttribute.call(list, 'aria-expanded', String(isOpen));
  Reflect.set(HTMLElement.prototype, 'hidden', !isOpen, offers);
}

/** The answers, without the parts that differ between any two runs. */
async function answersTo(requests: AnyContentRequest[]): Promise<string[]> {
  const answers: string[] = [];
  for (const request of requests) {
    const answer = await answerRequest('run', { type: 'run', request }, TOOLS);
    const text = JSON.stringify(answer, (key, value) => (/^(?:read|elapsed)$/.test(key) ? 0 : value));
    answers.push(text.replaceAll(/name=\\"[^\\]*\\"/g, ''));
  }
  return answers;
}

function byHandle(): AnyContentRequest[] {
  return HELD.flatMap((selector) => {
    const element = own.querySelector(document, selector);
    if (!element) throw new Error(`${selector} is missing.`);
    const target = handleOf(element);
    return [
      { ...IN_TAB, action: 'hover' as const, params: { target } },
      { ...IN_TAB, action: 'click' as const, params: { target } },
    ];
  });
}

async function everything(): Promise<{ answers: string[]; heard: string[] }> {
  const reads = await answersTo(READS);
  const acts = await answersTo(ACTS);
  const held = await answersTo(byHandle());
  const after = await answersTo(READS);
  return { answers: [...reads, ...acts, ...held, ...after], heard: [...heard] };
}

beforeEach(() => {
  for (const type of HEARD) own.addEventListener(own.body(document), type, react, true);
});

afterEach(() => {
  for (const type of HEARD) own.removeEventListener(own.body(document), type, react, true);
  own.replaceChildren(own.body(document));
});

test('an ordinary page of forms is read and acted on without an error', async () => {
  show(pageOfForms(fieldsNamed([HARMLESS])));
  const { answers, heard } = await everything();
  expect(answers.filter((answer) => !answer.includes('"ok":true'))).toEqual([]);
  expect(answers.join()).toContain('Two words');
  expect(heard).toEqual(
    expect.arrayContaining(['click go', 'click press', 'mouseover press', 'input name', 'click there']),
  );
});

test('forms whose fields have all names of the DOM at once are read and acted on like ordinary ones', async () => {
  const harmless = DOM_NAMES.map((_, index) => `${HARMLESS}${index}`);
  show(pageOfForms(fieldsNamed(harmless)));
  const expected = await everything();
  show(pageOfForms(fieldsNamed(DOM_NAMES)));
  expect(await everything()).toEqual(expected);
}, 120_000);

test('a document whose forms and images have all names of the DOM is read and acted on like any other', async () => {
  const harmless = DOM_NAMES.map((_, index) => `${HARMLESS}${index}`);
  show(pageOfForms('') + documentNamed(harmless));
  const expected = await everything();
  show(pageOfForms('') + documentNamed(DOM_NAMES));
  expect(await everything()).toEqual(expected);
}, 120_000);

test('no field of any one name changes the read of its form', async () => {
  show(pageOfForms(fieldsNamed([HARMLESS])));
  const expected = await answersTo(EACH_READ);
  for (const name of DOM_NAMES) {
    show(pageOfForms(fieldsNamed([name])));
    expect({ name, answers: await answersTo(EACH_READ) }).toEqual({ name, answers: expected });
  }
}, 240_000);
