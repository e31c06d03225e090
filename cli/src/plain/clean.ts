const LINE_ENDS = /\r\n?/g;

/** They end a line for some readers, and stand unescaped within a line of a tree or a list. */
const RARE_LINE_ENDS = /[\v\f\u0085\u2028\u2029]/g;

/**
 * Characters that show nothing: they can hide words from people, turn the order of a line round or command a terminal.
 * Control characters, halves of characters, and what Unicode lets a program ignore: zero-width, bidi and tag characters.
 */
const UNSEEN = /[^\P{Cc}\t\n]|[\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** Between two characters, these two shape emoji and words of some scripts; the third chooses a picture or a letter. */
const SHAPING = /(?<=[\p{L}\p{M}\p{Emoji}])(?:[\u200c\u200d](?=[\p{L}\p{Emoji}])|\ufe0f)/gu;

export interface Cleaned {
  text: string;
  /** How many characters were left out. */
  unseen: number;
}

/** Text that may have lines of its own. */
export function cleanText(text: string): Cleaned {
  const lines = text.replace(LINE_ENDS, '\n').replace(RARE_LINE_ENDS, ' ');
  const shaping = new Set([...lines.matchAll(SHAPING)].map(({ index }) => index));
  let unseen = 0;
  const clean = lines.replace(UNSEEN, (character, index: number) => {
    if (shaping.has(index)) return character;
    unseen += 1;
    return '';
  });
  return { text: clean, unseen };
}

/** Text within a line. */
export function cleanLine(text: string): Cleaned {
  const { text: lines, unseen } = cleanText(text);
  return { text: lines.replace(/[\t\n]+/g, ' '), unseen };
}
