import { attributeOf, childNodesOf, onlyTextOf, parentOrHost, shadowOf } from '../dom/element-facts.ts';
import { type KnownElement, known } from '../dom/known-element.ts';
import { heldFromAbove, knownInRead } from '../dom/known-in-read.ts';
import * as own from '../dom/own-properties.ts';
import { hasGeneratedContent } from './generated-content.ts';
import { labelsOf } from './quick-labels.ts';

/**
 * The names of most elements of most pages: their text, the text of their only label, or none. The library gives the
 * same names at four times the cost. Every case that could differ is left to it.
 */
export function plainName(it: KnownElement, mayBeHidden: boolean): string | undefined {
  const find = BY_TAG.get(it.tag);
  if (!find || (mayBeHidden && isHiddenFromAbove(it.element))) return undefined;
  const label = it.isQuiet ? null : attributeOf(it.element, 'aria-label');
  return label === null ? find(it) : nameGiven(it, label);
}

/** Whether no attribute gives the element a name. */
export function isWithoutNaming(it: KnownElement): boolean {
  return hasNoneOf(NAMING, it);
}

/** None of these is without effect. */
function hasNoneOf(names: readonly string[], { element, isQuiet }: KnownElement): boolean {
  return isQuiet || !names.some((name) => attributeOf(element, name) !== null);
}

/** Where the name of an element comes from if its author has not given one. */
const BY_TAG = new Map([
  ...'ul ol nav main article output table'.split(' ').map((tag) => [tag, noName] as const),
  ...'a button h1 h2 h3 h4 h5 h6'.split(' ').map((tag) => [tag, nameByText] as const),
  ...'input textarea select'.split(' ').map((tag) => [tag, nameByLabel] as const),
]);

const NAMING = ['aria-label', 'aria-labelledby', 'title'];
const OUTWEIGHING = ['aria-labelledby', 'role', 'aria-hidden'];
/** With any of these, the text alone does not decide. */
const TELLING = [...NAMING, 'role', 'aria-hidden', 'aria-owns'];
const TEXT_LEVEL = new Set('a b i u em strong small span code mark'.split(' '));
/** Longer and deeper ones are left to the library, as far as its work is limited. */
const LONGEST_NAME = 100_000;
const MOST_NESTED = 250;
const NAMED_BY_VALUE = new Set(['button', 'submit', 'reset', 'image', 'hidden']);

/** The author's own name comes first, except for a name given elsewhere in the page. */
function nameGiven(it: KnownElement, label: string): string | undefined {
  return hasNoneOf(OUTWEIGHING, it) && it.isVisible ? nameFrom(label) : undefined;
}

function noName(it: KnownElement): string | undefined {
  const { element, tag } = it;
  if (!hasNoneOf(TELLING, it)) return undefined;
  if (tag === 'output') return labelsOf(element).length === 0 ? '' : undefined;
  if (tag !== 'table') return '';
  const isNamed =
    own.querySelector(element, ':scope > caption') !== null || attributeOf(element, 'summary') !== null;
  return isNamed ? undefined : '';
}

function nameByText({ element, tag }: KnownElement): string | undefined {
  if (tag === 'a' && attributeOf(element, 'href') === null) return undefined;
  if (tag === 'button' && labelsOf(element).length > 0) return undefined;
  return nameFrom(textWithin(element));
}

function nameByLabel(it: KnownElement): string | undefined {
  const { element: field } = it;
  if (field instanceof HTMLInputElement && NAMED_BY_VALUE.has(field.type)) return undefined;
  if (!it.isVisible || !hasNoneOf(TELLING, it)) return undefined;
  const [label, second] = labelsOf(field);
  if (!label || second || isHiddenFromAbove(label)) return undefined;
  return nameFrom(plainText(label, field));
}

/** Without text the name may still come from elsewhere. */
function nameFrom(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const short = text.slice(0, LONGEST_NAME);
  const words = NOT_AS_READ.test(short) ? short.replace(/[\u200b\u00ad]/g, '').replace(/\s+/g, ' ') : short;
  return words.trim() || undefined;
}

/** Invisible characters, and white space other than a single blank. */
const NOT_AS_READ = /[\u200b\u00ad]|\s\s|[^\S ]/;

/** The text of an element that contains only text and elements of the same kind, all of it shown. */
function plainText(element: Element, field: Element | null): string | undefined {
  const it = known(element);
  if (!it.isVisible || !hasNoneOf(TELLING, it) || shadowOf(element, it.tag)) return undefined;
  if (hasGeneratedContent(element)) return undefined;
  const text = onlyTextOf(element) ?? textOfParts(element, field);
  return text !== undefined && text.length > LONGEST_NAME ? undefined : text;
}

function textOfParts(element: Element, field: Element | null): string | undefined {
  let text = '';
  for (const child of childNodesOf(element)) {
    if (child instanceof Text) text += child.data;
    else if (child === field) text += ' ';
    else if (child instanceof Element) {
      const inner = TEXT_LEVEL.has(known(child).tag) ? textWithin(child) : undefined;
      if (inner === undefined) return undefined;
      text += getComputedStyle(child).display === 'inline' ? inner : ` ${inner} `;
    }
  }
  return text;
}

/** A script can nest anchors to any depth, so the content of each is read once. */
const textWithin = knownInRead((element) => {
  if (nested >= MOST_NESTED) return undefined;
  nested += 1;
  try {
    return plainText(element, null);
  } finally {
    nested -= 1;
  }
});

let nested = 0;

function isHiddenFromAbove(element: Element): boolean {
  const above = parentOrHost(element);
  return above !== null && saysHidden(above);
}

const saysHidden = heldFromAbove(
  (element) => !known(element).isQuiet && attributeOf(element, 'aria-hidden') !== null,
);
