import { MAX_HANDLES_PER_READ } from '@bproxy/shared';
import { withAccessibility } from '../accessibility/accessible.ts';
import { capped } from '../reading/capped.ts';
import { framesElsewhere } from '../reading/frames.ts';
import { PageTree } from '../reading/page-tree.ts';
import { readRoot } from '../reading/read-root.ts';
import { flatLinesOf, linesOf } from '../reading/tree-lines.ts';
import type { TreeChild } from '../reading/tree-node.ts';
import { keepElements, type SeenElement, seenElement } from '../targets/kept-elements.ts';
import { modalBefore } from '../visibility/open-modal.ts';
import type { ContentHandler } from './handler.ts';

/** Some 250,000 tokens: more than any agent reads. */
const MOST_CHARS = 1_000_000;

export const snapshot: ContentHandler<'snapshot'> = async ({ params, firstHandle = 1 }, { framePlaces }) => {
  const interactiveOnly = params.interactiveOnly === true;
  const options = { interactiveOnly, framesElsewhere: await framesElsewhere(framePlaces) };
  return withAccessibility(() => {
    const root = readRoot(params.selector);
    const tree = new PageTree(options).of(root);
    const minted = keepElements(giveHandles(tree, firstHandle), firstHandle);
    const { lines, cut } = interactiveOnly
      ? { lines: flatLinesOf(tree), cut: 0 }
      : linesOf(tree, params.maxDepth ?? Number.POSITIVE_INFINITY);
    const { text, count } = withinLimit(lines);
    const { length } = lines;
    return { tree: text, nodeCount: count, minted, ...modalBefore(root), ...capped(length + cut, count) };
  });
};

/** The first of them: the daemon keeps no more for one read, and a handle that it does not keep is a lie. */
function giveHandles(children: TreeChild[], first: number): SeenElement[] {
  const given: SeenElement[] = [];
  const visit = (child: TreeChild) => {
    if (typeof child === 'string' || given.length >= MAX_HANDLES_PER_READ) return;
    if (child.control) {
      child.handle = `el${first + given.length}`;
      given.push(seenElement(child.control));
    }
    for (const inner of child.children) visit(inner);
  };
  for (const child of children) visit(child);
  return given;
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
