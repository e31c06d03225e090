import type { ElementTarget } from '@bproxy/shared';
import { afterEach, describe, expect, it } from 'vitest';
import { ElementNames } from './element-names.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

/** Follows a target as the extension does: each step has to match exactly one element. */
function follow(target: ElementTarget): Element {
  let root: Document | ShadowRoot = document;
  for (const host of target.route?.hosts ?? []) {
    const found: NodeListOf<Element> = root.querySelectorAll(host.selector);
    expect(found.length, host.selector).toBe(1);
    const shadow: ShadowRoot | null | undefined = found[0]?.shadowRoot;
    if (!shadow) throw new Error('no shadow root');
    root = shadow;
  }
  const selector = target.route?.target ?? target.selector ?? '';
  const found = root.querySelectorAll(selector);
  expect(found.length, selector).toBe(1);
  const [only] = found;
  if (!only) throw new Error('nothing found');
  return only;
}

function everyElement(root: Document | ShadowRoot): Element[] {
  return [...root.querySelectorAll('*')].flatMap((element) =>
    element.shadowRoot ? [element, ...everyElement(element.shadowRoot)] : [element],
  );
}

function expectAllFound(): void {
  const names = new ElementNames();
  for (const element of everyElement(document)) {
    const target = names.targetOf(element);
    expect(target).not.toBeNull();
    if (target) expect(follow(target)).toBe(element);
  }
}

describe('every element of a page gets a selector that matches it alone', () => {
  it('with ids, names and test ids', () => {
    document.body.innerHTML = '<p id="a"></p><input name="q"><b data-testid="x"></b><i></i><i></i>';
    const names = new ElementNames();
    const selectors = [...document.body.children].map((child) => names.targetOf(child)?.selector);
    expect(selectors.slice(0, 3)).toEqual(['#a', 'input[name="q"]', 'b[data-testid="x"]']);
    expectAllFound();
  });

  it('with values that break naive selectors', () => {
    const odd = [
      'a"b',
      "a'b",
      'a\\b',
      'line\nbreak',
      'tab\tform\f',
      '日本語 🙂',
      '1digit',
      '-',
      '--x',
      ']',
      '#',
      ' ',
    ];
    document.body.innerHTML = '';
    for (const value of odd) {
      for (const attribute of ['id', 'name', 'aria-label', 'data-testid']) {
        const element = document.createElement('input');
        element.setAttribute(attribute, value);
        document.body.append(element);
      }
    }
    expectAllFound();
  });

  it('with the same id and name many times over', () => {
    document.body.innerHTML =
      '<div id="x"><a name="n">1</a></div><div id="x"><a name="n">2</a><a name="n">3</a></div>';
    expectAllFound();
  });

  it('in nested shadow roots, even directly below the root', () => {
    document.body.innerHTML = '<div><x-host></x-host><x-host></x-host></div>';
    for (const host of document.querySelectorAll('x-host')) {
      const outer = host.attachShadow({ mode: 'open' });
      outer.innerHTML = '<p>a</p><p>b</p><section><y-host></y-host></section>';
      const inner = outer.querySelector('y-host')?.attachShadow({ mode: 'open' });
      if (inner) inner.innerHTML = '<button>1</button><button>2</button><div><button>3</button></div>';
    }
    expectAllFound();
  });

  it('in forms whose fields shadow the properties of the form', () => {
    document.body.innerHTML =
      '<form><input name="localName"><input name="id"><input name="parentElement"><input name="getAttribute"></form><form></form>';
    expectAllFound();
  });

  it('in SVG', () => {
    document.body.innerHTML = '<svg><linearGradient></linearGradient><g><path></path><path></path></g></svg>';
    expectAllFound();
  });

  it('in linear time', () => {
    const count = (size: number) => {
      document.body.innerHTML = `<ul>${'<li><a href="#">x</a></li>'.repeat(size)}</ul>`;
      let calls = 0;
      const original = Document.prototype.querySelectorAll;
      document.querySelectorAll = function counted(this: Document, selector: string) {
        calls += 1;
        return original.call(this, selector);
      } as typeof document.querySelectorAll;
      const names = new ElementNames();
      for (const link of document.links) names.targetOf(link);
      Reflect.deleteProperty(document, 'querySelectorAll');
      return calls;
    };
    expect(count(2_000)).toBe(count(10));
  });
});
