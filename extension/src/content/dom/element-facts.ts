/**
 * A form answers `form.localName` or `form.getAttribute` with its own field of that name, if it has one:
 * pages do that by accident, and could by intention. These ask the prototype.
 */
const localName = getterOf(Element.prototype, 'localName');
const parentElement = getterOf(Node.prototype, 'parentElement');
const childNodes = getterOf(Node.prototype, 'childNodes');
const { getAttribute, matches } = Element.prototype;

export function tagOf(element: Element): string {
  return element instanceof HTMLFormElement ? String(localName.call(element)) : element.localName;
}

export function attributeOf(element: Element, name: string): string | null {
  return element instanceof HTMLFormElement ? getAttribute.call(element, name) : element.getAttribute(name);
}

export function parentOf(element: Element): Element | null {
  if (!(element instanceof HTMLFormElement)) return element.parentElement;
  const parent: unknown = parentElement.call(element);
  return parent instanceof Element ? parent : null;
}

export function childNodesOf(element: Element): Node[] {
  const nodes: unknown = element instanceof HTMLFormElement ? childNodes.call(element) : element.childNodes;
  return nodes instanceof NodeList ? [...nodes] : [];
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
