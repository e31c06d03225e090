/**
 * A form answers `form.localName` or `form.getAttribute` with its own field of that name, if it has one:
 * pages do that by accident, and could by intention. These ask the prototype.
 */
const localName = getterOf(Element.prototype, 'localName');
const parentElement = getterOf(Node.prototype, 'parentElement');
const firstChild = getterOf(Node.prototype, 'firstChild');
const nextSibling = getterOf(Node.prototype, 'nextSibling');
const { getAttribute, hasAttributes, matches } = Element.prototype;

export function tagOf(element: Element): string {
  return element instanceof HTMLFormElement ? String(localName.call(element)) : element.localName;
}

export function attributeOf(element: Element, name: string): string | null {
  return getAttribute.call(element, name);
}

export function isWithoutAttributes(element: Element): boolean {
  return !hasAttributes.call(element);
}

export function parentOf(element: Element): Element | null {
  if (!(element instanceof HTMLFormElement)) return element.parentElement;
  const parent: unknown = parentElement.call(element);
  return parent instanceof Element ? parent : null;
}

/** The parent in the tree that was written; of the top of a shadow tree, the element that has it. */
export function parentOrHost(element: Element): Element | null {
  const parent = parentOf(element);
  if (parent) return parent;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/** From one to the next: to spread `childNodes` takes Chrome fifteen times as long. */
export function childNodesOf(parent: Element | ShadowRoot): Node[] {
  const nodes: Node[] = [];
  for (let at: unknown = firstChild.call(parent); at instanceof Node; at = nextSibling.call(at))
    nodes.push(at);
  return nodes;
}

/** The open shadow root. A form cannot have one, but it can have a field of that name. */
export function shadowOf(element: Element): ShadowRoot | null {
  return element instanceof HTMLFormElement ? null : element.shadowRoot;
}

export function isMatch(element: Element, selector: string): boolean {
  return matches.call(element, selector);
}

function getterOf(prototype: object, property: string): () => unknown {
  const getter = Object.getOwnPropertyDescriptor(prototype, property)?.get;
  if (!getter) throw new Error(`There is no ${property} here.`);
  return getter;
}
