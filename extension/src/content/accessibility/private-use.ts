/** Planes 15 and 16 are entirely private: characters whose pair of code units begins here or later. */
const MAY_BE_PRIVATE = /[\uE000-\uF8FF\uDB80-\uDBFF]/;
const PRIVATE = /[\uE000-\uF8FF\u{F0000}-\u{10FFFF}]/gu;

/** The text without characters that have a meaning in only one font: icons. */
export function withoutIcons(text: string): string {
  return MAY_BE_PRIVATE.test(text) ? text.replace(PRIVATE, '') : text;
}
