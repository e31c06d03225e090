import { withoutIcons } from '../accessibility/private-use.ts';
import { isWithoutAttributes, tagOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';
import { renderedContent } from '../dom/rendered-children.ts';
import { isRendered } from '../visibility/shown.ts';
import { TextLines, type WhiteSpace } from './text-lines.ts';

/** Their children are no text of the page: code, values of fields, or what old browsers would show instead. */
const SKIPPED = new Set(
  'script style noscript template head title textarea input datalist iframe object video audio canvas desc metadata defs'.split(
    ' ',
  ),
);

const INLINE = /^(?:inline|contents|ruby|none)/;

interface Frame {
  children: ReadonlyArray<Node | string>;
  next: number;
  /** Asked only where there is text. */
  style: CSSStyleDeclaration;
  leave: () => void;
}

/**
 * The text that a person sees, in the order of the page. Goes over every node once and changes none. It ends early
 * once a node takes more than is left.
 */
export function visibleText(root: Element, hasEnough?: (node: Node | string) => boolean): string {
  const lines = new TextLines();
  if (!isRendered(root)) return '';
  const stack: Frame[] = [];
  let lists = 0;

  const enter = (element: Element, isRoot: boolean) => {
    const tag = tagOf(element);
    if (SKIPPED.has(tag)) return;
    const style = getComputedStyle(element);
    // Chrome makes a new text of it at each call.
    const { display } = style;
    if (display === 'none') return;
    // Nobody hides what is in an element so without a word in it.
    if (!isWithoutAttributes(element) && style.contentVisibility === 'hidden') return;
    // False without a box (`display: contents` has none) and inside what `content-visibility` skips.
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

function writeText(text: string, style: CSSStyleDeclaration, lines: TextLines): void {
  const words = withoutIcons(text);
  if (words !== '' && style.visibility === 'visible') lines.text(words, whiteSpaceIn(words, style));
}

/** A text without white space to speak of is the same however that is dealt with. */
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

/** Buttons stand apart on the screen even where the source has no space between them. */
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
