import * as own from './own-properties.ts';

export function tagOf(element: Element): string {
  return own.localName(element);
}

export function attributeOf(element: Element, name: string): string | null {
  return own.getAttribute(element, name);
}

export function isWithoutAttributes(element: Element): boolean {
  return !own.hasAttributes(element);
}

export function parentOf(element: Element): Element | null {
  return own.parentElement(element);
}

export function isInPage(element: Element): boolean {
  return own.isConnected(element);
}

/** The document or shadow root that contains the element. For a detached element, the top of its branch. */
export function rootOf(element: Element): Node {
  return own.getRootNode(element);
}

/** Whether it is the first element of its parent. */
export function isFirst(element: Element): boolean {
  return own.previousElementSibling(element) === null;
}

/** The parent in the source tree. For the top of a shadow tree, its host. */
export function parentOrHost(element: Element): Element | null {
  const parent = parentOf(element);
  if (parent) return parent;
  return hostOf(element);
}

/** The host of the shadow tree that contains the element. */
export function hostOf(element: Element): Element | null {
  const root = rootOf(element);
  return root instanceof ShadowRoot ? root.host : null;
}

/** The text of an element without child elements, without a walk over its parts. Undefined for others. */
export function onlyTextOf(element: Element): string | undefined {
  return own.childElementCount(element) === 0 ? (own.textContent(element) ?? '') : undefined;
}

const walker = own.createTreeWalker(document, document);

/** Uses a tree walker, which no form can mislead. Spreading `childNodes` takes Chrome fifteen times as long. */
export function childNodesOf(parent: Element | ShadowRoot): Node[] {
  const nodes: Node[] = [];
  walker.currentNode = parent;
  for (let at = walker.firstChild(); at; at = walker.nextSibling()) nodes.push(at);
  return nodes;
}

/** All elements that can have a shadow root, except custom elements, whose names have a hyphen. */
const SHADOW_HOSTS = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);

/** The open shadow root. */
export function shadowOf(element: Element, tag = tagOf(element)): ShadowRoot | null {
  return SHADOW_HOSTS.has(tag) || tag.includes('-') ? own.shadowRoot(element) : null;
}

export function isMatch(element: Element, selector: string): boolean {
  return own.matches(element, selector);
}
