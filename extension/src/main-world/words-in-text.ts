/** Words that an agent has read, and which of them it means. */
export interface Words {
  find: string;
  /** Instead of `find` alone: everything from there to the end of the next `to`. */
  to?: string;
  /** Which of several, from 1. */
  occurrence?: number;
}

export interface TextRange {
  from: number;
  to: number;
}

/** Words that are not there, or that are there several times. */
export interface NotOne {
  count: number;
  /** What the text has instead, where something like the words is there. */
  near: string[];
}

const MOST_NEAR = 3;
const LONGEST_NEAR = 80;
const AROUND = 25;

export function withPlainEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** The spaces of a page look the same, whether lines may break at them or not. */
export function plainText(text: string): string {
  return withPlainEnds(text).replaceAll('\u00a0', ' ');
}

/** Where the words are, one after the other. */
export function placesOf(words: string, text: string): TextRange[] {
  const [find, held] = [plainText(words), plainText(text)];
  const places: TextRange[] = [];
  if (find === '') return places;
  for (let at = held.indexOf(find); at >= 0; at = held.indexOf(find, at + find.length)) {
    places.push({ from: at, to: at + find.length });
  }
  return places;
}

/** The one range that is meant. */
export function rangeOf({ find, to, occurrence }: Words, text: string): TextRange | NotOne {
  const places = placesOf(find, text);
  const place = places[(occurrence ?? 1) - 1];
  if (!place || (occurrence === undefined && places.length > 1)) return notOne(find, text);
  if (to === undefined) return place;
  const end = placesOf(to, text).find(({ from }) => from >= place.to);
  return end ? { from: place.from, to: end.to } : { count: 0, near: near(to, text) };
}

export function notOne(words: string, text: string): NotOne {
  const { length: count } = placesOf(words, text);
  return { count, near: count === 0 ? near(words, text) : [] };
}

/** The same words in other letters or with other spaces, or else what is around the longest word of them. */
function near(words: string, text: string): string[] {
  const held = plainText(text);
  const loosely = matchesIn(held, partsOf(words).map(escaped).join('\\s+'));
  if (loosely.length > 0) return loosely;
  const byLength = partsOf(words).sort((one, other) => other.length - one.length);
  const word = byLength.find((each) => each.length > 2 && matchesIn(held, escaped(each)).length > 0);
  return word ? matchesIn(held, `.{0,${AROUND}}${escaped(word)}.{0,${AROUND}}`) : [];
}

function partsOf(words: string): string[] {
  return plainText(words)
    .split(/\s+/)
    .filter((part) => part !== '')
    .slice(0, 50);
}

function matchesIn(text: string, pattern: string): string[] {
  if (pattern === '') return [];
  const found: string[] = [];
  for (const [match] of text.matchAll(new RegExp(pattern, 'giu'))) {
    if (found.push(match.slice(0, LONGEST_NEAR)) === MOST_NEAR) break;
  }
  return found;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** The text with all of the places replaced. */
export function withReplaced(text: string, places: readonly TextRange[], words: string): string {
  let [made, at] = ['', 0];
  for (const { from, to } of places) {
    made += text.slice(at, from) + words;
    at = to;
  }
  return made + text.slice(at);
}

/** What the text holds now where these places were replaced, with some words around. */
export function aroundReplaced(text: string, places: readonly TextRange[], words: string): string[] {
  let shift = 0;
  return places.slice(0, MOST_NEAR).map(({ from, to }) => {
    const at = from + shift;
    shift += words.length - (to - from);
    return text.slice(Math.max(0, at - AROUND), at + Math.min(words.length, LONGEST_NEAR) + AROUND);
  });
}
