import { afterEach, expect, test } from 'vitest';
import { withMemory } from '../dom/known-in-read.ts';
import { hasGeneratedContent } from './generated-content.ts';

afterEach(() => {
  document.head.querySelectorAll('style').forEach((style) => {
    style.remove();
  });
  document.adoptedStyleSheets = [];
  document.body.innerHTML = '';
});

function generatesIn(html: string): boolean {
  document.body.innerHTML = html;
  const button = document.querySelector('button');
  if (!button) throw new Error('there is no button');
  return withMemory(() => hasGeneratedContent(button));
}

test('without a rule nothing is generated', () => {
  const css = 'button { color: red } @media all { p::before { content: "x" } }';
  expect(generatesIn(`<style>${css}</style><button>b</button>`)).toBe(false);
  expect(generatesIn('<button>b</button>')).toBe(false);
});

test.each([
  ['a rule', 'button::before { content: "x" }'],
  ['a rule in the old spelling', 'button:AFTER { content: "x" }'],
  ['a rule in a group', '@media all { @supports (color: red) { button::after { content: "x" } } }'],
  ['a nested rule', 'body { & button { &::before { content: "x" } } }'],
  ['a rule in a layer', '@layer a { button::before { content: "x" } }'],
])('%s', (_, css) => {
  expect(generatesIn(`<style>${css}</style><button>b</button>`)).toBe(true);
});

test('the rules of a style sheet made by a script count', () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('button::before { content: "x" }');
  document.adoptedStyleSheets = [sheet];
  expect(generatesIn('<button>b</button>')).toBe(true);
});

test('the rules of a shadow tree count for its content and for elements slotted into it', () => {
  const sheet = '<style>button::before, ::slotted(button)::before { content: "x" }</style>';
  const host = document.createElement('div');
  host.innerHTML = '<button>slotted</button>';
  host.attachShadow({ mode: 'open' }).innerHTML = `${sheet}<slot></slot><button>in</button>`;
  document.body.append(host);
  const found = [host.querySelector('button'), host.shadowRoot?.querySelector('button')];
  for (const button of found) expect(button && withMemory(() => hasGeneratedContent(button))).toBe(true);
});
