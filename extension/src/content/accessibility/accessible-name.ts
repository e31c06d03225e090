import { getElementAccessibleName } from 'ivya/utils';
import { attributeOf, hostOf, tagOf } from '../dom/element-facts.ts';
import { type KnownElement, known } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';
import { renderedChildren, renderedParent } from '../dom/rendered-children.ts';
import { spend } from '../reading/read-work.ts';
import { accessibleRole } from './accessible-role.ts';
import { textOfContent, writtenContents } from './generated-content.ts';
import { isTooMuchToName, referenced, sourcesOfName } from './name-work.ts';
import { plainName } from './plain-name.ts';
import { labelsOf } from './quick-labels.ts';

/**
 * The name by the W3C's rules, on one line. An element that is hidden from assistive technology has none. A caller that
 * knows that nothing around the element hides it passes that on.
 */
export function accessibleName(it: KnownElement, mayBeHidden: boolean): string {
  return nameOfItsOwn(it, mayBeHidden) || nameByComponent(it);
}

function nameOfItsOwn(it: KnownElement, mayBeHidden: boolean): string {
  const plain = plainName(it, mayBeHidden);
  if (plain !== undefined) return plain;
  const { element } = it;
  const byContent = it.tag === 'summary' || NAMED_BY_CONTENT.has(it.role ?? accessibleRole(it));
  if (isTooMuchToName(it, byContent)) return '';
  const name = nativeName(element) || libraryName(element) || lateName(it);
  return name.includes('"') ? withGeneratedText(name, element, byContent) : name;
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

const NAMED_BY_CONTENT = new Set(
  `button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio
  row rowheader switch tab tooltip treeitem doc-backlink doc-biblioref doc-glossref doc-noteref`.split(/\s+/),
);

/** An area is never rendered itself. Its name is that of a part of an image. */
function libraryName(element: Element): string {
  return oneLine(getElementAccessibleName(element, tagOf(element) === 'area'));
}

/** HTML names that take precedence over those of the library, which does not know them. */
function nativeName(element: Element): string {
  if (own.ariaLabel(element)?.trim() || referenced(element, 'aria-labelledby').length > 0) return '';
  if (element instanceof HTMLOptGroupElement || element instanceof HTMLOptionElement) {
    return isExposed(element.closest('select') ?? element)
      ? oneLine(attributeOf(element, 'label') ?? '')
      : '';
  }
  const isLabelled =
    element instanceof HTMLMeterElement ||
    element instanceof HTMLProgressElement ||
    (element instanceof HTMLInputElement && /^(?:button|submit|reset)$/.test(element.type));
  const labels = isLabelled ? labelsOf(element) : [];
  if (labels.length === 0 || !isExposed(element)) return '';
  return oneLine(labels.map((label) => labelText(label, element)).join(' '));
}

/** Names that apply after those of the library. */
function lateName(it: KnownElement): string {
  const { element } = it;
  if (element instanceof HTMLInputElement)
    return element.type === 'number' ? oneLine(element.placeholder) : '';
  return NAMED_BY_CONTENT.has(accessibleRole(it)) && isExposed(element) ? oneLine(contentText(element)) : '';
}

const FIELDS = new Set(['input', 'select', 'textarea']);

/** A label can belong to a component. The field inside the component has no other name. */
function nameByComponent({ element, tag }: KnownElement): string {
  const component = FIELDS.has(tag) ? hostOf(element) : element;
  if (!component || !tagOf(component).includes('-')) return '';
  const labels = labelsOf(component).map((label) => labelText(label, component));
  const name = oneLine(labels.join(' ')) || oneLine(own.ariaLabel(component) ?? '');
  return name !== '' && isExposed(element) ? name : '';
}

/** A label counts even when it is hidden. */
function labelText(label: HTMLLabelElement, field: Element): string {
  return libraryName(label) || (isExposed(label) ? contentText(label, field) : (label.textContent ?? ''));
}

/**
 * The whole content of an element, whatever the roles inside. The library leaves out articles, quotes, groups and more,
 * so it has no name for a card that is a single anchor.
 */
function contentText(element: Element, without?: Element): string {
  const texts = renderedChildren(element).map((child) => {
    if (child instanceof Text) return child.data;
    if (!(child instanceof Element) || child === without || !spend(1) || !isReadOut(child)) return '';
    const text = libraryName(child) || contentText(child, without);
    return getComputedStyle(child).display === 'inline' ? text : ` ${text} `;
  });
  return texts.join('');
}

function isExposed(element: Element): boolean {
  for (let at: Element | null = element; at; at = renderedParent(at)) {
    if (attributeOf(at, 'aria-hidden') === 'true') return false;
  }
  return isReadOut(element);
}

/** Whether a screen reader reads its text, as far as the element itself decides. */
function isReadOut(element: Element): boolean {
  if (attributeOf(element, 'aria-hidden') === 'true') return false;
  return known(element).isVisible || getComputedStyle(element).display === 'contents';
}

/**
 * The library reads `content: "✕" / "Close"` as one text, `✕" / "Close`. Font Awesome 7 writes every icon like this,
 * with an empty alternative.
 */
function withGeneratedText(name: string, element: Element, byContent: boolean): string {
  let meant = name;
  for (const source of sourcesOfName(element, byContent)) {
    for (const content of writtenContents(source)) {
      meant = meant.replace(oneLine(content.slice(1, -1)), () => textOfContent(content));
    }
  }
  // An icon without words leaves the name to the tooltip.
  return oneLine(meant) || oneLine(attributeOf(element, 'title') ?? '');
}
