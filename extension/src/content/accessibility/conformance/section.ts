/** A row of a table: what it shows, markup in which `it` marks the element, and what the W3C's text gives. */
export type Case = readonly [title: string, html: string, expected: string];

export interface Section {
  /** The part of the W3C's text that the rows are about. */
  readonly title: string;
  readonly reads: 'name' | 'description' | 'role';
  readonly cases: readonly Case[];
}
