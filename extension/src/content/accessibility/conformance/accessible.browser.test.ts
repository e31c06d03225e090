import { afterEach, describe, expect, it } from 'vitest';
import { descriptionOf, nameOf, roleOf, withAccessibility } from '../accessible.ts';
import { differences } from './known-differences.ts';
import { sections } from './sections.ts';

const READS = { name: nameOf, description: descriptionOf, role: roleOf } as const;

afterEach(() => {
  document.body.replaceChildren();
});

/** The element that a row marks with `it`, even inside shadow roots. */
function marked(root: ParentNode): Element | null {
  const found = root.querySelector('[it]');
  if (found) return found;
  for (const { shadowRoot } of root.querySelectorAll('*')) {
    const inside = shadowRoot && marked(shadowRoot);
    if (inside) return inside;
  }
  return null;
}

function read(reads: keyof typeof READS, html: string): string {
  document.body.setHTMLUnsafe(html);
  const element = marked(document.body);
  if (!element) throw new Error(`No element is marked with "it": ${html}`);
  return withAccessibility(() => READS[reads](element));
}

describe.each(sections)('$title', ({ reads, cases }) => {
  it.each(cases)('%s: %s', (_title, html, expected) => {
    expect(read(reads, html)).toBe(expected);
  });
});

describe('differences from the W3C that docs/conformance.md explains', () => {
  it.each(differences)('$title still differs', ({ reads, html, w3c, ours }) => {
    expect(read(reads, html)).toBe(ours);
    expect(ours).not.toBe(w3c);
  });
});
