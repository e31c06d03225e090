import type { FrameInfo } from '@bproxy/shared';
import { cut } from '../../cut.ts';
import { withoutIcons } from '../accessibility/private-use.ts';
import { type TreeChild, type TreeNode, treeNode } from './tree-node.ts';

const LONGEST_NAME = 80;
const LONGEST_TEXT = 300;
const LONGEST_VALUE = 120;
/** Their only child goes on the same line. */
const JOINED = new Set(['listitem', 'cell', 'gridcell', 'columnheader', 'rowheader']);
const CELLS = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);

/** A line without its indentation. */
export interface TreeLine {
  text: string;
  depth: number;
  /** None for a text of the page. */
  element: Element | undefined;
}

export interface TreeText {
  lines: TreeLine[];
  /** Nodes that the depth limit cut off. */
  cut: number;
  frames: FrameLine[];
}

/** The line of a frame: its content belongs below it, at this level. */
export interface FrameLine {
  element: Element;
  line: number;
  indent: number;
}

/** One line per node: role, "name", states, value, handle. Each level is indented by one space. */
export function linesOf(children: TreeChild[], maxDepth: number): TreeText {
  const text: TreeText = { lines: [], cut: 0, frames: [] };
  write(tidy(children), 0, maxDepth, text);
  return text;
}

/** Only the nodes that can be acted on, and frames, as a flat list. */
export function flatLinesOf(
  children: TreeChild[],
  text: TreeText = { lines: [], cut: 0, frames: [] },
): TreeText {
  for (const child of tidy(children)) {
    if (typeof child === 'string') continue;
    if (child.control || child.frame || child.more) add({ ...child, line: lineOf(child) }, 0, text);
    flatLinesOf(child.children, text);
  }
  return text;
}

/** The line of a frame that is in no known place of the tree. */
export function lineOfFrame({ frame, url, width, height }: FrameInfo): TreeLine {
  const node = { ...treeNode('iframe'), flags: [`${width}x${height}`], url };
  const text = lineOf(frame ? { ...node, frame: { name: frame } } : node);
  return { text, depth: 0, element: undefined };
}

function add({ line, frame, element }: Head, depth: number, { lines, frames }: TreeText): void {
  if (frame?.element) frames.push({ element: frame.element, line: lines.length, indent: depth + 1 });
  lines.push({ text: line, depth, element });
}

function write(children: TreeChild[], depth: number, maxDepth: number, text: TreeText): void {
  for (const child of children) {
    if (depth >= maxDepth) {
      text.cut += 1;
      continue;
    }
    const head = headOf(child);
    add(head, depth, text);
    write(head.below, depth + 1, maxDepth, text);
  }
}

/** A line, and the element or the frame that it is for. */
interface Head extends Partial<Pick<TreeNode, 'element' | 'frame'>> {
  line: string;
}

/** The line of a child, and what is below it. */
function headOf(child: TreeChild): Head & { below: TreeChild[] } {
  if (typeof child === 'string') return { line: quoted(child, LONGEST_TEXT), below: [] };
  const { element, frame } = child;
  const below = tidy(child.children);
  const cells = child.role === 'row' ? plainCells(below) : undefined;
  if (cells) return { line: `${lineOf(child)} ${cells}`, below: [], element };
  const [only] = below;
  const isBare = child.name === '' && child.value === undefined && child.handle === undefined;
  if (only !== undefined && below.length === 1 && isBare && JOINED.has(child.role)) {
    const inner = headOf(only);
    return { ...inner, line: `${lineOf(child)} ${inner.line}`, element };
  }
  return { line: lineOf(child), below, frame, element };
}

/** The cells of a row that contain only text, on one line. */
function plainCells(cells: TreeChild[]): string | undefined {
  const texts: string[] = [];
  for (const cell of cells) {
    if (typeof cell === 'string' || !CELLS.has(cell.role) || cell.handle !== undefined) return undefined;
    const inside = tidy(cell.children);
    if (inside.some((child) => typeof child !== 'string')) return undefined;
    // In quotes: otherwise a page could write text that looks like a control and its handle.
    texts.push(quoted([cell.name, ...inside].join(' ').trim(), LONGEST_TEXT));
  }
  return texts.length > 0 ? texts.join(' | ') : undefined;
}

function lineOf(node: TreeNode): string {
  if (node.more !== undefined) return `… ${node.more} more rows like this`;
  let line = node.role === 'listitem' ? '-' : node.role;
  if (node.name !== '') line += ` ${quoted(node.name, LONGEST_NAME)}`;
  if (node.frame?.name !== undefined) line += ` ${node.frame.name}`;
  if (node.flags.length > 0) line += ` [${node.flags.join(' ')}]`;
  if (node.value !== undefined && node.value !== '') line += ` = ${quoted(node.value, LONGEST_VALUE)}`;
  if (node.url !== undefined) line += ` ${asOneWord(node.url)}`;
  if (node.handle !== undefined) line += ` [${node.handle}]`;
  return line;
}

/** Adjacent texts become one text. White space alone is dropped. */
function tidy(children: TreeChild[]): TreeChild[] {
  if (!children.some((child) => typeof child === 'string')) return children;
  const tidied: TreeChild[] = [];
  let text: string[] = [];
  const flush = () => {
    if (text.length === 0) return;
    const joined = withoutIcons(text.join(''));
    // Most of it is the white space between tags.
    if (/\S/.test(joined)) tidied.push(joined.replace(/\s+/g, ' ').trim());
    text = [];
  };
  for (const child of children) {
    if (typeof child === 'string') {
      text.push(child);
      continue;
    }
    flush();
    tidied.push(child);
  }
  flush();
  return tidied;
}

/** Some schemes leave blanks, quotes and brackets unescaped. With them, a URL could look like a handle. */
function asOneWord(url: string): string {
  return url.replace(/\s/g, '%20').replaceAll('"', '%22').replace(NO_HOST, '%5B');
}

/** A bracket that does not open an IPv6 address. */
const NO_HOST = /\[(?![\da-f:.]+\])/gi;

function quoted(text: string, longest: number): string {
  return JSON.stringify(cut(text, longest)).replace(LINE_ENDS, (char) => `\\u${hex(char)}`);
}

/** Characters that some readers take as line ends, and that JSON leaves unescaped. */
const LINE_ENDS = /[\u007f-\u009f\u2028\u2029]/g;

function hex(char: string): string {
  return char.charCodeAt(0).toString(16).padStart(4, '0');
}
