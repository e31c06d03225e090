import type { BproxyForwardedRequest, LineChanges } from '@bproxy/shared';
import type { FoundFrame } from '../../content-messages.ts';
import { comparedLines, type MarkedLine, type SeenLines, seenLines } from './compare-lines.ts';
import type { TreeLine } from './tree-lines.ts';

/** An agent compares with one of the last snapshots. Some answers get lost on their way. */
const MOST_KEPT = 5;

interface SeenSnapshot {
  /** The request that it is the answer to. */
  id: string;
  /** Its session, and the flags that decide which lines it has. */
  kind: string;
  lines: SeenLines;
}

/** The oldest first. */
let seen: SeenSnapshot[] = [];

interface ShownSnapshot {
  lines: string[];
  frames: FoundFrame[];
  compared: { changes?: LineChanges; whole?: true };
}

/** The lines of a snapshot as they are, or as the request asks, only those that differ from the last one of its kind. */
export function comparedWithLast(
  request: BproxyForwardedRequest<'snapshot'>,
  lines: readonly TreeLine[],
  frames: FoundFrame[],
): ShownSnapshot {
  const { id, answered = [], params } = request;
  const kind = kindOf(request);
  const now = seenLines(lines);
  const last = seen.findLast((each) => each.kind === kind && answered.includes(each.id));
  seen = [...seen, { id, kind, lines: now }].slice(-MOST_KEPT);
  if (params.since === undefined) return { lines: lines.map(indented), frames, compared: {} };
  if (!last) return { lines: lines.map(indented), frames, compared: { whole: true } };
  const withContent = new Set(frames.map(({ at }) => at));
  const { lines: marked, changes } = comparedLines(last.lines, now, (at) => withContent.has(at));
  const places = new Map(marked.map(({ at }, index) => [at, index]));
  return {
    lines: marked.map(withMark),
    frames: frames.map((frame) => ({ ...frame, at: places.get(frame.at) ?? frame.at })),
    compared: { changes },
  };
}

function kindOf({ session, params }: BproxyForwardedRequest<'snapshot'>): string {
  const { selector, maxDepth, interactiveOnly = false, rows = 'few' } = params;
  return JSON.stringify([session, selector, maxDepth, interactiveOnly, rows]);
}

function indented({ depth, text }: TreeLine): string {
  return ' '.repeat(depth) + text;
}

function withMark({ mark, depth, text }: MarkedLine): string {
  return `${mark} ${' '.repeat(depth)}${text}`;
}
