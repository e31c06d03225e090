import { attributeOf, shadowOf } from '../dom/element-facts.ts';
import type { KnownElement } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';

/** Roles that the tags of components contain as their last words: `md-primary-tab`, `fluent-menu-item`. */
const CONTROLS = new Set(
  'button checkbox link menuitem option radio slider switch tab textbox treeitem'.split(' '),
);
const GROUPS = new Set('listbox menu menubar radiogroup tablist toolbar tree'.split(' '));
const OTHER_WORDS = new Map([
  ['tabs', 'tablist'],
  ['chipset', 'toolbar'],
]);
const INNER_CONTROL = 'a[href], button, input, select, textarea, [tabindex]';

/**
 * The role of a component that takes the focus itself. Most of these report their role only to the browser
 * (ElementInternals), where no script of an extension can read it. A component with a real control inside is not a
 * control.
 */
export function componentRole({ element, tag }: KnownElement): string | undefined {
  if (!tag.includes('-') || attributeOf(element, 'tabindex') === null) return undefined;
  const words = tag.split('-');
  const named = [words.slice(-2).join(''), words.at(-1) ?? ''].map((word) => OTHER_WORDS.get(word) ?? word);
  const role = named.find((word) => CONTROLS.has(word) || GROUPS.has(word));
  return role && (GROUPS.has(role) || !holdsControl(element)) ? role : undefined;
}

function holdsControl(element: Element): boolean {
  const shadow = shadowOf(element);
  return (
    own.querySelector(element, INNER_CONTROL) !== null ||
    (shadow !== null && own.querySelector(shadow, INNER_CONTROL) !== null)
  );
}

/**
 * Whether a component shows that it is checked or selected: by an attribute, by a state for style sheets, or by a class
 * of its inner parts. A component that shows nothing may still be checked.
 */
export function showsState(element: Element, states: readonly string[]): boolean {
  return states.some(
    (state) =>
      (attributeOf(element, state) ?? 'false') !== 'false' ||
      own.matches(element, `:state(${state})`) ||
      drawsState(element, state),
  );
}

function drawsState(element: Element, state: string): boolean {
  const shadow = shadowOf(element);
  return shadow !== null && [...shadow.children].some((part) => own.matches(part, `.${state}`));
}
