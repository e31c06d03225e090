import { renderedChildren } from './rendered-children.ts';

/** The `content` of all ::before and ::after in an element that begin with a text, as CSS writes it. */
export function writtenContents(node: Node): string[] {
  if (!(node instanceof Element)) return [];
  const own = ['::before', '::after'].map((pseudo) => getComputedStyle(node, pseudo).content);
  return [
    ...own.filter((content) => content.startsWith('"') && content.includes('"', 1) && content !== '""'),
    ...renderedChildren(node).flatMap(writtenContents),
  ];
}

/** What is read of such a `content`: of `"a" / "b"` it is `b`. */
export function textOfContent(content: string): string {
  const parts = [...content.matchAll(/"((?:\\.|[^"\\])*)"|\//g)];
  const slash = parts.findIndex(([part]) => part === '/');
  return parts
    .slice(slash + 1)
    .map(([, text = '']) => text.replace(/\\(.)/g, '$1'))
    .join('');
}
