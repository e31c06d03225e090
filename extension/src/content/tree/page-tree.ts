import { knownName, knownRole } from '../accessibility/accessible.ts';
import { type OwnedElements, ownedElements } from '../accessibility/owned-elements.ts';
import { plainRole } from '../accessibility/plain-role.ts';
import { DEEPEST, isSubtreeHidden, NEVER_SHOWN } from '../dom/composed-elements.ts';
import { attributeOf } from '../dom/element-facts.ts';
import { type KnownElement, known } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';
import { renderedContent } from '../dom/rendered-children.ts';
import { isFileField } from '../files/file-field.ts';
import { frameNode, isFrame } from '../frames/found-frames.ts';
import { isActionable, isEditable, isField } from '../gestures/actionable.ts';
import { noteCutBranch } from '../reading/read-work.ts';
import { canBeSeen } from '../visibility/can-be-seen.ts';
import { heldValue } from '../writing/control-value.ts';
import { flagsOf, isSummary, labelsShownControl, shortUrl } from './node-facts.ts';
import { isTold, isWhiteSpace, type TreeChild, type TreeNode, treeNode } from './tree-node.ts';
import { uploadNode, uploadNodes } from './upload-node.ts';

/** Roles without a meaning of their own: their content replaces them. */
const MEANINGLESS = new Set(
  'paragraph rowgroup strong emphasis insertion deletion subscript superscript mark time term definition caption legend text document application graphics-document graphics-object graphics-symbol'.split(
    ' ',
  ),
);
const MEANINGLESS_TAGS = new Set('div span p b i u em strong small tbody label'.split(' '));
/** Their parts carry all their content. */
const STRUCTURE_TAGS = new Set('ul ol li tr td'.split(' '));
const FRAMES = new Set(['iframe', 'frame', 'object']);
const NATIVE_FIELDS = new Set(['input', 'select', 'textarea']);
/** Worth a line only if they have a name. */
const ONLY_IF_NAMED = new Set(['group', 'img', 'figure', 'note', 'status', 'log', 'image', 'form', 'region']);
/** Named by their content: their text is their name and need not be repeated. */
const NAMED_BY_CONTENT = new Set(
  'button checkbox heading link menuitem menuitemcheckbox menuitemradio option radio summary switch tab tooltip'.split(
    ' ',
  ),
);
/** Named by their content only for screen readers that read them cell by cell. */
const SPEAKS_BY_CHILDREN = new Set('row cell gridcell columnheader rowheader listitem treeitem'.split(' '));

/** The element means nothing, and its content replaces it. */
type Found = TreeNode | 'meaningless' | 'nothing';
type Inside = ReturnType<typeof renderedContent>;

export interface TreeOptions {
  interactiveOnly: boolean;
}

/** Builds the tree of a page's content and controls. It changes nothing and visits every node once. */
export class PageTree {
  #owned: OwnedElements | undefined;
  readonly #focused = own.activeElement(document);
  readonly #options: TreeOptions;
  #depth = 0;
  /** How many elements, from the current one upwards, might hide or disable their content. */
  #hiders = 0;
  #disablers = 0;

  constructor(options: TreeOptions) {
    this.#options = options;
  }

  of(root: Element): TreeChild[] {
    const children: TreeChild[] = [];
    const top = own.documentElement(document);
    this.#owned = ownedElements(root);
    // The walk does not cover the ancestors of a part of the page, or of an element that `aria-owns` moved.
    const isWalkedOver = root === own.body(document) && !this.#owned;
    this.#hiders = isWalkedOver && attributeOf(top, 'aria-hidden') === null ? 0 : 1;
    this.#disablers = isWalkedOver && attributeOf(top, 'aria-disabled') === null ? 0 : 1;
    this.#add(root, '', children);
    return children;
  }

