import type { FrameInfo } from '@bproxy/shared';
import type { FoundFrame } from '../../content-messages.ts';
import { withAccessibility } from '../accessibility/accessible.ts';
import type { KnownElement } from '../dom/known-element.ts';
import { type AskForPlaces, found, isFrame, placesOf, unplacedFrames } from '../frames/found-frames.ts';
import { capped } from '../reading/read-work.ts';
import { readRoot } from '../targets/by-selector.ts';
import { giveHandles } from '../targets/read-handles.ts';
import { comparedWithLast } from '../tree/compared-snapshot.ts';
import { foldRows } from '../tree/fold-rows.ts';
import { PageTree } from '../tree/page-tree.ts';
import { type FrameLine, flatLinesOf, lineOfFrame, linesOf, type TreeLine } from '../tree/tree-lines.ts';
import type { TreeChild, TreeNode } from '../tree/tree-node.ts';
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
    const folded = params.rows === 'all' ? 0 : foldRows(tree);
    const { of: handleOf, minted } = giveHandles(request, controlsIn(tree));
    forEachNode(tree, (node) => {
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
      ...(folded > 0 ? { folded } : {}),
      ...modalBefore(root),
      ...capped(length + cut, count),
    };
  });
  const places = await withDocuments(tree, frames, framePlaces);
  const written = frames.length === 0 ? lines : textOf(tree).lines.slice(0, lines.length);
  const all = [...written, ...places.unplaced.map(({ info }) => lineOfFrame(info))];
  const unplaced = places.unplaced.map((each, index) => ({ ...each, at: written.length + index }));
  const shown = comparedWithLast(request, all, [...places.found, ...unplaced]);
  if (shown.frames.length > 0) foundFrames(shown.frames);
  return { tree: shown.lines.join('\n'), nodeCount: shown.lines.length, ...read, ...shown.compared };
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
  forEachNode(tree, (node) => {
    const info = node.frame?.element && infos.get(node.frame.element);
    if (!node.frame || !info) return;
    if (info.frame) node.frame.name = info.frame;
    node.flags = [`${info.width}x${info.height}`, ...(info.requested ? ['requested'] : [])];
    node.url = info.url;
  });
  return { found: all, unplaced: unplacedFrames(places) };
}

function forEachNode(children: TreeChild[], visit: (node: TreeNode) => void): void {
  for (const child of children) {
    if (typeof child === 'string') continue;
    visit(child);
    forEachNode(child.children, visit);
  }
}

function controlsIn(children: TreeChild[]): KnownElement[] {
  const controls: KnownElement[] = [];
  forEachNode(children, ({ control }) => {
    if (control) controls.push(control);
  });
  return controls;
}

/** How many of the lines are within the limit. */
function fitting(lines: TreeLine[]): number {
  let chars = -1;
  const over = lines.findIndex((line) => {
    chars += line.depth + line.text.length + 1;
    return chars > MOST_CHARS;
  });
  return over < 0 ? lines.length : over;
}
