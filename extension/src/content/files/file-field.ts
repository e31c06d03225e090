import { ProtocolError } from '@bproxy/shared';
import { roleOf } from '../accessibility/accessible.ts';
import { parentOrHost, shadowOf } from '../dom/element-facts.ts';
import { known } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';
import { isActionable } from '../gestures/actionable.ts';
import { identify } from '../targets/element-names.ts';

export const FILE_FIELDS = 'input[type="file"]';
/** How far from its file field a button may be. */
const MOST_STEPS_UP = 3;
const MOST_NAMED = 10;

export function isFileField(target: unknown): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.type === 'file';
}

/**
 * The file field that an element stands for: itself, that of its label, the one inside it, or for a button the one beside
 * it. Undefined if there is none. Throws if there are several.
 */
export function fileFieldFor(element: Element): HTMLInputElement | undefined {
  if (isFileField(element)) return element;
  if (element instanceof HTMLLabelElement && isFileField(element.control)) return element.control;
  const inside = onlyOne(fileFieldsIn(element));
  if (inside || !isActionable(known(element), roleOf(element))) return inside;
  let around = parentOrHost(element);
  for (let step = 0; around && !isWhole(around) && step < MOST_STEPS_UP; step += 1) {
    const beside = onlyOne(fileFieldsIn(around));
    if (beside) return beside;
    around = parentOrHost(around);
  }
  return undefined;
}

/** A form or a page has fields that have nothing to do with its buttons. */
function isWhole(element: Element): boolean {
  return element instanceof HTMLFormElement || element === own.body(document);
}

/** Also those that are not rendered, and those in open shadow roots. */
function fileFieldsIn(top: Element): HTMLInputElement[] {
  const fields: Element[] = [];
  const roots: Array<Element | ShadowRoot> = [top];
  for (const root of roots) {
    fields.push(...own.querySelectorAll(root, FILE_FIELDS));
    const hosts =
      root instanceof Element ? [root, ...own.querySelectorAll(root, '*')] : own.querySelectorAll(root, '*');
    for (const host of hosts) {
      const shadow = shadowOf(host);
      if (shadow) roots.push(shadow);
    }
  }
  return fields.filter(isFileField);
}

function onlyOne(fields: HTMLInputElement[]): HTMLInputElement | undefined {
  const [field, another] = fields;
  if (!another) return field;
  throw new ProtocolError('FILE_REFUSED', {
    message: 'Several file fields belong to this element. Nothing was given to any of them.',
    suggestedAction: 'Use one of the fields in details.fields.',
    details: { reason: 'several-fields', fields: fields.slice(0, MOST_NAMED).map(identify) },
  });
}
