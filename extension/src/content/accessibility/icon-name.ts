import { attributeOf, tagOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';
import { renderedChildren } from '../dom/rendered-children.ts';
import { withoutIcons } from './private-use.ts';

/** A button has a handful of parts. */
const MOST_PARTS = 30;

/** The name of the icons of a control without words: from a tooltip, an alternative text or the drawing they use. */
export function iconName(control: Element): string {
  const parts: Element[] = [control];
  for (let index = 0; index < parts.length && index < MOST_PARTS; index += 1) {
    const part = parts[index];
    if (!part) break;
    const name = withoutIcons(ownWords(part)).replace(/\s+/g, ' ').trim();
    if (name !== '') return name;
    parts.push(...renderedChildren(part).filter((child) => child instanceof Element));
  }
  return '';
}

function ownWords(part: Element): string {
  const tag = tagOf(part);
  if (tag === 'title') return own.textContent(part) ?? '';
  if (tag === 'use')
    return /#(.+)$/.exec(attributeOf(part, 'href') ?? attributeOf(part, 'xlink:href') ?? '')?.[1] ?? '';
  return attributeOf(part, 'title') || attributeOf(part, 'alt') || '';
}
