import { withAccessibility } from '../accessibility/accessible.ts';
import { framesElsewhere } from '../reading/frames.ts';
import { PageTree } from '../reading/page-tree.ts';
import { capped } from '../reading/read-work.ts';
import { flatLinesOf, linesOf } from '../reading/tree-lines.ts';
import type { TreeChild } from '../reading/tree-node.ts';
import { readRoot } from '../targets/by-selector.ts';
import { ReadHandles } from '../targets/kept-elements.ts';
import { modalBefore } from '../visibility/open-modal.ts';
import type { ContentHandler } from './handler.ts';

/** Some 250,000 tokens: more than any agent reads. */
const MOST_CHARS = 1_000_000;

export const snapshot: ContentHandler<'snapshot'> = async (request, { framePlaces }) => {
  const { params } = request;
  const interactiveOnly = params.interactiveOnly === true;
  const options = { interactiveOnly, framesElsewhere: await framesElsewhere(framePlaces) };
  return withAccessibility(() => {
    const root = readRoot(params.selector);
    const tree = new PageTree(options).of(root);
    const handles = new ReadHandles(request);
    giveHandles(tree, handles);
    const { lines, cut } = interactiveOnly
      ? { lines: flatLinesOf(tree), cut: 0 }
      : linesOf(tree, params.maxDepth ?? Number.POSITIVE_INFINITY);
    const { text, count } = withinLimit(lines);
    const { length } = lines;
    return {
      tree: text,
      nodeCount: count,
      minted: handles.keep(),
      ...modalBefore(root),
      ...capped(length + cut, count),
    };
  });
};

function giveHandles(children: TreeChild[], handles: ReadHandles): void {
  for (const child of children) {
    if (typeof child === 'string') continue;
    if (child.control) child.handle = handles.give(child.control).handle;
    giveHandles(child.children, handles);
  }
}

function withinLimit(lines: string[]): { text: string; count: number } {
  const whole = lines.join('\n');
  if (whole.length <= MOST_CHARS) return { text: whole, count: lines.length };
  let chars = 0;
  const fitting = lines.findIndex((line) => {
    chars += line.length + 1;
    return chars > MOST_CHARS;
  });
  const kept = lines.slice(0, fitting);
  return { text: kept.join('\n'), count: kept.length };
}
