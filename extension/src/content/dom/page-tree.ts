import { nameOf, roleOf } from './accessible.ts';
import { isActionable, isEditable, isField } from './actionable.ts';
import { canBeSeen } from './can-be-seen.ts';
import { DEEPEST, isSubtreeHidden, NEVER_SHOWN } from './composed-elements.ts';
import { heldValue } from './control-value.ts';
import { attributeOf, isWithoutAttributes, tagOf } from './element-facts.ts';
import { flagsOf, isFocused, isSummary, shortUrl } from './node-facts.ts';
import { ownedElements } from './owned-elements.ts';
import { plainRole } from './plain-role.ts';
import { isQuiet } from './quiet.ts';
import { renderedContent } from './rendered-children.ts';
import { type TreeChild, type TreeNode, treeNode } from './tree-node.ts';
import { isVisible } from './visible.ts';

/** Roles that say nothing by themselves: what is inside stands for itself. */
const MEANINGLESS = new Set(
  'paragraph rowgroup strong emphasis insertion deletion subscript superscript mark time term definition caption legend text document application graphics-document graphics-object graphics-symbol'.split(
    ' ',
  ),
);
const MEANINGLESS_TAGS = new Set('div span p b i u em strong small tbody label'.split(' '));
/** Their parts say what they say. */
const STRUCTURE_TAGS = new Set('ul ol li tr td'.split(' '));
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

/** Meaningless: what is inside stands for it. */
type Found = TreeNode | 'meaningless' | 'nothing';
type Inside = ReturnType<typeof renderedContent>;

const NO_FLAGS: readonly string[] = [];

export interface TreeOptions {
  interactiveOnly: boolean;
}

/** Builds the tree of what a page says and offers. It changes nothing and looks at every node once. */
export class PageTree {
  readonly #owned = ownedElements(document);
  readonly #options: TreeOptions;
  #depth = 0;
  /** How many elements around the one that is looked at might disable what is in them. */
  #disablers = 0;

  constructor(options: TreeOptions) {
    this.#options = options;
  }

  of(root: Element): TreeChild[] {
    const children: TreeChild[] = [];
    // What is around a part of the page, or around what is owned from elsewhere, is not walked over, and might disable it.
    this.#disablers = root === document.body && !this.#owned ? 0 : 1;
    this.#add(root, '', children);
    return children;
  }

  /** Adds what the element says to what is said so far. */
  #add(element: Element, saidBefore: string, said: TreeChild[]): void {
    const tag = tagOf(element);
    if (NEVER_SHOWN.has(tag)) return;
    const inside = renderedContent(element, tag);
    const isPlain = isWithoutAttributes(element);
    if (isSubtreeHidden(element, isPlain, inside) || this.#depth >= DEEPEST) return;
    const saysMore = !isPlain && !isQuiet(element);
    if (saysMore && attributeOf(element, 'aria-hidden') === 'true') return;
    const mayDisable = saysMore && attributeOf(element, 'aria-disabled') !== null;
    this.#depth += 1;
    if (mayDisable) this.#disablers += 1;
    if (tag === 'br') said.push(' ');
    else if (tag === 'iframe' || tag === 'frame') said.push(...frameNode(element));
    else {
      const node = (isPlain ? this.#plainNode(element, tag) : undefined) ?? this.#nodeOf(element, tag);
      this.#addNode(node, element, inside, saidBefore, said);
    }
    if (mayDisable) this.#disablers -= 1;
    this.#depth -= 1;
  }

  #addNode(node: Found, element: Element, inside: Inside, saidBefore: string, said: TreeChild[]): void {
    if (node === 'meaningless') this.#addLifted(element, inside, saidBefore, said);
    if (typeof node === 'string') return;
    node.children = this.#childrenOf(element, inside, node);
    // What stands right above it need not be said again.
    if (node.name === saidBefore) node.name = '';
    said.push(node);
  }

