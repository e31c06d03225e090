/**
 * A form answers `form.localName` or `form.getAttribute` with its own field of that name, if it has one:
 * pages do that by accident, and could by intention. These ask the prototype.
 */
const localName = getterOf<string>(Element.prototype, 'localName');
const parentElement = getterOf<Element | null>(Node.prototype, 'parentElement');
const childElementCount = getterOf<number>(Element.prototype, 'childElementCount');
const previousElementSibling = getterOf<Element | null>(Element.prototype, 'previousElementSibling');
const textContent = getterOf<string>(Node.prototype, 'textContent');
const isConnected = getterOf<boolean>(Node.prototype, 'isConnected');
const { getAttribute, hasAttributes, matches } = Element.prototype;
const { getRootNode } = Node.prototype;

export function tagOf(element: Element): string {
  return localName.call(element);
}

export function attributeOf(element: Element, name: string): string | null {
  return getAttribute.call(element, name);
}

export function isWithoutAttributes(element: Element): boolean {
  return !hasAttributes.call(element);
}

export function parentOf(element: Element): Element | null {
  return parentElement.call(element);
}

export function isInPage(element: Element): boolean {
  return isConnected.call(element);
}

/** The document or the shadow root that an element is in; for what is in none, the top of its branch. */
export function rootOf(element: Element): Node {
  return getRootNode.call(element);
}

/** Whether no other element of its parent stands before it. */
export function isFirst(element: Element): boolean {
  return previousElementSibling.call(element) === null;
}

/** The parent in the tree that was written; of the top of a shadow tree, the element that has it. */
export function parentOrHost(element: Element): Element | null {
  const parent = parentOf(element);
  if (parent) return parent;
  const root = rootOf(element);
  return root instanceof ShadowRoot ? root.host : null;
}

/** The text of an element that holds no other element, without a walk over its parts; undefined for others. */
export function onlyTextOf(element: Element): string | undefined {
  return childElementCount.call(element) === 0 ? textContent.call(element) : undefined;
}

const walker = document.createTreeWalker(document);

/** By a walker, which no form can mislead; to spread `childNodes` takes Chrome fifteen times as long. */
export function childNodesOf(parent: Element | ShadowRoot): Node[] {
  const nodes: Node[] = [];
  walker.currentNode = parent;
  for (let at = walker.firstChild(); at; at = walker.nextSibling()) nodes.push(at);
  return nodes;
}

/** All that can have a shadow root, but for elements that a page has made up: their names have a hyphen. */
const SHADOW_HOSTS = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);

/** The open shadow root. */
export function shadowOf(element: Element, tag = tagOf(element)): ShadowRoot | null {
  return SHADOW_HOSTS.has(tag) || tag.includes('-') ? element.shadowRoot : null;
}

export function isMatch(element: Element, selector: string): boolean {
  return matches.call(element, selector);
}

function getterOf<T>(prototype: object, property: string): () => T {
  const getter: (() => T) | undefined = Object.getOwnPropertyDescriptor(prototype, property)?.get;
  if (!getter) throw new Error(`There is no ${property} here.`);
  return getter;
}
