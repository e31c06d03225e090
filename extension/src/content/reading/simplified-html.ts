import { cut } from '../../cut.ts';
import { DEEPEST } from '../dom/composed-elements.ts';
import { attributeOf, childNodesOf, shadowOf, tagOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';
import { isRendered, isShown } from '../visibility/shown.ts';

const SKIPPED = new Set('script style noscript template'.split(' '));
/** Their content is a value, a drawing, or a fallback for old browsers. */
const CLOSED = new Set('textarea svg canvas iframe audio video'.split(' '));
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const DEEPER = '…';
/** Five times the size of one answer. The total length is not counted beyond this. */
const MOST_CHARS = 1_000_000;

/** The element as HTML, this many levels deep, in document order. An ellipsis replaces deeper content. */
export function simplifiedHtml(root: Element, depth: number, all = false): string {
  return new Simplifier(root, all).tagged(root, Math.min(depth, DEEPEST));
}

class Simplifier {
  readonly #root: Element;
  readonly #attributesOf: (element: Element) => string;
  /** A caller that names a hidden part wants its content. */
  readonly #hiddenToo: boolean;

  #left = MOST_CHARS;

  constructor(root: Element, all: boolean) {
    this.#root = root;
    this.#attributesOf = all ? allAttributesOf : attributesOf;
    this.#hiddenToo = all || !isShown(root);
  }

  tagged(element: Element, levels: number): string {
    const tag = tagOf(element);
    const inner = VOID.has(tag) ? '' : this.#content(element, levels);
    // An element with `visibility: hidden` is kept only for a visible part inside it.
    if (!this.#showsText(element) && isBlank(inner)) return '';
    const opening = `<${tag}${this.#attributesOf(element)}>`;
    this.#left -= opening.length;
    return VOID.has(tag) ? opening : `${opening}${inner}</${tag}>`;
  }

  #content(element: Element, levels: number): string {
    if (element !== this.#root && CLOSED.has(tagOf(element))) return own.firstChild(element) ? DEEPER : '';
    if (element instanceof HTMLSlotElement && element.assignedNodes().length > 0) return '';
    const shadow = shadowOf(element);
    const written = this.#nodes(childNodesOf(element), element, levels);
    if (!shadow) return written;
    const inShadow = this.#nodes([...shadow.childNodes], element, levels);
    return `<template shadowrootmode="open">${inShadow}</template>${written}`;
  }

  #nodes(nodes: Node[], parent: Element, levels: number): string {
    const pieces: string[] = [];
    for (const node of nodes) {
      if (this.#left < 0) break;
      const piece = node instanceof Element ? this.#below(node, levels) : this.#text(node, parent);
      const last = pieces.at(-1) ?? '';
      const addsNothing = isBlank(piece)
        ? levels === 0 || isBlank(last)
        : piece === DEEPER && last === DEEPER;
      if (!addsNothing) pieces.push(piece);
    }
    return pieces.join('');
  }

  #below(element: Element, levels: number): string {
    if (!this.#isListed(element)) return '';
    if (levels > 0) return this.tagged(element, levels - 1);
    return this.#showsText(element) ? DEEPER : '';
  }

  #text(node: Node, parent: Element): string {
    if (!(node instanceof Text) || !this.#showsText(parent) || !this.#isInPlace(node, parent)) return '';
    const keepsSpace = getComputedStyle(parent).whiteSpaceCollapse !== 'collapse';
    const words = keepsSpace ? escaped(node.data) : proseOf(node.data);
    this.#left -= words.length;
    return words;
  }

  #isListed(element: Element): boolean {
    if (SKIPPED.has(tagOf(element))) return false;
    return this.#hiddenToo || isRendered(element) || isClosedOption(element);
  }

  #showsText(element: Element): boolean {
    return this.#hiddenToo || getComputedStyle(element).visibility === 'visible';
  }

  /** Children of a shadow host without a slot are not shown. */
  #isInPlace(text: Text, parent: Element): boolean {
    return this.#hiddenToo || text.parentNode !== parent || !shadowOf(parent) || text.assignedSlot !== null;
  }
}

/** Chrome renders no options before their list is open. */
function isClosedOption(element: Element): boolean {
  const isOption = element instanceof HTMLOptionElement || element instanceof HTMLOptGroupElement;
  return isOption && getComputedStyle(element).display !== 'none';
}

/** Attributes that distinguish elements and show their purpose. Values of fields are left out: they may be secrets. */
const KEPT_ATTRIBUTES =
  'id class name type role aria-label placeholder href src alt title label for slot data-testid'.split(' ');
const LONGEST_VALUE = 200;

function attributesOf(element: Element): string {
  return KEPT_ATTRIBUTES.map((name) => written(element, name)).join('');
}

/** All but the value of a field, which may be a secret. */
function allAttributesOf(element: Element): string {
  const isInput = tagOf(element) === 'input';
  return own
    .getAttributeNames(element)
    .filter((name) => !(isInput && name === 'value'))
    .map((name) => written(element, name))
    .join('');
}

function written(element: Element, name: string): string {
  const value = attributeOf(element, name);
  return value === null ? '' : ` ${name}="${escaped(cut(value, LONGEST_VALUE)).replaceAll('"', '&quot;')}"`;
}

/** Text between tags. A line break in source without words is kept, because it makes the answer more readable. */
function proseOf(text: string): string {
  const spaced = escaped(text.replace(/[ \t\n\r\f]+/g, ' '));
  return spaced === ' ' && text.includes('\n') ? '\n' : spaced;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function isBlank(text: string): boolean {
  return /^[ \t\n\r\f]*$/.test(text);
}
