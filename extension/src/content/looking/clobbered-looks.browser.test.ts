import { afterEach, expect, test } from 'vitest';
import { DOM_NAMES, documentNamed, fieldsNamed, pageOfForms } from '../../testing/clobbered-page.ts';
import { lookFor } from './look-for.ts';
import { gatherFacts } from './page-facts.ts';
import { pointAt } from './point-at.ts';

const { body } = document;
const { getAnimations } = Document.prototype;
const { getAttribute } = Element.prototype;
const SIGN_IN = '<form id="sign-in"><input type="password"></form>';

afterEach(() => body.replaceChildren());

/** Everything that the background's own scripts report and do in a page. */
function looksOf(html: string): object {
  body.setHTMLUnsafe(html);
  scrollTo(0, 0);
  return {
    facts: gatherFacts(['#pay', '#host', '#sign-in']),
    found: ['#pay', '#inner', '#nowhere', 'a['].map((target) => lookFor({ strategy: 'selector', target })),
    shown: lookFor({ strategy: 'text', target: 'two words' }),
    usable: lookFor({ strategy: 'enabled', element: { selector: '#go' } }),
    gone: lookFor({ strategy: 'gone', element: { selector: '#go' } }),
    pointed: ['#press', '#inner', '#hidden-file', '#nowhere', 'a['].map((selector) => pointAt(selector)),
    outlined: getAnimations
      .call(document)
      .map(({ effect }) => effect instanceof KeyframeEffect && getAttribute.call(effect.target, 'id')),
    scrolled: Math.round(scrollY),
  };
}

function page(fields: string): string {
  const hiddenField = `<form id="drop">${fields}<p>Drop here</p><span hidden><input type="file" id="hidden-file"></span></form>`;
  return pageOfForms(fields) + SIGN_IN.replace('>', `>${fields}`) + hiddenField;
}

test('forms whose fields have all names of the DOM look ordinary to the scripts of the background', () => {
  const expected = looksOf(page(fieldsNamed(DOM_NAMES.map((_, index) => `harmless-${index}`))));
  expect(expected).toMatchObject({
    facts: { passwords: 1 },
    found: ['met', 'met', 'unmet', 'not-a-selector'],
    shown: 'met',
    usable: 'met',
    gone: 'unmet',
    pointed: [1, 1, 1, 0, 'not-a-selector'],
  });
  expect(looksOf(page(fieldsNamed(DOM_NAMES)))).toEqual(expected);
});

test('a document whose forms and images have all names of the DOM looks ordinary to the scripts of the background', () => {
  const expected = looksOf(page('') + documentNamed(DOM_NAMES.map((_, index) => `harmless-${index}`)));
  expect(looksOf(page('') + documentNamed(DOM_NAMES))).toEqual(expected);
});
