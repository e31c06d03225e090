import { attributeOf, rootOf, tagOf } from '../dom/element-facts.ts';
import type { KnownElement } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';
import { renderedChildren } from '../dom/rendered-children.ts';
import { CHARS_PER_STEP, MOST_STEPS_OF_NAME, noteCutName, spend } from '../reading/read-work.ts';
import { labelsOf } from './quick-labels.ts';

/** Counting a node costs this much less than examining it for a name. */
const COUNTED_PER_STEP = 20;
const CHARS_PER_REFERENCE = 10;
const LONGEST_REFERENCES = 20_000;

/** The child that names its parent, for elements that have one. */
const NAMING_PART = new Map([
  ['fieldset', 'legend'],
  ['figure', 'figcaption'],
  ['table', 'caption'],
  ['svg', 'title'],
]);
const LABELLED = new Set('button input meter output progress select textarea'.split(' '));
/** Parts of an element that add no words to its name. */
const APART = new Set('article dialog grid group listbox menu menubar tree treegrid'.split(' '));
const SPOKEN = ['aria-label', 'title', 'alt', 'placeholder', 'value'];

/** Whether the name would take more work than one name, or this read, may take. In that case it is left out. */
export function isTooMuchToName(it: KnownElement, byContent: boolean): boolean {
  const isOver = !spend(0) || !isAffordable(stepsFor(it.element, byContent));
  if (!isOver) return false;
  if (!it.isCut) noteCutName();
  it.isCut = true;
  return true;
}

function isAffordable(steps: number): boolean {
  if (steps <= MOST_STEPS_OF_NAME) return spend(steps);
  spend(steps / COUNTED_PER_STEP);
  return false;
}

/** The nodes that are read for the name of an element. */
export function sourcesOfName(element: Element, byContent: boolean): Element[] {
  const part = NAMING_PART.get(tagOf(element));
  const naming = part === undefined ? null : own.querySelector(element, `:scope > ${part}`);
  return [...(byContent ? [element] : naming ? [naming] : []), ...referencesOf(element)];
}

/** The elements that name this one by their ids, and its labels. */
function referencesOf(element: Element): Element[] {
  return [
    ...referenced(element, 'aria-labelledby'),
    ...(LABELLED.has(tagOf(element)) ? labelsOf(element) : []),
  ];
}

export function referenced(element: Element, attribute: string): Element[] {
  const ids = attributeOf(element, attribute)?.slice(0, LONGEST_REFERENCES);
  const root = ids ? rootOf(element) : null;
  if (!ids || !(root instanceof Document || root instanceof ShadowRoot)) return [];
  const found = ids.split(/\s+/).map((id) => (id === '' ? null : own.getElementById(root, id)));
  return found.filter((one) => one !== null);
}

/**
 * At least as many steps as the name takes, counted level by level: rules that look down from every node, and
 * recursion, also cost by depth.
 */
function stepsFor(element: Element, byContent: boolean): number {
  let steps = ownSteps(element);
  const seen = new Set<Node>();
  let level: Node[] = sourcesOfName(element, byContent);
  for (let depth = 1; level.length > 0; depth += 1) {
    const below: Node[] = [];
    for (const node of level) {
      if (seen.has(node)) continue;
      seen.add(node);
      const inside = node instanceof Element ? insideOf(node) : [];
      steps += depth + ownSteps(node);
      if (steps + inside.length > MOST_STEPS_OF_NAME) return steps + inside.length;
      for (const inner of inside) below.push(inner);
    }
    level = below;
  }
  return steps;
}

function insideOf(element: Element): Node[] {
  const references = referencesOf(element);
  if (APART.has(attributeOf(element, 'role') ?? '')) return references;
  return [...renderedChildren(element), ...references, ...referenced(element, 'aria-owns')];
}

/** For the words of a text, or for the words and references in an element's attributes. */
function ownSteps(node: Node): number {
  if (node instanceof Text) return node.length / CHARS_PER_STEP;
  if (!(node instanceof Element && own.hasAttributes(node))) return 0;
  let chars = 0;
  for (const name of SPOKEN) chars += attributeOf(node, name)?.length ?? 0;
  // Each id is looked up in the page.
  const references = attributeOf(node, 'aria-labelledby')?.length ?? 0;
  return chars / CHARS_PER_STEP + references / CHARS_PER_REFERENCE;
}
