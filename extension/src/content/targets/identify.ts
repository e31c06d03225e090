import type { IdentifiedElement } from '@bproxy/shared';
import { cut } from '../../cut.ts';
import { nameOf, roleOf } from '../accessibility/accessible.ts';
import { tagOf } from '../dom/element-facts.ts';
import { ElementNames } from './element-names.ts';

const LONGEST_NAME = 80;

/** What it is, what it is called, and how a command can name it. Undefined if it is in the page no more. */
export function identify(element: Element): IdentifiedElement | undefined {
  const target = new ElementNames().targetOf(element);
  if (!target) return undefined;
  const [role, name] = [roleOf(element), cut(nameOf(element), LONGEST_NAME)];
  return { tag: tagOf(element), ...(role ? { role } : {}), ...(name ? { name } : {}), ...target };
}