  /** What an element without attributes says by its tag alone, as most of most pages do; all else is looked into. */
  #plainNode(element: Element, tag: string): Found | undefined {
    if (MEANINGLESS_TAGS.has(tag)) return 'meaningless';
    const role = STRUCTURE_TAGS.has(tag) ? plainRole(element, tag) : undefined;
    if (!role) return undefined;
    const mayHaveState = this.#disablers > 0 || isFocused(element);
    return treeNode(role, {
      flags: mayHaveState ? flagsOf(element, role, tag, this.#disablers > 0) : NO_FLAGS,
    });
  }

  /** What the element itself says, without what is inside it. */
  #nodeOf(element: Element, tag: string): Found {
    try {
      const role = isSummary(element, tag) ? 'summary' : roleOf(element);
      const isHolder = isField(element, role, tag);
      const actionable = isActionable(element, role, tag) && canBeSeen(element, role, isHolder);
      if (!actionable && isHolder) return 'nothing';
      if (!actionable && (role === '' || MEANINGLESS.has(role))) return 'meaningless';
      const name = this.#nameOf(element, role);
      if (!actionable && name === '' && ONLY_IF_NAMED.has(role)) return 'meaningless';
      return treeNode(role || 'clickable', {
        name,
        flags: flagsOf(element, role, tag, this.#disablers > 0),
        value: isHolder ? heldValue(element) : undefined,
        url: role === 'link' ? shortUrl(element) : undefined,
        element: actionable ? element : undefined,
      });
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

  #childrenOf(element: Element, inside: Inside, { role, name }: TreeNode): TreeChild[] {
    // Its text is its name, and all that is in it.
    if (typeof inside === 'string' && inside.trim() === name && !this.#owned) return [];
    // A native field says what it holds; what is drawn inside it is the browser's.
    if (role === 'img' || isNativeField(element) || isEditable(element)) return [];
    const children: TreeChild[] = [];
    this.#addInside(element, inside, name, children);
    if (NAMED_BY_CONTENT.has(role)) {
      // Its text is its name, unless the author has given it another: then both count.
      const isNamedByAuthor =
        !isQuiet(element) &&
        (attributeOf(element, 'aria-label') !== null || attributeOf(element, 'aria-labelledby') !== null);
      return children.filter((child) =>
        typeof child === 'string' ? isNamedByAuthor && !isPartOf(child, name) : isTold(child),
      );
    }
    if (name === '') return children;
    return children.filter((child) => typeof child !== 'string' || child.trim() !== name);
  }

  #addInside(element: Element, inside: Inside, saidBefore: string, said: TreeChild[]): void {
    const isSeen = !this.#options.interactiveOnly && inside.length > 0 && showsText(element);
    if (typeof inside === 'string') {
      if (isSeen) said.push(inside);
    } else {
      for (const child of inside) {
        if (child instanceof Text) {
          if (isSeen) said.push(child.data);
        } else if (child instanceof Element && !this.#owned?.isElsewhere(child)) {
          this.#add(child, saidBefore, said);
        }
      }
    }
    if (!this.#owned) return;
    for (const child of this.#owned.of(element)) this.#add(child, saidBefore, said);
  }

  /** The element says nothing itself. Blocks stand apart from the text around them. */
  #addLifted(element: Element, inside: Inside, saidBefore: string, said: TreeChild[]): void {
    const from = said.length;
    this.#addInside(element, inside, saidBefore, said);
    if (labelsShownControl(element)) {
      said.push(...said.splice(from).filter((child) => typeof child !== 'string'));
    } else if (!standsApart(said, from) && !getComputedStyle(element).display.startsWith('inline')) {
      said.splice(from, 0, ' ');
      said.push(' ');
    }
  }
}

/** Whether nothing said from there on could run into the text around it: then nobody asks whether it is a block. */
function standsApart(said: TreeChild[], from: number): boolean {
  const first = said[from];
  const last = said.at(-1);
  return (
    first !== undefined &&
    last !== undefined &&
    (typeof first !== 'string' || /^\s/.test(first)) &&
    (typeof last !== 'string' || /\s$/.test(last))
  );
}

/** What has no box of its own (`display: contents`) shows its text all the same. */
function showsText(element: Element): boolean {
  return isVisible(element) || getComputedStyle(element).visibility === 'visible';
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
  return [treeNode('iframe', { name: nameOf(element), flags: [size], url })];
}
