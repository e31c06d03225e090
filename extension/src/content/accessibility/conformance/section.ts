/**
 * A row of a table: its subject, markup in which `it` marks the element, and the result that the W3C's text requires.
 */
export type Case = readonly [title: string, html: string, expected: string];

export interface Section {
  /** The part of the W3C's text that the rows test. */
  readonly title: string;
  readonly reads: 'name' | 'description' | 'role';
  readonly cases: readonly Case[];
}
