const depthOf = (line: string) => line.length - line.trimStart().length;
/** The kind of a line of a tree. A line that begins with a quote is text of the page. */
const kindOf = (line: string) => /^ *(-|[a-z]+)(?: |$)/.exec(line)?.[1];

const KINDS: Readonly<Record<string, string>> = { row: 'rows', '-': 'items' };

/**
 * Says how much of a table or a list comes after the first lines of a tree: of those that the cut is in, the one with the
 * most left. Empty if there is none.
 */
export function rowsLeft(lines: readonly string[], shown: number): string {
  let most = { left: 0, kind: '' };
  let depth = depthOf(lines[shown] ?? '') + 1;
  for (let at = shown; at >= 0 && depth > 0; at -= 1) {
    const line = lines[at] ?? '';
    if (depthOf(line) >= depth) continue;
    depth = depthOf(line);
    const kind = KINDS[kindOf(line) ?? ''];
    if (kind === undefined) continue;
    const left = siblingsAfter(lines, shown, depth);
    if (left > most.left) most = { left, kind };
  }
  return most.left > 0 ? `, ${most.left} more ${most.kind} follow` : '';
}

function siblingsAfter(lines: readonly string[], from: number, depth: number): number {
  const rest = lines.slice(from);
  const end = rest.findIndex((line) => depthOf(line) < depth);
  return rest.slice(0, end < 0 ? rest.length : end).filter((line) => depthOf(line) === depth).length;
}
