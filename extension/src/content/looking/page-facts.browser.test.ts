import { afterEach, describe, expect, test } from 'vitest';
import { gatherFacts } from './page-facts.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

function factsOf(html: string, ...selectors: string[]) {
  document.body.innerHTML = html;
  return gatherFacts(selectors);
}

test('page facts count readable text, including shadow roots', () => {
  document.body.innerHTML = '<p>12345</p><p hidden>no</p><style>p{}</style><div id=host></div>';
  const root = document.querySelector('#host')?.attachShadow({ mode: 'open' });
  if (root) root.innerHTML = '<b>678</b><input type=password>';
  expect(gatherFacts([])).toMatchObject({ textLength: 8, passwords: 1 });
  expect(factsOf(`<p>${'word '.repeat(5_000)}</p>`).textLength).toBe(4_000);
});

test('page facts count password fields of the page itself', () => {
  const field = '<input type=password>';
  expect(factsOf(`<main><form>${field}</form></main>`).passwords).toBe(1);
  for (const beside of ['header', 'nav', 'footer', 'aside'])
    expect(factsOf(`<${beside}>${field}</${beside}>`).passwords).toBe(0);
  expect(factsOf('<div role=banner><input type=password></div>').passwords).toBe(0);
  expect(factsOf('<input type=password autocomplete="new-password">').passwords).toBe(0);
  expect(factsOf('<input type=password style="opacity:0">').passwords).toBe(0);
  expect(factsOf('<div style="visibility:hidden"><input type=password></div>').passwords).toBe(0);
});

describe('the form of the password', () => {
  const words = '<p>word</p>';
  const signIn = '<form><input><input type=password><button>Go</button></form>';

  test.each([
    ['alone', signIn, { fields: 1, buttons: 1, textBeside: 0, controlsBeside: 0, hasFocus: false }],
    ['with its own words', `${words}${signIn}`, { textBeside: 4 }],
    [
      'with a header',
      `<header>${words}<a href=/>x</a></header>${signIn}`,
      { textBeside: 0, controlsBeside: 0 },
    ],
    ['with links', `${signIn}<a href=/1>1</a><a href=/2>2</a>`, { textBeside: 2, controlsBeside: 2 }],
    ['with the focus', signIn.replace('<input>', '<input autofocus>'), { hasFocus: true }],
    ['without a name', '<form><input type=password><input type=submit></form>', { fields: 0, buttons: 1 }],
    ['without a form', `${words}<input><input type=password><button>Go</button>`, { fields: 1, buttons: 1 }],
    ['hidden', `<div hidden>${signIn}</div>`, null],
    ['in a side column', `<aside>${signIn}</aside>`, null],
    ['with a second password', signIn.replace('<button>', '<input type=password><button>'), null],
    ['with a new password', signIn.replace('type=password', 'type=password autocomplete=new-password'), null],
    [
      'that also asks for a new one',
      signIn.replace('<button>', '<input type=password autocomplete=new-password><button>'),
      null,
    ],
  ])('%s', (_what, html, expected) => {
    document.body.innerHTML = html;
    document.querySelector<HTMLElement>('[autofocus]')?.focus();
    const { passwordForm } = gatherFacts([]);
    if (expected === null) expect(passwordForm).toBeNull();
    else expect(passwordForm).toMatchObject(expected);
  });
});

test.each([
  ['<a href="/users/sign_out">x</a>', true],
  ['<nav hidden><a href="/logout">x</a></nav>', true],
  ['<form action="https://a.test/session/logoff.aspx"></form>', true],
  ['<button formaction="/log-out">x</button>', true],
  ['<a href="/login?from=/logout">x</a>', false],
  ['<a href="/layout">x</a>', false],
])('%s lets a user sign out: %s', (html, signsOut) => {
  expect(factsOf(html).signsOut).toBe(signsOut);
});

test('page facts count visible fields and controls', () => {
  const html =
    '<input><input type=search><select><option>1</select><input type=hidden><button>b</button><a href=/>a</a>';
  expect(factsOf(html)).toMatchObject({ fields: 2, controls: 5 });
});

test('page facts report the share of the window that each visible frame takes', () => {
  const { frames } = factsOf(
    `<iframe src="about:blank#seen" style="position:fixed;inset:0;width:100%;height:50%;border:0"></iframe>
     <iframe src="about:blank#hidden" style="visibility:hidden"></iframe>
     <iframe src="about:blank#away" style="position:absolute;top:-9999px"></iframe>`,
  );
  expect(frames).toEqual([
    { src: 'about:blank#seen', share: expect.closeTo(0.5, 1) },
    { src: 'about:blank#away', share: 0 },
  ]);
});

test('page facts report the part of the page that a mark contains', () => {
  const { marks } = factsOf(
    '<p>beside</p><div id=m style="position:fixed;inset:0"><p>1234</p><button>ok</button></div><i class=h hidden></i>',
    '#m',
    '.h',
    '.none',
  );
  expect(marks).toEqual([
    { selector: '#m', shown: true, share: expect.closeTo(1, 2), textLength: 6, controls: 1 },
    { selector: '.h', shown: false, share: 0, textLength: 0, controls: 0 },
  ]);
});

test('reading page facts leaves the page unchanged', async () => {
  document.body.innerHTML = '<main><input type=password value=x></main>';
  const before = document.documentElement.outerHTML;
  const seen: MutationRecord[] = [];
  const observer = new MutationObserver((records) => seen.push(...records));
  observer.observe(document, { attributes: true, childList: true, subtree: true, characterData: true });
  gatherFacts(['main']);
  await new Promise((resolve) => setTimeout(resolve, 20));
  observer.disconnect();
  expect([seen, document.documentElement.outerHTML]).toEqual([[], before]);
});
