import type { Splice } from '../editor.ts';
import { at, isObject, listOf } from '../page-objects.ts';

/** A text or a line break, and its place in the text of all blocks. */
interface Piece {
  node: unknown;
  siblings: unknown[];
  block: unknown;
  from: number;
  to: number;
}

/** Replaces characters in the plain data of blocks, and keeps every other property of theirs. */
export function replaceIn(blocks: unknown[], { from, to, text }: Splice, asParagraphs: boolean): void {
  const starts = startsOf(blocks);
  const blockAt = (offset: number) => starts.findLastIndex((start) => start <= offset);
  const [first, last] = [blockAt(from), blockAt(to)];
  const pieces = piecesOf(blocks);
  const piece = pieceFor(pieces, from, to, blocks[first]);
  for (const each of pieces.toReversed()) cutFrom(each, from, to);
  const children = listOf(at(blocks[first], 'children'));
  if (last > first) {
    for (const block of blocks.slice(first + 1, last + 1)) children.push(...listOf(at(block, 'children')));
    blocks.splice(first + 1, last - first);
  }
  const into = piece ?? newPiece(children, blocks[first], from);
  insert(blocks, into, from - into.from, text.split('\n'), asParagraphs);
  for (const block of blocks) dropEmpty(block);
}

function startsOf(blocks: unknown[]): number[] {
  let start = 0;
  return blocks.map((block) => {
    const here = start;
    start += lengthOf(block) + 1;
    return here;
  });
}

function lengthOf(node: unknown): number {
  if (isBreak(node)) return 1;
  const text = at(node, 'text');
  if (typeof text === 'string') return text.length;
  return listOf(at(node, 'children')).reduce<number>((sum, child) => sum + lengthOf(child), 0);
}

const isBreak = (node: unknown) => at(node, 'type') === 'linebreak';
const isText = (node: unknown) => typeof at(node, 'text') === 'string';

function piecesOf(blocks: unknown[]): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const visit = (siblings: unknown[], block: unknown): void => {
    for (const node of siblings) {
      if (isBreak(node) || isText(node)) {
        const to = from + lengthOf(node);
        pieces.push({ node, siblings, block, from, to });
        from = to;
      } else visit(listOf(at(node, 'children')), block);
    }
  };
  for (const block of blocks) {
    visit(listOf(at(block, 'children')), block);
    from += 1;
  }
  return pieces;
}

/** New text has the formats of the text that it replaces, or of the text before it. */
function pieceFor(pieces: Piece[], from: number, to: number, block: unknown): Piece | undefined {
  const touching = pieces.filter(
    (each) => each.block === block && isText(each.node) && each.from <= from && from <= each.to,
  );
  return to > from ? touching.at(-1) : touching[0];
}

function cutFrom({ node, siblings, from, to }: Piece, start: number, end: number): void {
  const [first, last] = [Math.max(from, start), Math.min(to, end)];
  if (first >= last || !isObject(node)) return;
  if (isBreak(node)) siblings.splice(siblings.indexOf(node), 1);
  else {
    const text = String(at(node, 'text'));
    Reflect.set(node, 'text', text.slice(0, first - from) + text.slice(last - from));
  }
}

function newPiece(children: unknown[], block: unknown, from: number): Piece {
  const node = run('');
  const breaks = children.filter(isBreak).length;
  // A block without text, or a place between two line breaks.
  children.splice(breaks, 0, node);
  return { node, siblings: children, block, from, to: from };
}

function run(text: string): object {
  return { type: 'text', text, detail: 0, format: 0, mode: 'normal', style: '', version: 1 };
}

function insert(
  blocks: unknown[],
  { node, siblings, block }: Piece,
  offset: number,
  lines: string[],
  asParagraphs: boolean,
): void {
  if (!isObject(node)) return;
  const whole = String(at(node, 'text'));
  const [first = '', ...others] = lines;
  const rest = whole.slice(offset);
  if (others.length === 0) {
    Reflect.set(node, 'text', whole.slice(0, offset) + first + rest);
    return;
  }
  Reflect.set(node, 'text', whole.slice(0, offset) + first);
  const made = others.map((line, index) => ({
    ...node,
    text: index === others.length - 1 ? line + rest : line,
  }));
  const place = siblings.indexOf(node) + 1;
  if (!asParagraphs || siblings !== at(block, 'children')) {
    siblings.splice(place, 0, ...made.flatMap((each) => [{ type: 'linebreak', version: 1 }, each]));
    return;
  }
  const behind = siblings.splice(place);
  const split = made.map((each, index) => ({
    ...(isObject(block) ? block : {}),
    children: index === made.length - 1 ? [each, ...behind] : [each],
  }));
  blocks.splice(blocks.indexOf(block) + 1, 0, ...split);
}

function dropEmpty(node: unknown): void {
  const children = listOf(at(node, 'children'));
  for (const child of [...children]) {
    if (at(child, 'text') === '') children.splice(children.indexOf(child), 1);
    else dropEmpty(child);
  }
}
