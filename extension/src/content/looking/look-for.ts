import { ProtocolError } from '@bproxy/shared';
import type { Looked, PageCondition } from '../../content-messages.ts';
import { isDisabled, withAccessibility } from '../accessibility/accessible.ts';
import { normalised } from '../choosing/offers.ts';
import { known } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';
import { visibleText } from '../reading/visible-text.ts';
import { resolveTarget } from '../targets/resolve-target.ts';
import { enteredText, heldValue } from '../writing/control-value.ts';
import { isSelector, openRoots } from './open-roots.ts';

type Looker = (condition: PageCondition) => boolean;

/** What is true of the page now. */
const LOOKERS: { [S in PageCondition['strategy']]: Looker } = {
  selector: ({ target = '' }) => matchesIn(target) > 0,
  count: ({ target = '', min = 1 }) => matchesIn(target) >= min,
  text: ({ target = '' }) => shows(target),
  gone: (condition) => !isThere(condition),
  enabled: (condition) =>
    withElement(condition, (element) => known(element).isVisible && !isDisabled(element)),
  value: (condition) => withElement(condition, (element) => valueOfField(element) === condition.target),
};

/** Looks once. Nothing stays in the page. */
export function lookFor(condition: PageCondition): Looked {
  if (location.protocol === 'chrome-error:' || own.contentType(document) === 'application/pdf')
    return 'nowhere';
  const { strategy, target } = condition;
  const isOfSelector = strategy === 'selector' || strategy === 'count';
  if (isOfSelector && !isSelector(target ?? '')) return 'not-a-selector';
  return withAccessibility(() => LOOKERS[strategy](condition)) ? 'met' : 'unmet';
}

function matchesIn(selector: string): number {
  let count = 0;
  for (const root of openRoots()) count += own.querySelectorAll(root, selector).length;
  return count;
}

/** Spaces and capitals do not count, as for a person who looks for words. */
function shows(text: string): boolean {
  const wanted = normalised(text).toLowerCase();
  const body: Element | null = own.body(document);
  return body !== null && normalised(visibleText(body)).toLowerCase().includes(wanted);
}

/** An element that is hidden is gone for a person. */
function isThere(condition: PageCondition): boolean {
  return withElement(condition, (element) => known(element).isVisible);
}

function withElement({ element }: PageCondition, look: (found: Element) => boolean): boolean {
  if (!element) return false;
  try {
    return look(resolveTarget(element));
  } catch (thrown) {
    const code = thrown instanceof ProtocolError ? thrown.error.code : undefined;
    if (code === 'ELEMENT_NOT_FOUND' || code === 'ELEMENT_HANDLE_STALE') return false;
    throw thrown;
  }
}

function valueOfField(element: Element): string | undefined {
  if (element instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(element.type)) {
    return element.checked ? 'checked' : 'not checked';
  }
  return enteredText(element) ?? heldValue(element);
}
