import { onceInRead } from '../dom/known-in-read.ts';
import * as own from '../dom/own-properties.ts';
import { renderedChildren } from '../dom/rendered-children.ts';

/** The `content` of all ::before and ::after in an element that begin with a text, as CSS writes it. */
export function writtenContents(node: Node): string[] {
  if (!(node instanceof Element)) return [];
  const own = ['::before', '::after'].map((pseudo) => getComputedStyle(node, pseudo).content);
  return [
    ...own.filter((content) => content.startsWith('"') && content.includes('"', 1) && content !== '""'),
    ...renderedChildren(node).flatMap(writtenContents),
  ];
}

/** The text that such a `content` is read as: `"a" / "b"` is read as `b`. */
export function textOfContent(content: string): string {
  const parts = [...content.matchAll(/"((?:\\.|[^"\\])*)"|\//g)];
  const slash = parts.findIndex(([part]) => part === '/');
  return parts
    .slice(slash + 1)
    .map(([, text = '']) => text.replace(/\\(.)/g, '$1'))
    .join('');
}

/** Whether the style puts text, or anything else, before or after the content of an element. */
export function hasGeneratedContent(element: Element): boolean {
  // Computing two styles for each element takes longer than going through the rules once. But other rules apply in a
  // shadow tree, and to elements slotted into one.
  if (!pageGenerates() && own.getRootNode(element) === document && own.assignedSlot(element) === null)
    return false;
  return (
    getComputedStyle(element, '::before').content !== 'none' ||
    getComputedStyle(element, '::after').content !== 'none'
  );
}

const MOST_RULES = 2_000;

const pageGenerates = onceInRead((): boolean => {
  let left = MOST_RULES;
  const generates = (rule: CSSRule): boolean => {
    if (rule instanceof CSSImportRule) return rule.styleSheet !== null && anyGenerates(rule.styleSheet);
    if (rule instanceof CSSGroupingRule) return anyGenerates(rule);
    if (!(rule instanceof CSSStyleRule)) return false;
    return /:(?:before|after)\b/i.test(rule.selectorText) || anyGenerates(rule);
  };
  const anyGenerates = ({ cssRules }: CSSStyleSheet | CSSGroupingRule | CSSStyleRule): boolean => {
    // One after the other: a list of all would take long where there are thousands.
    for (const rule of cssRules) {
      left -= 1;
      if (left < 0 || generates(rule)) return true;
    }
    return false;
  };
  try {
    return [...own.styleSheets(document), ...own.adoptedStyleSheets(document)].some(anyGenerates);
  } catch {
    // Style sheets of other sites cannot be read.
    return true;
  }
});
