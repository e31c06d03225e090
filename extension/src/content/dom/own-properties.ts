/**
 * `form.parentNode` returns the form's field of that name, if it has one, and `document.body` may be an image of the
 * page. This module reads from the prototypes, which belong to this world. `scripts/clobbered-reads.ts` makes all code
 * that runs in pages use it.
 */

type Method<T, K extends keyof T> = T[K] extends (...args: infer A) => infer R
  ? (self: T, ...args: A) => R
  : never;

function method<T extends object, K extends keyof T & string>(prototype: T, name: K): Method<T, K> {
  const found: unknown = Reflect.get(prototype, name);
  if (typeof found !== 'function') throw new Error(`There is no ${name} here.`);
  // as: it is the method of that name, with the object as its first argument. No type of `bind` says so.
  return Function.prototype.call.bind(found) as Method<T, K>;
}

function getter<T extends object, K extends keyof T & string>(prototype: T, name: K): (self: T) => T[K] {
  const found = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  if (!found) throw new Error(`There is no ${name} here.`);
  // as: it is the getter of that property, which the types of a descriptor do not know.
  return Function.prototype.call.bind(found) as (self: T) => T[K];
}

const { prototype: page } = Document;
const { prototype: node } = Node;
const { prototype: element } = Element;
const { prototype: html } = HTMLElement;
const { prototype: fragment } = DocumentFragment;
const { prototype: shadow } = ShadowRoot;

export const body = getter(page, 'body');
export const characterSet = getter(page, 'characterSet');
export const compatMode = getter(page, 'compatMode');
export const contentType = getter(page, 'contentType');
export const documentElement = getter(page, 'documentElement');
export const hasFocus = method(page, 'hasFocus');
export const fullscreenElement = getter(page, 'fullscreenElement');
export const hidden = getter(page, 'hidden');
export const readyState = getter(page, 'readyState');
export const scrollingElement = getter(page, 'scrollingElement');
export const styleSheets = getter(page, 'styleSheets');
export const adoptedStyleSheets = getter(page, 'adoptedStyleSheets');
export const title = getter(page, 'title');
export const URL = getter(page, 'URL');
export const visibilityState = getter(page, 'visibilityState');
export const caretRangeFromPoint = method(page, 'caretRangeFromPoint');
export const createEvent = method(page, 'createEvent');
export const createRange = method(page, 'createRange');
export const createTreeWalker = method(page, 'createTreeWalker');
export const execCommand = method(page, 'execCommand');
export const getElementsByTagName = method(page, 'getElementsByTagName');
export const exitFullscreen = method(page, 'exitFullscreen');
export const getSelection = method(page, 'getSelection');

export const baseURI = getter(node, 'baseURI');
export const childNodes = getter(node, 'childNodes');
export const firstChild = getter(node, 'firstChild');
export const isConnected = getter(node, 'isConnected');
export const nodeValue = getter(node, 'nodeValue');
export const parentElement = getter(node, 'parentElement');
export const textContent = getter(node, 'textContent');
export const compareDocumentPosition = method(node, 'compareDocumentPosition');
export const contains = method(node, 'contains');
export const getRootNode = method(node, 'getRootNode');

const { prototype: eventTarget } = EventTarget;
export const addEventListener = method(eventTarget, 'addEventListener');
export const removeEventListener = method(eventTarget, 'removeEventListener');
export const dispatchEvent = method(eventTarget, 'dispatchEvent');

export const ariaLabel = getter(element, 'ariaLabel');
export const assignedSlot = getter(element, 'assignedSlot');
export const childElementCount = getter(element, 'childElementCount');
export const clientHeight = getter(element, 'clientHeight');
export const clientWidth = getter(element, 'clientWidth');
export const id = getter(element, 'id');
export const localName = getter(element, 'localName');
export const outerHTML = getter(element, 'outerHTML');
export const nextElementSibling = getter(element, 'nextElementSibling');
export const previousElementSibling = getter(element, 'previousElementSibling');
export const scrollHeight = getter(element, 'scrollHeight');
export const scrollLeft = getter(element, 'scrollLeft');
export const scrollTop = getter(element, 'scrollTop');
export const scrollWidth = getter(element, 'scrollWidth');
export const shadowRoot = getter(element, 'shadowRoot');
export const animate = method(element, 'animate');
export const checkVisibility = method(element, 'checkVisibility');
export const closest = method(element, 'closest');
export const getAttribute = method(element, 'getAttribute');
export const getAttributeNames = method(element, 'getAttributeNames');
export const getBoundingClientRect = method(element, 'getBoundingClientRect');
export const getClientRects = method(element, 'getClientRects');
export const hasAttribute = method(element, 'hasAttribute');
export const hasAttributes = method(element, 'hasAttributes');
export const matches = method(element, 'matches');
export const replaceChildren = method(element, 'replaceChildren');
export const scrollIntoView = method(element, 'scrollIntoView');

