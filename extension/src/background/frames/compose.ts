import type {
  Capped,
  ForwardedFrame,
  FrameInfo,
  FrameName,
  LineChanges,
  MintedHandles,
  WireResult,
} from '@bproxy/shared';
import type { Below, FrameRead, FrameReadAction, Part } from './frame-read.ts';
import { CHARS_OF_ENTRY, nodesOf, textOf } from './written-frames.ts';

type Composed<A extends FrameReadAction> = Omit<WireResult<A>, 'minted' | 'named' | 'frames' | keyof Capped>;

type Composers = { [A in FrameReadAction]: (root: Part<A>) => Composed<A> };

const COMPOSERS: Composers = {
  snapshot(root) {
    const { modal, whole } = root.data;
    const lines = nodesOf(root);
    return {
      tree: lines.join('\n'),
      nodeCount: lines.length,
      ...(modal ? { modal } : {}),
      ...(whole ? { whole } : {}),
      ...sumsOf(partsOf(root)),
    };
  },
  text: (root) => ({ text: textOf(root) }),
  elements(root) {
    const { modal } = root.data;
    return { elements: entriesOf(root, ({ elements }) => elements), ...(modal ? { modal } : {}) };
  },
  links: (root) => ({ links: entriesOf(root, ({ links }) => links) }),
  images: (root) => ({ images: entriesOf(root, ({ images }) => images) }),
  outline: (root) => ({
    landmarks: entriesOf(root, ({ landmarks }) => landmarks),
    headings: entriesOf(root, ({ headings }) => headings),
  }),
};

/** One answer from what was read in the page and in its frames. */
export function composed<A extends FrameReadAction>(
  { action }: FrameRead<A>,
  root: Part<A>,
  [minted, ...others]: readonly MintedHandles[],
): WireResult<A> {
  const compose: (root: Part<A>) => Composed<A> = COMPOSERS[action];
  const frames = framesIn(root);
  const named = [...(root.frame ? [root.frame] : []), ...namedIn(root)];
  const data = {
    ...compose(root),
    // Each frame has a line of its own in a tree.
    ...(frames.length > 0 && action !== 'snapshot' ? { frames } : {}),
    ...cappedOf(partsOf(root)),
    ...(minted ? { minted: { ...minted, ...(others.length > 0 ? { others } : {}) } } : {}),
    ...(named.length > 0 ? { named } : {}),
  };
  // as: the composer of this action made it.
  return data as WireResult<A>;
}

/** Rows that are left out, and lines that are different, in all documents. A frame without an earlier snapshot is new. */
function sumsOf(parts: readonly Part<'snapshot'>[]): Pick<Composed<'snapshot'>, 'folded' | 'changes'> {
  const [root] = parts;
  const folded = parts.reduce((sum, { data }) => sum + (data.folded ?? 0), 0);
  const changes = root?.data.changes && parts.map(changesOf).reduce(added);
  return { ...(folded > 0 ? { folded } : {}), ...(changes ? { changes } : {}) };
}

function changesOf({ data }: Part<'snapshot'>): LineChanges {
  return data.changes ?? { added: data.nodeCount, removed: 0, changed: 0, unchanged: 0 };
}

function added(one: LineChanges, other: LineChanges): LineChanges {
  return {
    added: one.added + other.added,
    removed: one.removed + other.removed,
    changed: one.changed + other.changed,
    unchanged: one.unchanged + other.unchanged,
  };
}

/** The entries of all documents, each with its frame. A frame of another site adds only its first ones. */
function entriesOf<A extends FrameReadAction, Entry extends object>(
  root: Part<A>,
  pick: (data: Part<A>['data']) => Entry[],
): Array<Entry & { frame?: FrameName }> {
  const add = (
    part: Part<A>,
    frame: FrameName | undefined,
    most: number,
  ): Array<Entry & { frame?: FrameName }> => [
    ...pick(part.data)
      .slice(0, most)
      .map((entry) => (frame ? { frame, ...entry } : entry)),
    ...part.below.flatMap((below) =>
      below.part ? add(below.part, below.part.frame?.name, below.most ?? Number.POSITIVE_INFINITY) : [],
    ),
  ];
  return add(root, root.frame?.name, Number.POSITIVE_INFINITY);
}

function framesIn<A extends FrameReadAction>({ below, frame }: Part<A>): FrameInfo[] {
  return below.flatMap((each) => [infoOf(each, frame), ...(each.part ? framesIn(each.part) : [])]);
}

function infoOf<A extends FrameReadAction>(
  { found, unread, payment, most, part }: Below<A>,
  parent: ForwardedFrame | undefined,
): FrameInfo {
  const isCut = part !== undefined && most !== undefined && sizeOf(part) > most;
  return {
    ...found.info,
    ...(parent ? { parent: parent.name } : {}),
    ...(payment ? { payment } : {}),
    ...(unread ? { unread } : {}),
    ...(isCut ? { cut: true } : {}),
  };
}

/** How many entries it has, in the kind of which it has the most. */
function sizeOf<A extends FrameReadAction>({ data }: Part<A>): number {
  const lists = Object.values(data).map((value: unknown) => (Array.isArray(value) ? value.length : 0));
  const text: unknown = 'text' in data ? data.text : '';
  return Math.max(0, ...lists, typeof text === 'string' ? text.length / CHARS_OF_ENTRY : 0);
}

function partsOf<A extends FrameReadAction>(root: Part<A>): Part<A>[] {
  return [root, ...root.below.flatMap(({ part }) => (part ? partsOf(part) : []))];
}

function namedIn({ below }: Part): ForwardedFrame[] {
  return below.flatMap(({ found, part }) => [
    ...(found.frame ? [found.frame] : []),
    ...(part ? namedIn(part) : []),
  ]);
}

/** What caps cut in any of the documents. */
function cappedOf(parts: readonly Part[]): Capped {
  const all = parts.map(({ data }) => data);
  const sum = (numbers: Array<number | undefined>) =>
    numbers.reduce<number>((whole, each) => whole + (each ?? 0), 0);
  const [namesCut, branchesCut] = [
    sum(all.map((each) => each.namesCut)),
    sum(all.map((each) => each.branchesCut)),
  ];
  const hasTotal = all.some(({ total }) => total !== undefined);
  return {
    ...(all.some(({ truncated }) => truncated) ? { truncated: true } : {}),
    ...(hasTotal ? { total: sum(parts.map((part) => part.data.total ?? countOf(part))) } : {}),
    ...(namesCut > 0 ? { namesCut } : {}),
    ...(branchesCut > 0 ? { branchesCut } : {}),
  };
}

function countOf({ data }: Part): number {
  if ('nodeCount' in data) return data.nodeCount;
  if ('text' in data) return data.text.length;
  return Object.values(data).reduce<number>(
    (count, value: unknown) => count + (Array.isArray(value) ? value.length : 0),
    0,
  );
}
