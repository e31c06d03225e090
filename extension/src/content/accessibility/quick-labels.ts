import { tagOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';

type Root = Document | ShadowRoot;

/** The elements that a label can be for. */
const LABELABLE = [
  HTMLButtonElement,
  HTMLInputElement,
  HTMLMeterElement,
  HTMLOutputElement,
  HTMLProgressElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
];

type LabelsByField = Map<Element, HTMLLabelElement[]>;

let found: Map<Root, LabelsByField> | undefined;

/**
 * Runs a read in which one walk over the labels of a root answers `labels`. Chrome's own version walks the whole
 * document for each field: with 2,000 fields among 20,000 elements, the first read of their names took five seconds.
 */
export function withQuickLabels<T>(read: () => T): T {
  quickenOnce();
  const before = found;
  found = before ?? new Map();
  try {
    return read();
  } finally {
    found = before;
  }
}

/** The labels of a field, or of a component that acts as one. Empty for any other element. */
export function labelsOf(element: Element): HTMLLabelElement[] {
  // Only the component itself can ask Chrome for them.
  if (tagOf(element).includes('-')) return labelsAround(element) ?? [];
  const labels: unknown = 'labels' in element ? element.labels : null;
  // From the walk below, or Chrome's own. A form's field of that name is neither.
  if (Array.isArray(labels)) return labels;
  const all: Node[] = labels instanceof NodeList ? [...labels] : [];
  return all.filter((label) => label instanceof HTMLLabelElement);
}

let isQuick = false;

/**
 * Set on the prototypes of this script's world, which the page does not see. Set only once, because V8 then discards
 * its optimizations.
 */
function quickenOnce(): void {
  if (isQuick) return;
  isQuick = true;
  for (const { prototype } of LABELABLE) quicken(prototype);
}

function quicken(prototype: object): void {
  const slow = Object.getOwnPropertyDescriptor(prototype, 'labels');
  if (!slow?.get) return;
  const { get } = slow;
  Object.defineProperty(prototype, 'labels', {
    ...slow,
    get(this: Element) {
      if (!found || (this instanceof HTMLInputElement && this.type === 'hidden')) return get.call(this);
      return labelsAround(this) ?? get.call(this);
    },
  });
}

/** Found by a walk over all labels of its root. Undefined for an element outside any page. */
function labelsAround(element: Element): HTMLLabelElement[] | undefined {
  const root = own.getRootNode(element);
  if (!(root instanceof Document || root instanceof ShadowRoot)) return undefined;
  const labels = found?.get(root) ?? labelsIn(root);
  found?.set(root, labels);
  return labels.get(element) ?? [];
}

function labelsIn(root: Root): LabelsByField {
  const labels: LabelsByField = new Map();
  for (const label of own.querySelectorAll(root, 'label')) {
    if (!(label instanceof HTMLLabelElement && label.control)) continue;
    const { control } = label;
    const known = labels.get(control);
    if (known) known.push(label);
    else labels.set(control, [label]);
  }
  return labels;
}