export const innerText = getter(html, 'innerText');
export const isContentEditable = getter(html, 'isContentEditable');
export const draggable = getter(html, 'draggable');
export const tabIndex = getter(html, 'tabIndex');
export const blur = method(html, 'blur');
export const focus = method(html, 'focus');
export const hidePopover = method(html, 'hidePopover');
export const click = method(html, 'click');

const { prototype: form } = HTMLFormElement;
export const requestSubmit = method(form, 'requestSubmit');
const controlsOf = getter(form, 'elements');
export function elementsOf(owner: HTMLFormElement): Element[] {
  return [...controlsOf(owner)];
}

const makeElement = method(page, 'createElement');
export function createElement<K extends keyof HTMLElementTagNameMap>(
  on: Document,
  tag: K,
): HTMLElementTagNameMap[K] {
  // as: the platform makes this element for this tag.
  return makeElement(on, tag) as HTMLElementTagNameMap[K];
}

const scrollElementBy = method(element, 'scrollBy');
export function scrollBy(target: Element, options: ScrollToOptions): void {
  Reflect.apply(scrollElementBy, undefined, [target, options]);
}

type Root = Document | ShadowRoot;
type Parent = Document | DocumentFragment | Element;

const allInElement = method(element, 'querySelectorAll');
const allInPage = method(page, 'querySelectorAll');
const allInFragment = method(fragment, 'querySelectorAll');

export function querySelectorAll(parent: Parent, selector: string): NodeListOf<Element> {
  if (parent instanceof Element) return allInElement(parent, selector);
  return parent instanceof Document ? allInPage(parent, selector) : allInFragment(parent, selector);
}

const oneInElement = method(element, 'querySelector');
const oneInPage = method(page, 'querySelector');
const oneInFragment = method(fragment, 'querySelector');

export function querySelector(parent: Parent, selector: string): Element | null {
  if (parent instanceof Element) return oneInElement(parent, selector);
  return parent instanceof Document ? oneInPage(parent, selector) : oneInFragment(parent, selector);
}

export const innerHTML = getter(shadow, 'innerHTML');

const firstOfElement = getter(element, 'firstElementChild');
const firstOfPage = getter(page, 'firstElementChild');
const firstOfFragment = getter(fragment, 'firstElementChild');

export function firstElementChild(parent: Parent): Element | null {
  if (parent instanceof Element) return firstOfElement(parent);
  return parent instanceof Document ? firstOfPage(parent) : firstOfFragment(parent);
}

const idInPage = method(page, 'getElementById');
const idInFragment = method(fragment, 'getElementById');

export function getElementById(root: Root, wanted: string): Element | null {
  return root instanceof Document ? idInPage(root, wanted) : idInFragment(root, wanted);
}

const activeInPage = getter(page, 'activeElement');
const activeInShadow = getter(shadow, 'activeElement');

export function activeElement(root: Root): Element | null {
  return root instanceof Document ? activeInPage(root) : activeInShadow(root);
}

const animationsOfPage = method(page, 'getAnimations');
const animationsOfShadow = method(shadow, 'getAnimations');

export function getAnimations(root: Root): Animation[] {
  return root instanceof Document ? animationsOfPage(root) : animationsOfShadow(root);
}

const pointInPage = method(page, 'elementFromPoint');
const pointInShadow = method(shadow, 'elementFromPoint');

export function elementFromPoint(root: Root, x: number, y: number): Element | null {
  return root instanceof Document ? pointInPage(root, x, y) : pointInShadow(root, x, y);
}
