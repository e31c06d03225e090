import type { ElementTarget, IdentifiedElement, Named } from '@bproxy/shared';
import type { ElementFingerprint } from '../../content-messages.ts';
import { cut } from '../../cut.ts';
import { knownName, knownRole, nameOf, roleOf } from '../accessibility/accessible.ts';
import { attributeOf, isFirst, parentOf, rootOf, tagOf } from '../dom/element-facts.ts';
import type { KnownElement } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';
import { addOne } from './rows.ts';

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
/** Frameworks make long ones. Anything longer than this is not usable as a selector on a command line. */
const LONGEST_ID = 1_000;

/** A name for an element. */
interface Naming {
  attribute: string;
  value: string;
  /** Equal for all elements that its selector would match. */
  key: string;
}

interface Tag {
  selector: string;
  /** Whether no other element of the root has it. */
  isOnly: boolean;
}

/** Builds a selector, or a route through shadow roots, by which each element can be found again. */
export class ElementNames {
  readonly #roots = new Map<Root, NamesInRoot>();
  readonly #places = new Map<Element | Root, Map<Element, number>>();
  readonly #selectors = new Map<Element, string>();

  /** Null for an element that has left its document. */
  targetOf(element: Element): ElementTarget | null {
    const root = rootOf(element);
    if (root instanceof Document) return { selector: this.#selector(element, root) };
    if (!(root instanceof ShadowRoot)) return null;
    const hosts: Array<{ selector: string }> = [];
    for (let at: Node = root; at instanceof ShadowRoot; at = rootOf(at.host)) {
      const outer = rootOf(at.host);
      if (!(outer instanceof Document || outer instanceof ShadowRoot)) return null;
      hosts.unshift({ selector: this.#selector(at.host, outer) });
    }
    return { route: { hosts, target: this.#selector(element, root) } };
  }

  /**
   * A selector that matches only this element in its root: its own name, or steps down from an ancestor with a name.
   */
  #selector(element: Element, root: Root): string {
    const names = inMap(this.#roots, root, (of) => new NamesInRoot(of));
    const below: Element[] = [];
    let selector: string | undefined;
    for (let at: Element | null = element; at && selector === undefined; at = parentOf(at)) {
      selector = this.#selectors.get(at) ?? names.only(at);
      if (selector === undefined) below.push(at);
    }
    // Without a name on the way the steps begin at the top of the root, so nothing else matches.
    for (let at = below.pop(); at; at = below.pop()) {
      const step = this.#step(at, root, names);
      selector = selector === undefined ? step : `${selector} > ${step}`;
      this.#selectors.set(at, selector);
    }
    return selector ?? '';
  }

  #step(element: Element, root: Root, names: NamesInRoot): string {
    const parent = parentOf(element);
    const place = isFirst(element) ? 1 : (inMap(this.#places, parent ?? root, placesOf).get(element) ?? 1);
    const step = `${names.tag(tagOf(element)).selector}:nth-of-type(${place})`;
    return parent === null && root instanceof ShadowRoot ? `:host > ${step}` : step;
  }
}

/** The names of the elements of a root. One pass counts all possible names, so that naming thousands stays linear. */
class NamesInRoot {
  readonly #root: Root;
  readonly #given = new Map<Element, Naming[]>();
  readonly #counts = new Map<string, number>();
  readonly #tags = new Map<string, Tag>();

  /** Looks only at elements that have such attributes: most have none. */
  constructor(root: Root) {
    this.#root = root;
    for (const element of own.querySelectorAll(root, WITH_NAMES)) {
      const given = namingOf(element);
      this.#given.set(element, given);
      for (const { key } of given) addOne(this.#counts, key);
    }
  }

  /** A selector without steps that nothing else in the root matches. */
  only(element: Element): string | undefined {
    const naming = this.#given.get(element)?.find(({ key }) => this.#counts.get(key) === 1);
    const tag = this.tag(tagOf(element));
    if (naming) return selectorBy(tag, naming);
    return tag.isOnly ? tag.selector : undefined;
  }

  tag(name: string): Tag {
    return this.#tags.get(name) ?? this.#look(name);
  }

  #look(name: string): Tag {
    const selector = CSS.escape(name);
    const tag = { selector, isOnly: own.querySelectorAll(this.#root, selector).length === 1 };
    this.#tags.set(name, tag);
    return tag;
  }
}

export function fingerprintOf(it: KnownElement): ElementFingerprint {
  const role = knownRole(it);
  const name = knownName(it, true).slice(0, LONGEST_VALUE);
  if (it.isCut) return { tag: it.tag, isCut: true };
  const fingerprint: ElementFingerprint = { tag: it.tag };
  if (role) fingerprint.role = role;
  if (name) fingerprint.name = name;
  return fingerprint;
}

/** The names that its author gave the element, the best first. */
function namingOf(element: Element): Naming[] {
  return NAMING_ATTRIBUTES.flatMap((attribute) => {
    const value = attributeOf(element, attribute);
    if (!value || value.length > (attribute === 'id' ? LONGEST_ID : LONGEST_VALUE)) return [];
    return [{ attribute, value, key: keyOf(element, attribute, value) }];
  });
}

/** In quirks mode `#A` also matches the id `a`. */
function keyOf(element: Element, name: string, value: string): string {
  const key = name === 'id' ? `#${value}` : `${tagOf(element)} ${name} ${value}`;
  return own.compatMode(document) === 'BackCompat' ? key.toLowerCase() : key;
}

function selectorBy(tag: Tag, { attribute, value }: Naming): string {
  return attribute === 'id' ? `#${CSS.escape(value)}` : `${tag.selector}[${attribute}="${cssString(value)}"]`;
}

function inMap<K, V>(map: Map<K, V>, key: K, make: (key: K) => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  map.set(key, made);
  return made;
}

function placesOf(parent: Element | Root): Map<Element, number> {
  const counts = new Map<string, number>();
  const places = new Map<Element, number>();
  for (let child = own.firstElementChild(parent); child; child = own.nextElementSibling(child)) {
    places.set(child, addOne(counts, tagOf(child)));
  }
  return places;
}

/** CSS strings end at a newline, unlike HTML attributes. */
function cssString(value: string): string {
  return value
    .replace(/["\\]/g, '\\$&')
    .replace(/[\n\r\f]/g, (char) => `\\${char.charCodeAt(0).toString(16)} `);
}

const LONGEST_NAME = 80;

/** Its tag, role and name, and the target that a command can use for it. Undefined if it has left the page. */
export function identify(element: Element): IdentifiedElement | undefined {
  const target = new ElementNames().targetOf(element);
  if (!target) return undefined;
  return { ...named(element), ...target };
}

/** Its tag, role and name. */
export function named(element: Element): Named {
  const [role, name] = [roleOf(element), cut(nameOf(element), LONGEST_NAME)];
  return { tag: tagOf(element), ...(role ? { role } : {}), ...(name ? { name } : {}) };
}
