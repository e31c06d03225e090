import { withoutIcons } from '../accessibility/private-use.ts';
import { isWithoutAttributes, tagOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';
import { renderedContent } from '../dom/rendered-children.ts';
import { isRendered } from '../visibility/shown.ts';
import { TextLines, type WhiteSpace } from './text-lines.ts';

/** Their children are not text of the page, but code, values of fields, or fallbacks for old browsers. */
const SKIPPED = new Set(
  'script style noscript template head title textarea input datalist iframe object video audio canvas desc metadata defs'.split(
    ' ',
  ),
);

const INLINE = /^(?:inline|contents|ruby|none)/;

interface Frame {
  children: ReadonlyArray<Node | string>;
  next: number;
  /** Checked only where there is text. */
  style: CSSStyleDeclaration;
  leave: () => void;
}

/**
 * The text that a person sees, in page order. Visits every node once and changes none. Stops early once a node needs
 * more work than is left. Writes the mark, if there is one, in place of an element that is not text of the page.
 */
export function visibleText(
  root: Element,
  hasEnough?: (node: Node | string) => boolean,
  markOf?: (element: Element) => string | undefined,
): string {
  const lines = new TextLines();
  if (!isRendered(root)) return '';
  const stack: Frame[] = [];
  let lists = 0;

  const enter = (element: Element, isRoot: boolean) => {
    const tag = tagOf(element);
    if (SKIPPED.has(tag)) return markOf && writeMark(markOf(element), lines);
    const style = getComputedStyle(element);
    // Chrome builds a new string at each call.
    const { display } = style;
    if (display === 'none') return;
    // Hiding content this way always takes an attribute on the element.
    if (!isWithoutAttributes(element) && style.contentVisibility === 'hidden') return;
    // False for an element without a box (such as `display: contents`) and for content that `content-visibility` skips.
    if (!isRoot && display !== 'contents' && !own.checkVisibility(element)) return;
    if (element instanceof HTMLSelectElement && !isOpenList(element))
      return shownOption(element, style, lines);
    const isList = tag === 'ul' || tag === 'ol';
    if (isList) lists += 1;
    openBox(element, display, lines, lists);
    const inside = renderedContent(element, tag);
    stack.push({
      children: typeof inside === 'string' ? [inside] : inside,
      next: 0,
      style,
      leave: () => {
        closeBox(element, display, lines);
        if (isList) lists -= 1;
      },
    });
  };

  enter(root, true);
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const child = frame.children[frame.next];
    frame.next += 1;
    if (child !== undefined && hasEnough?.(child)) break;
    if (child === undefined) {
      frame.leave();
      stack.pop();
    } else if (typeof child === 'string') {
      writeText(child, frame.style, lines);
    } else if (child instanceof Text) {
      writeText(child.data, frame.style, lines);
    } else if (child instanceof Element) {
      enter(child, false);
    }
  }
  return lines.toString();
}

/** On a line of its own. */
function writeMark(mark: string | undefined, lines: TextLines): void {
  if (mark === undefined) return;
  lines.blockEdge();
  lines.text(mark, 'collapse');
  lines.blockEdge();
}

function writeText(text: string, style: CSSStyleDeclaration, lines: TextLines): void {
  const words = withoutIcons(text);
  if (words !== '' && style.visibility === 'visible') lines.text(words, whiteSpaceIn(words, style));
}

/** A text with hardly any white space stays the same under every white-space rule. */
function whiteSpaceIn(text: string, style: CSSStyleDeclaration): WhiteSpace {
  return /[^\S ]|^ | $| {2}/.test(text) ? whiteSpaceOf(style.whiteSpaceCollapse) : 'collapse';
}

function openBox(element: Element, display: string, lines: TextLines, lists: number): void {
  if (own.localName(element) === 'br') lines.hardBreak();
  else if (own.localName(element) === 'li') lines.listItem(Math.max(0, lists - 1));
  else if (display === 'table-cell') {
    if (own.previousElementSibling(element)) lines.nextCell();
  } else if (display === 'table-row') lines.rowEdge();
  else if (isWidget(element)) lines.wordEdge();
  else if (isBlock(element, display)) lines.blockEdge();
}

function closeBox(element: Element, display: string, lines: TextLines): void {
  if (own.localName(element) === 'li') lines.endListItem();
  else if (display === 'table-row') lines.rowEdge();
  else if (isWidget(element)) lines.wordEdge();
  else if (display !== 'table-cell' && isBlock(element, display)) lines.blockEdge();
}

function isBlock(element: Element, display: string): boolean {
  return !INLINE.test(display) || own.localName(element) === 'hr' || element instanceof SVGTextElement;
}

/** Buttons are apart on the screen even where the source has no space between them. */
function isWidget(element: Element): boolean {
  return own.localName(element) === 'button' || own.localName(element) === 'select';
}

function isOpenList(select: HTMLSelectElement): boolean {
  return select.multiple || select.size > 1;
}

/** A closed select shows one of its options. */
function shownOption(select: HTMLSelectElement, style: CSSStyleDeclaration, lines: TextLines): void {
  const option = select.selectedOptions[0];
  if (!option || style.visibility !== 'visible') return;
  lines.wordEdge();
  lines.text(option.label, 'collapse');
  lines.wordEdge();
}

function whiteSpaceOf(collapse: string): WhiteSpace {
  if (collapse === 'preserve' || collapse === 'break-spaces') return 'preserve';
  return collapse === 'preserve-breaks' ? 'preserve-breaks' : 'collapse';
}
