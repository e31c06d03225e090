import type { FrameInfo } from '@bproxy/shared';
import type { FoundFrame } from '../../content-messages.ts';
import { withAccessibility } from '../accessibility/accessible.ts';
import type { KnownElement } from '../dom/known-element.ts';
import { type AskForPlaces, found, isFrame, placesOf, unplacedFrames } from '../frames/found-frames.ts';
import { PageTree } from '../reading/page-tree.ts';
import { capped } from '../reading/read-work.ts';
import { type FrameLine, flatLinesOf, lineOfFrame, linesOf } from '../reading/tree-lines.ts';
import type { TreeChild, TreeNode } from '../reading/tree-node.ts';
import { readRoot } from '../targets/by-selector.ts';
import { giveHandles } from '../targets/read-handles.ts';
import { modalBefore } from '../visibility/open-modal.ts';
import type { ContentHandler } from './handler.ts';

/** Some 250,000 tokens: more than any agent reads. */
const MOST_CHARS = 1_000_000;

export const snapshot: ContentHandler<'snapshot'> = async (request, { framePlaces, foundFrames }) => {
  const { params } = request;
  const interactiveOnly = params.interactiveOnly === true;
  const textOf = (tree: TreeChild[]) =>
    interactiveOnly ? flatLinesOf(tree) : linesOf(tree, params.maxDepth ?? Number.POSITIVE_INFINITY);
  const { tree, lines, frames, ...read } = withAccessibility(() => {
    const root = readRoot(params.selector);
    const tree = new PageTree({ interactiveOnly }).of(root);
    const { of: handleOf, minted } = giveHandles(request, controlsIn(tree));
    fill(tree, (node) => {
      if (node.control) node.handle = handleOf(node.control).handle;
    });
    const { lines, cut, frames } = textOf(tree);
    const count = fitting(lines);
    const { length } = lines;
    return {
      tree,
      lines: lines.slice(0, count),
      frames,
      minted,
      ...modalBefore(root),
      ...capped(length + cut, count),
    };
  });
  const said = { nodeCount: lines.length, ...read };
  if (frames.length === 0) return { tree: lines.join('\n'), ...said };
  const { found, unplaced } = await withDocuments(tree, frames, framePlaces);
  const written = textOf(tree).lines.slice(0, lines.length);
  foundFrames([...found, ...unplaced.map((each, index) => ({ ...each, at: written.length + index }))]);
  const all = [...written, ...unplaced.map(({ info }) => lineOfFrame(info))];
  return { tree: all.join('\n'), ...said, nodeCount: all.length };
};

/** Writes into the nodes of the frames which documents they show. */
async function withDocuments(
  tree: TreeChild[],
  lines: FrameLine[],
  ask: AskForPlaces,
): Promise<{ found: FoundFrame[]; unplaced: FoundFrame[] }> {
  const frames = lines.flatMap(({ element, line, indent }) =>
    isFrame(element) ? [{ element, line, indent }] : [],
  );
  const places = await placesOf(
    frames.map(({ element }) => element),
    ask,
  );
  const all = frames.map(({ element, line, indent }) => found(element, places, line, indent));
  const infos = new Map<Element, FrameInfo | undefined>(
    frames.map(({ element }, at) => [element, all[at]?.info]),
  );
  fill(tree, (node) => {
    const info = node.frame?.element && infos.get(node.frame.element);
    if (!node.frame || !info) return;
    if (info.frame) node.frame.name = info.frame;
    node.flags = [`${info.width}x${info.height}`, ...(info.requested ? ['requested'] : [])];
    node.url = info.url;
  });
  return { found: all, unplaced: unplacedFrames(places) };
}

function fill(children: TreeChild[], write: (node: TreeNode) => void): void {
  for (const child of children) {
    if (typeof child === 'string') continue;
    write(child);
    fill(child.children, write);
  }
}

function controlsIn(children: TreeChild[]): KnownElement[] {
  const controls: KnownElement[] = [];
  fill(children, ({ control }) => {
    if (control) controls.push(control);
  });
  return controls;
}

/** How many of the lines are within the limit. */
function fitting(lines: string[]): number {
  let chars = -1;
  const over = lines.findIndex((line) => {
    chars += line.length + 1;
    return chars > MOST_CHARS;
  });
  return over < 0 ? lines.length : over;
}
