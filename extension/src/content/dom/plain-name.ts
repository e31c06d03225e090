import { attributeOf, childNodesOf, parentOrHost, shadowOf, tagOf } from './element-facts.ts';
import { knownInRead } from './known-in-read.ts';
import { labelsOf } from './quick-labels.ts';
import { isVisible } from './visible.ts';

/**
 * The names that most elements of most pages have: the text in them, the text of their one label, or none. The
 * library's rules say the same of these, at four times the cost; whatever could make a difference is left to it.
 */
export function plainName(element: Element): string | undefined {
  const tag = tagOf(element);
  if (UNNAMED.has(tag)) return hasNoNameOfItsOwn(element, tag) ? '' : undefined;
  if (NAMED_BY_TEXT.has(tag)) return nameByText(element, tag);
  return tag === 'input' || tag === 'textarea' || tag === 'select' ? nameByLabel(element) : undefined;
}

/** Whether no attribute gives the element a name. */
export function isWithoutNaming(element: Element): boolean {
  return NAMING.every((name) => attributeOf(element, name) === null);
}

const NAMING = ['aria-label', 'aria-labelledby', 'title'];
/** Any of these, and the text alone does not decide. */
const TELLING = [...NAMING, 'role', 'aria-hidden', 'aria-owns'];
const UNNAMED = new Set('ul ol nav main article table'.split(' '));
const NAMED_BY_TEXT = new Set('a button h1 h2 h3 h4 h5 h6'.split(' '));
const TEXT_LEVEL = new Set('a b i u em strong small span code mark'.split(' '));
const NAMED_BY_VALUE = new Set(['button', 'submit', 'reset', 'image', 'hidden']);

function hasNoNameOfItsOwn(element: Element, tag: string): boolean {
  if (!isWithoutNaming(element) || attributeOf(element, 'role') !== null) return false;
  if (tag !== 'table') return true;
  return element.querySelector(':scope > caption') === null && attributeOf(element, 'summary') === null;
}

function nameByText(element: Element, tag: string): string | undefined {
  if (tag === 'a' && attributeOf(element, 'href') === null) return undefined;
  if (tag === 'button' && labelsOf(element).length > 0) return undefined;
  return isHiddenFromAbove(element) ? undefined : nameFrom(textWithin(element));
}

function nameByLabel(field: Element): string | undefined {
  if (field instanceof HTMLInputElement && NAMED_BY_VALUE.has(field.type)) return undefined;
  if (TELLING.some((name) => attributeOf(field, name) !== null)) return undefined;
  const [label, second] = labelsOf(field);
  if (!label || second || isHiddenFromAbove(label) || isHiddenFromAbove(field)) return undefined;
  return isVisible(field) ? nameFrom(plainText(label, field)) : undefined;
}

/** Without text the name may still come from elsewhere. */
function nameFrom(text: string | undefined): string | undefined {
  return (
    text
      ?.replace(/[\u200b\u00ad]/g, '')
      .replace(/\s+/g, ' ')
      .trim() || undefined
  );
}

/** The text of an element that holds nothing but text and elements of the same kind, all of it shown. */
function plainText(element: Element, field: Element | null): string | undefined {
  if (TELLING.some((name) => attributeOf(element, name) !== null) || shadowOf(element)) return undefined;
  if (!isVisible(element) || hasGeneratedText(element)) return undefined;
  let text = '';
  for (const child of childNodesOf(element)) {
    if (child instanceof Text) text += child.data;
    else if (child === field) text += ' ';
    else if (child instanceof Element) {
      const inner = TEXT_LEVEL.has(tagOf(child)) ? textWithin(child) : undefined;
      if (inner === undefined) return undefined;
      text += getComputedStyle(child).display === 'inline' ? inner : ` ${inner} `;
    }
  }
  return text;
}

/** A link in a heading is asked for twice. */
const textWithin = knownInRead((element) => plainText(element, null));

function hasGeneratedText(element: Element): boolean {
  return (
    getComputedStyle(element, '::before').content !== 'none' ||
    getComputedStyle(element, '::after').content !== 'none'
  );
}

function isHiddenFromAbove(element: Element): boolean {
  for (let at = parentOrHost(element); at; at = parentOrHost(at)) {
    if (attributeOf(at, 'aria-hidden') !== null) return true;
  }
  return false;
}
