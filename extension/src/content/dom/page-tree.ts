import { nameOf, roleOf } from './accessible.ts';
import { isActionable, isEditable, isField } from './actionable.ts';
import { canBeSeen } from './can-be-seen.ts';
import { DEEPEST, isSubtreeHidden } from './composed-elements.ts';
import { heldValue } from './control-value.ts';
import { attributeOf, tagOf } from './element-facts.ts';
import { flagsOf, isSummary, shortUrl } from './node-facts.ts';
import { ownedElements } from './owned-elements.ts';
import { renderedChildren } from './rendered-children.ts';
import type { TreeChild, TreeNode } from './tree-node.ts';
import { isVisible } from './visible.ts';

/** Roles that say nothing by themselves: what is inside stands for itself. */
const MEANINGLESS = new Set(
  'paragraph rowgroup strong emphasis insertion deletion subscript superscript mark time term definition caption legend text document application graphics-document graphics-object graphics-symbol'.split(
    ' ',
  ),
);
/** Worth a line only if they have a name. */
const ONLY_IF_NAMED = new Set(['group', 'img', 'figure', 'note', 'status', 'log', 'image', 'form', 'region']);
/** Named by what they contain: their text is their name and need not be said again. */
const NAMED_BY_CONTENT = new Set(
  'button checkbox heading link menuitem menuitemcheckbox menuitemradio option radio summary switch tab tooltip'.split(
    ' ',
  ),
);
/** Named by what they contain only for machines that read them aloud cell by cell. */
const SPEAKS_BY_CHILDREN = new Set([
  'row',
  'cell',
  'gridcell',
  'columnheader',
  'rowheader',
  'listitem',
  'treeitem',
]);

export interface TreeOptions {
  interactiveOnly: boolean;
}

/** Builds the tree of what a page says and offers. It changes nothing and looks at every node once. */
export class PageTree {
  readonly #owned = ownedElements(document);
  // Chrome makes a new text of it at each call.
  readonly #origin = location.origin;
  readonly #options: TreeOptions;
  #depth = 0;

  constructor(options: TreeOptions) {
    this.#options = options;
  }

  of(root: Element): TreeChild[] {
    return this.#element(root, '');
  }

  #element(element: Element, saidBefore: string): TreeChild[] {
    if (isSubtreeHidden(element) || attributeOf(element, 'aria-hidden') === 'true') return [];
    if (this.#depth >= DEEPEST) return [];
    this.#depth += 1;
    const tag = tagOf(element);
    const children =
      tag === 'br'
        ? [' ']
        : tag === 'iframe' || tag === 'frame'
          ? frameNode(element)
          : this.#described(element, saidBefore);
    this.#depth -= 1;
    return children;
  }

  #described(element: Element, saidBefore: string): TreeChild[] {
    const node = this.#nodeOf(element);
    if (node === 'nothing') return [];
    if (node === 'meaningless') return this.#lifted(element, saidBefore);
    node.children = this.#childrenOf(element, node.role, node.name);
    // What stands right above it need not be said again.
    if (node.name === saidBefore) node.name = '';
    return [node];
  }

  /** What the element itself says, without what is inside it. */
  #nodeOf(element: Element): TreeNode | 'meaningless' | 'nothing' {
    try {
      const role = isSummary(element) ? 'summary' : roleOf(element);
      const actionable = isActionable(element, role) && canBeSeen(element, role);
      if (!actionable && isField(element, role)) return 'nothing';
      if (!actionable && (role === '' || MEANINGLESS.has(role))) return 'meaningless';
      const name = this.#nameOf(element, role);
      if (!actionable && name === '' && ONLY_IF_NAMED.has(role)) return 'meaningless';
      const node: TreeNode = { role: role || 'clickable', name, flags: flagsOf(element, role), children: [] };
      const value = isField(element, role) ? heldValue(element) : undefined;
      if (value !== undefined) node.value = value;
      const url = role === 'link' ? shortUrl(element, this.#origin) : undefined;
      if (url !== undefined) node.url = url;
      if (actionable) node.element = element;
      return node;
    } catch {
      // A form whose fields stand in the way of its own properties: what is inside can be read all the same.
      return 'meaningless';
    }
  }

  #nameOf(element: Element, role: string): string {
    return SPEAKS_BY_CHILDREN.has(role)
      ? (attributeOf(element, 'aria-label')?.trim() ?? '')
      : nameOf(element);
  }

  #childrenOf(element: Element, role: string, name: string): TreeChild[] {
    // A native field says what it holds; what is drawn inside it is the browser's.
    if (role === 'img' || isNativeField(element) || isEditable(element)) return [];
    const children = this.#within(element, name);
    if (!NAMED_BY_CONTENT.has(role)) {
      return children.filter((child) => typeof child !== 'string' || name === '' || child.trim() !== name);
    }
    // Its text is its name, unless the author has given it another: then both count.
    const isNamedByAuthor = ['aria-label', 'aria-labelledby'].some(
      (given) => attributeOf(element, given) !== null,
    );
    return children.filter((child) =>
      typeof child === 'string' ? isNamedByAuthor && !isPartOf(child, name) : isTold(child),
    );
  }

  #within(element: Element, saidBefore: string): TreeChild[] {
    const inside: TreeChild[] = [];
    for (const child of renderedChildren(element)) {
      if (child instanceof Text) {
        if (!this.#options.interactiveOnly && isSeen(child)) inside.push(child.data);
      } else if (child instanceof Element && !this.#owned.isElsewhere(child)) {
        inside.push(...this.#element(child, saidBefore));
      }
    }
    for (const child of this.#owned.of(element)) inside.push(...this.#element(child, saidBefore));
    return inside;
  }

  /** The element says nothing itself. Blocks stand apart from the text around them. */
  #lifted(element: Element, saidBefore: string): TreeChild[] {
    const inside = this.#within(element, saidBefore);
    if (labelsShownControl(element)) return inside.filter((child) => typeof child !== 'string');
    const isInline = getComputedStyle(element).display.startsWith('inline');
    return isInline ? inside : [' ', ...inside, ' '];
  }
}

function isSeen(text: Text): boolean {
  const parent = text.parentElement;
  // What has no box of its own (`display: contents`) is seen all the same.
  return !parent || isVisible(parent) || getComputedStyle(parent).visibility === 'visible';
}

function isNativeField(element: Element): boolean {
  return ['input', 'select', 'textarea'].includes(tagOf(element));
}

function isTold(node: TreeNode): boolean {
  return (
    node.element !== undefined || node.children.some((child) => typeof child !== 'string' && isTold(child))
  );
}

function isPartOf(text: string, name: string): boolean {
  return name.includes(text.replace(/\s+/g, ' ').trim());
}

/** Its text is the name of the control beside it. */
function labelsShownControl(element: Element): boolean {
  return element instanceof HTMLLabelElement && element.control !== null;
}

function frameNode(element: Element): TreeChild[] {
  const { width, height } = element.getBoundingClientRect();
  if (width <= 1 || height <= 1) return [];
  const source = attributeOf(element, 'src');
  const url = source === null ? 'about:srcdoc' : new URL(source, document.baseURI).href;
  const size = `${Math.round(width)}x${Math.round(height)}`;
  return [{ role: 'iframe', name: nameOf(element), flags: [size], url, children: [] }];
}
