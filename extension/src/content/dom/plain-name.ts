import {
  attributeOf,
  childNodesOf,
  isWithoutAttributes,
  onlyTextOf,
  parentOrHost,
  shadowOf,
  tagOf,
} from './element-facts.ts';
import { hasGeneratedContent } from './generated-content.ts';
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
  return hasNoneOf(NAMING, element);
}

/** Most elements have no attribute at all, and that is known at once. */
function hasNoneOf(names: readonly string[], element: Element): boolean {
  if (isWithoutAttributes(element)) return true;
  for (const name of names) if (attributeOf(element, name) !== null) return false;
  return true;
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
  if (!hasNoneOf(TELLING, field)) return undefined;
  const [label, second] = labelsOf(field);
  if (!label || second || isHiddenFromAbove(label) || isHiddenFromAbove(field)) return undefined;
  return isVisible(field) ? nameFrom(plainText(label, field)) : undefined;
}

/** Without text the name may still come from elsewhere. */
function nameFrom(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const words = NOT_AS_READ.test(text) ? text.replace(/[\u200b\u00ad]/g, '').replace(/\s+/g, ' ') : text;
  return words.trim() || undefined;
}

/** Invisible characters, and white space that is not one blank. */
const NOT_AS_READ = /[\u200b\u00ad]|\s\s|[^\S ]/;

/** The text of an element that holds nothing but text and elements of the same kind, all of it shown. */
function plainText(element: Element, field: Element | null): string | undefined {
  if (!hasNoneOf(TELLING, element) || shadowOf(element)) return undefined;
  if (!isVisible(element) || hasGeneratedContent(element)) return undefined;
  return onlyTextOf(element) ?? textOfParts(element, field);
}

function textOfParts(element: Element, field: Element | null): string | undefined {
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

/** Each element asks the one above it, which has been asked before. */
const isHiddenFromAbove = knownInRead((element): boolean => {
  const above = parentOrHost(element);
  return above !== null && (attributeOf(above, 'aria-hidden') !== null || isHiddenFromAbove(above));
});