  /** Adds the element's content to the output so far. */
  #add(element: Element, saidBefore: string, said: TreeChild[]): void {
    const it = known(element);
    if (NEVER_SHOWN.has(it.tag)) return;
    const inside = renderedContent(element, it.tag);
    if (isSubtreeHidden(it, inside)) {
      said.push(...uploadNodes(element));
      return;
    }
    if (this.#depth >= DEEPEST) {
      noteCutBranch();
      return;
    }
    const hidden = it.isQuiet ? null : attributeOf(element, 'aria-hidden');
    if (hidden === 'true') {
      said.push(...uploadNodes(element));
      return;
    }
    const hides = hidden === null ? 0 : 1;
    const disables = it.isQuiet || attributeOf(element, 'aria-disabled') === null ? 0 : 1;
    this.#depth += 1;
    this.#hiders += hides;
    this.#disablers += disables;
    this.#addShown(it, inside, saidBefore, said);
    this.#disablers -= disables;
    this.#hiders -= hides;
    this.#depth -= 1;
  }

  #addShown(it: KnownElement, inside: Inside, saidBefore: string, said: TreeChild[]): void {
    if (it.tag === 'br') said.push(' ');
    else if (FRAMES.has(it.tag) && isFrame(it.element)) said.push(...frameNode(it));
    else {
      const node = (it.isPlain ? this.#plainNode(it) : undefined) ?? this.#nodeOf(it);
      if (node === 'meaningless') this.#addLifted(it, inside, saidBefore, said);
      if (typeof node === 'string') return;
      node.children = this.#childrenOf(it, inside, node);
      // A popup that is not shown contains empty lists and menus.
      if (!it.isVisible && !node.control && node.children.every(isWhiteSpace) && !showsText(it)) return;
      // The line right above need not be repeated.
      if (node.name === saidBefore) node.name = '';
      said.push(node);
    }
  }

  /**
   * The meaning of an element without attributes, by its tag alone. Most elements of most pages are like this. All
   * others are examined.
   */
  #plainNode(it: KnownElement): Found | undefined {
    if (MEANINGLESS_TAGS.has(it.tag)) return 'meaningless';
    const role = STRUCTURE_TAGS.has(it.tag) ? plainRole(it) : undefined;
    if (!role) return undefined;
    const node = treeNode(role, it.element);
    if (this.#disablers > 0 || it.element === this.#focused) node.flags = this.#flagsOf(it, role);
    return node;
  }

  /** The facts of the element itself, without its content. */
  #nodeOf(it: KnownElement): Found {
    try {
      const { element } = it;
      const role = isSummary(it) ? 'summary' : knownRole(it);
      const isHolder = isField(it, role);
      if (isFileField(element)) return uploadNode(it, role);
      const actionable = isActionable(it, role) && canBeSeen(it, role, isHolder);
      if (!actionable && isHolder) return 'nothing';
      if (!actionable && (role === '' || MEANINGLESS.has(role))) return 'meaningless';
      const name = this.#nameOf(it, role);
      if (!actionable && name === '' && ONLY_IF_NAMED.has(role)) return 'meaningless';
      const node = treeNode(role || (isHolder && isEditable(element) ? 'textbox' : 'clickable'), element);
      node.name = name;
      node.flags = this.#flagsOf(it, role);
      if (isHolder) node.value = heldValue(element);
      if (role === 'link') node.url = shortUrl(element);
      if (actionable) node.control = it;
      return node;
    } catch {
      // A form whose fields shadow its own properties. Its content can still be read.
      return 'meaningless';
    }
  }

  #flagsOf(it: KnownElement, role: string): readonly string[] {
    return flagsOf(it, role, this.#disablers > 0);
  }

  #nameOf(it: KnownElement, role: string): string {
    if (!SPEAKS_BY_CHILDREN.has(role)) return knownName(it, this.#hiders > 0);
    return it.isQuiet ? '' : (attributeOf(it.element, 'aria-label')?.trim() ?? '');
  }

  #childrenOf(it: KnownElement, inside: Inside, { role, name }: TreeNode): TreeChild[] {
    // Its text is its name and its whole content.
    if (typeof inside === 'string' && inside.trim() === name && !this.#owned) return [];
    // A native field reports its own value. The browser draws the parts inside it.
    if (role === 'img' || NATIVE_FIELDS.has(it.tag) || (!it.isQuiet && isEditable(it.element))) return [];
    const children: TreeChild[] = [];
    this.#addInside(it, inside, name, children);
    if (NAMED_BY_CONTENT.has(role)) {
      // Its text is its name. If the author gave it another name, or the name was too much work, both count.
      const saysMore =
        it.isCut ||
        (!it.isQuiet &&
          (attributeOf(it.element, 'aria-label') !== null ||
            attributeOf(it.element, 'aria-labelledby') !== null));
      return children.filter((child) =>
        typeof child === 'string' ? saysMore && !isPartOf(child, name) : isTold(child),
      );
    }
    if (name === '') return children;
    return children.filter((child) => typeof child !== 'string' || !saysAgain(child, role, name));
  }

  #addInside(it: KnownElement, inside: Inside, saidBefore: string, said: TreeChild[]): void {
    const isSeen = !this.#options.interactiveOnly && inside.length > 0 && showsText(it);
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
    for (const child of this.#owned.of(it.element)) this.#add(child, saidBefore, said);
  }

  /** The element itself says nothing. Blocks are set apart from the text around them. */
  #addLifted(it: KnownElement, inside: Inside, saidBefore: string, said: TreeChild[]): void {
    const from = said.length;
    this.#addInside(it, inside, saidBefore, said);
    if (labelsShownControl(it)) {
      said.push(...said.splice(from).filter((child) => typeof child !== 'string'));
    } else if (!standsApart(said, from) && !getComputedStyle(it.element).display.startsWith('inline')) {
      said.splice(from, 0, ' ');
      said.push(' ');
    }
  }
}

/** Whether no output from there on could run into the text around it. If so, the block check is skipped. */
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

/** An element without a box of its own (`display: contents`) still shows its text. */
function showsText({ element, isVisible }: KnownElement): boolean {
  return isVisible || getComputedStyle(element).visibility === 'visible';
}

function isPartOf(text: string, name: string): boolean {
  return name.includes(text.replace(/\s+/g, ' ').trim());
}

/** The day of a calendar: "9" adds nothing to "March 9, 2026". */
function saysAgain(text: string, role: string, name: string): boolean {
  return role === 'clickable' ? isPartOf(text, name) : text.trim() === name;
}
