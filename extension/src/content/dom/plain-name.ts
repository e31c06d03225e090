import { attributeOf, childNodesOf, onlyTextOf, parentOrHost, shadowOf, tagOf } from './element-facts.ts';
import { hasGeneratedContent } from './generated-content.ts';
import { knownInRead } from './known-in-read.ts';
import { labelsOf } from './quick-labels.ts';
import { isQuiet } from './quiet.ts';
import { isVisible } from './visible.ts';

/**
 * The names that most elements of most pages have: the text in them, the text of their one label, or none. The
 * library's rules say the same of these, at four times the cost; whatever could make a difference is left to it.
 */
export function plainName(element: Element): string | undefined {
  const tag = tagOf(element);
  const find = BY_TAG.get(tag);
  if (!find) return undefined;
  const label = isQuiet(element) ? null : attributeOf(element, 'aria-label');
  return label === null ? find(element, tag) : nameGiven(element, label);
}

/** Whether no attribute gives the element a name. */
export function isWithoutNaming(element: Element): boolean {
  return hasNoneOf(NAMING, element);
}

/** None of which is quiet. */
function hasNoneOf(names: readonly string[], element: Element): boolean {
  return isQuiet(element) || !names.some((name) => attributeOf(element, name) !== null);
}

/** Where the name of an element comes from that its author has not given one. */
const BY_TAG = new Map([
  ...'ul ol nav main article output table'.split(' ').map((tag) => [tag, noName] as const),
  ...'a button h1 h2 h3 h4 h5 h6'.split(' ').map((tag) => [tag, nameByText] as const),
  ...'input textarea select'.split(' ').map((tag) => [tag, nameByLabel] as const),
]);

const NAMING = ['aria-label', 'aria-labelledby', 'title'];
const OUTWEIGHING = ['aria-labelledby', 'role', 'aria-hidden'];
/** Any of these, and the text alone does not decide. */
const TELLING = [...NAMING, 'role', 'aria-hidden', 'aria-owns'];
const TEXT_LEVEL = new Set('a b i u em strong small span code mark'.split(' '));
const NAMED_BY_VALUE = new Set(['button', 'submit', 'reset', 'image', 'hidden']);

/** What its author calls it goes before all else but what is said of it elsewhere. */
function nameGiven(element: Element, label: string): string | undefined {
  if (!hasNoneOf(OUTWEIGHING, element) || !isVisible(element) || isHiddenFromAbove(element)) return undefined;
  return nameFrom(label);
}

function noName(element: Element, tag: string): string | undefined {
  if (!hasNoneOf(TELLING, element)) return undefined;
  if (tag === 'output') return labelsOf(element).length === 0 ? '' : undefined;
  if (tag !== 'table') return '';
  const isNamed =
    element.querySelector(':scope > caption') !== null || attributeOf(element, 'summary') !== null;
  return isNamed ? undefined : '';
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

/** Links may be nested, by a script to any depth: what is in one is read once. */
const textWithin = knownInRead((element) => plainText(element, null));

/** Each element asks the one above it, which has been asked before. */
const isHiddenFromAbove = knownInRead((element): boolean => {
  const above = parentOrHost(element);
  if (above === null) return false;
  return (!isQuiet(above) && attributeOf(above, 'aria-hidden') !== null) || isHiddenFromAbove(above);
});
