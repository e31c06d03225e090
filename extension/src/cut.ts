/** Cuts between characters, never inside of one that takes two code units. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
