/** Planes 15 and 16 are private as a whole: what is written with a pair of code units from here on. */
const MAY_BE_PRIVATE = /[\uE000-\uF8FF\uDB80-\uDBFF]/;
const PRIVATE = /[\uE000-\uF8FF\u{F0000}-\u{10FFFF}]/gu;

/** The text without the characters that mean something in one font alone: icons. */
export function withoutIcons(text: string): string {
  return MAY_BE_PRIVATE.test(text) ? text.replace(PRIVATE, '') : text;
}
