import type { KeyDefault } from '@bproxy/shared';
import * as own from '../../dom/own-properties.ts';
import { renderedParent } from '../../dom/rendered-children.ts';
import type { Key } from '../key-table.ts';

const LINE_PX = 40;
/** A part of the old view stays, as Chrome keeps it. */
const PART_OF_PAGE = 0.875;

/** Scrolls as the key does where nothing else takes it: the nearest part around the focus that can move that way. */
export function scrollBy(key: Key, element: Element): KeyDefault {
  for (let at: Element | null = element; at; at = renderedParent(at)) if (scrolls(at, key)) return 'scroll';
  const page = own.scrollingElement(document);
  return page && scrolls(page, key) ? 'scroll' : 'none';
}

function scrolls(element: Element, key: Key): boolean {
  const isPage = element === own.scrollingElement(document);
  if (!isPage && !/auto|scroll/.test(overflowOf(element))) return false;
  const height = isPage ? innerHeight : own.clientHeight(element);
  const page = Math.round(height * PART_OF_PAGE);
  const whole = own.scrollHeight(element);
  const distances: Record<string, [left: number, top: number]> = {
    ArrowDown: [0, LINE_PX],
    ArrowUp: [0, -LINE_PX],
    ArrowRight: [LINE_PX, 0],
    ArrowLeft: [-LINE_PX, 0],
    PageDown: [0, page],
    PageUp: [0, -page],
    ' ': [0, key.held.has('Shift') ? -page : page],
    Home: [0, -whole],
    End: [0, whole],
  };
  const [left, top] = distances[key.key] ?? [0, 0];
  const before = [own.scrollLeft(element), own.scrollTop(element)].join();
  own.scrollBy(element, { left, top, behavior: 'instant' });
  return [own.scrollLeft(element), own.scrollTop(element)].join() !== before;
}

function overflowOf(element: Element): string {
  const { overflowX, overflowY } = getComputedStyle(element);
  return `${overflowX} ${overflowY}`;
}
