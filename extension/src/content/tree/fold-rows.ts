import { isWhiteSpace, type TreeChild, type TreeNode, treeNode } from './tree-node.ts';

/** What tables and lists are made of. */
const ROWS = new Set(['row', 'listitem', 'treeitem', 'article']);
/** A menu, or a small table, is shown as a whole. */
const MOST_IN_FULL = 10;
const SHOWN_OF_MORE = 5;
/** What has more in it is a part of a page, and no row. */
const LONGEST_SHAPE = 2_000;

/**
 * Of more than ten rows of one shape in a sequence, keeps the first five and puts a line in place of the others. A row
 * that has another state or other controls than those before it ends the sequence. Returns how many rows are left out.
 */
export function foldRows(children: TreeChild[], shapes = new Map<TreeNode, string>()): number {
  let folded = 0;
  const shown: TreeChild[] = [];
  for (const run of runsOf(children, shapes)) {
    const rows = run.filter((child) => !isWhiteSpace(child));
    const isLong = rows.length > MOST_IN_FULL;
    const kept = isLong ? rows.slice(0, SHOWN_OF_MORE) : run;
    for (const child of kept) if (typeof child !== 'string') folded += foldRows(child.children, shapes);
    shown.push(...kept);
    if (!isLong) continue;
    const more = rows.length - SHOWN_OF_MORE;
    folded += more;
    shown.push({ ...treeNode('row'), more });
  }
  children.splice(0, children.length, ...shown);
  return folded;
}

/** The children in sequences of rows of one shape, with the white space between them. Each of the others is alone. */
function runsOf(children: readonly TreeChild[], shapes: Map<TreeNode, string>): TreeChild[][] {
  const runs: TreeChild[][] = [];
  let shape = '';
  for (const child of children) {
    const run = runs.at(-1);
    if (run && shape !== '' && isWhiteSpace(child)) {
      run.push(child);
      continue;
    }
    const own = typeof child !== 'string' && ROWS.has(child.role) ? shapeOf(child, shapes) : '';
    if (run && own !== '' && own === shape) run.push(child);
    else runs.push([child]);
    shape = own;
  }
  return runs;
}

/** Roles and states without words, or nothing if there are too many. */
function shapeOf(node: TreeNode, shapes: Map<TreeNode, string>): string {
  const known = shapes.get(node);
  if (known !== undefined) return known;
  const flags = node.flags.filter((flag) => flag !== 'focused').join(' ');
  let shape = `${node.role}[${flags}](`;
  for (const child of node.children) {
    if (typeof child === 'string') continue;
    const inner = shapeOf(child, shapes);
    shape = inner === '' || shape.length > LONGEST_SHAPE ? '' : shape + inner;
    if (shape === '') break;
  }
  if (shape !== '') shape += ')';
  shapes.set(node, shape);
  return shape;
}
