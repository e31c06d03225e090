import type { ElementFingerprint, ElementTarget, ForwardedElementTarget } from '@bproxy/shared';
import { nameOf, roleOf } from './accessible.ts';
import { attributeOf, isWithoutAttributes, parentOf, tagOf } from './element-facts.ts';

type Root = Document | ShadowRoot;

/** Attributes that people give elements to find them by, the best first. */
const NAMING_ATTRIBUTES = [
  'id',
  'data-testid',
  'data-test',
  'data-qa',
  'data-cy',
  'name',
  'aria-label',
  'placeholder',
];
const WITH_NAMES = NAMING_ATTRIBUTES.map((name) => `[${name}]`).join();
const LONGEST_VALUE = 200;

/**
 * Finds words by which each element can be found again: a selector, or a route through shadow roots. One
 * pass over a root counts what could name an element, so that naming thousands stays linear.
 */
export class ElementNames {
  readonly #counts = new Map<Root, Map<string, number>>();
  readonly #tagsUsedOnce = new Map<Root, Map<string, boolean>>();
  readonly #places = new Map<ParentNode, Map<Element, number>>();
  readonly #selectors = new Map<Element, string>();

  /** Null for an element that is in no document any more. */
  targetOf(element: Element): ElementTarget | null {
    const root = element.getRootNode();
    if (root instanceof Document) return { selector: this.#selector(element, root) };
    if (!(root instanceof ShadowRoot)) return null;
    const hosts: Array<{ selector: string }> = [];
    for (let at: Node = root; at instanceof ShadowRoot; at = at.host.getRootNode()) {
      const outer = at.host.getRootNode();
      if (!(outer instanceof Document || outer instanceof ShadowRoot)) return null;
      hosts.unshift({ selector: this.#selector(at.host, outer) });
    }
    return { route: { hosts, target: this.#selector(element, root) } };
  }

  /** A selector that matches this element alone in its root: its own name, or steps down from one that has a name. */
  #selector(element: Element, root: Root): string {
    const below: Element[] = [];
    let selector: string | undefined;
    for (let at: Element | null = element; at; at = parentOf(at)) {
      selector = this.#selectors.get(at) ?? this.#uniqueName(at, root);
      if (selector === undefined) below.push(at);
      else {
        this.#selectors.set(at, selector);
        break;
      }
    }
    // Without a name on the way the steps begin at the top of the root, so nothing else fits.
    for (const at of below.reverse()) {
      const step = this.#step(at, root);
      selector = selector === undefined ? step : `${selector} > ${step}`;
      this.#selectors.set(at, selector);
    }
    return selector ?? '';
  }

  #step(element: Element, root: Root): string {
    const parent: ParentNode = parentOf(element) ?? root;
    const places = inMap(this.#places, parent, () => placesOf(parent));
    const step = `${CSS.escape(tagOf(element))}:nth-of-type(${places.get(element) ?? 1})`;
    return parent === root && root instanceof ShadowRoot ? `:host > ${step}` : step;
  }

  #uniqueName(element: Element, root: Root): string | undefined {
    const counts = inMap(this.#counts, root, () => countNames(root));
    for (const [name, value] of namingOf(element)) {
      if (counts.get(keyOf(element, name, value)) === 1) return selectorBy(element, name, value);
    }
    const tag = CSS.escape(tagOf(element));
    const tags = inMap(this.#tagsUsedOnce, root, () => new Map<string, boolean>());
    return inMap(tags, tag, () => root.querySelectorAll(tag).length === 1) ? tag : undefined;
  }
}

/** With what the element looks like: another one in its place is then refused. */
export function fingerprinted(target: ElementTarget, element: Element): ForwardedElementTarget {
  return { ...target, expect: fingerprintOf(element) };
}

export function fingerprintOf(element: Element): ElementFingerprint {
  const role = roleOf(element);
  const name = nameOf(element).slice(0, LONGEST_VALUE);
  return { tag: tagOf(element), ...(role ? { role } : {}), ...(name ? { name } : {}) };
}

/** Only elements that have such attributes are looked at: most have none. */
function countNames(root: Root): Map<string, number> {
  const counts = new Map<string, number>();
  for (const element of root.querySelectorAll(WITH_NAMES)) {
    for (const [name, value] of namingOf(element)) add(counts, keyOf(element, name, value));
  }
  return counts;
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** What its author called the element, the best first. */
function namingOf(element: Element): Array<[attribute: string, value: string]> {
  const naming: Array<[string, string]> = [];
  if (isWithoutAttributes(element)) return naming;
  for (const name of NAMING_ATTRIBUTES) {
    const value = attributeOf(element, name);
    if (value && (name === 'id' || value.length <= LONGEST_VALUE)) naming.push([name, value]);
  }
  return naming;
}

function selectorBy(element: Element, name: string, value: string): string {
  return name === 'id'
    ? `#${CSS.escape(value)}`
    : `${CSS.escape(tagOf(element))}[${name}="${cssString(value)}"]`;
}

function inMap<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** In quirks mode `#A` matches the id `a` as well. */
function keyOf(element: Element, name: string, value: string): string {
  const key = name === 'id' ? `#${value}` : `${tagOf(element)} ${name} ${value}`;
  return document.compatMode === 'BackCompat' ? key.toLowerCase() : key;
}

function placesOf(parent: ParentNode): Map<Element, number> {
  const counts = new Map<string, number>();
  const places = new Map<Element, number>();
  for (let child = parent.firstElementChild; child; child = child.nextElementSibling) {
    const tag = tagOf(child);
    add(counts, tag);
    places.set(child, counts.get(tag) ?? 1);
  }
  return places;
}

/** CSS strings end at a newline, unlike those of HTML attributes. */
function cssString(value: string): string {
  return value
    .replace(/["\\]/g, '\\$&')
    .replace(/[\n\r\f]/g, (char) => `\\${char.charCodeAt(0).toString(16)} `);
}
