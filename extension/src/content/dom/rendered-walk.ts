import { noteCutBranch } from '../reading/read-work.ts';
import { DEEPEST } from './composed-elements.ts';
import { renderedChildren } from './rendered-children.ts';

/** The root and everything below it as the browser renders it (shadow trees and slots flattened), in page order. */
export function* renderedNodes(root: Element): Generator<Node> {
  const stack: Node[] = [root];
  const depths = [0];
  for (let at = stack.pop(); at; at = stack.pop()) {
    const depth = depths.pop() ?? 0;
    if (depth >= DEEPEST) {
      noteCutBranch();
      continue;
    }
    yield at;
    if (!(at instanceof Element)) continue;
    const children = renderedChildren(at);
    for (let index = children.length - 1; index >= 0; index--) {
      const child = children[index];
      if (!child) continue;
      stack.push(child);
      depths.push(depth + 1);
    }
  }
}

export function* renderedElements(root: Element): Generator<Element> {
  for (const node of renderedNodes(root)) if (node instanceof Element) yield node;
}
