import { nameOf, roleOf } from '../accessibility/accessible.ts';
import { attributeOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';
import { renderedParent } from '../dom/rendered-children.ts';
import { renderedElements } from '../dom/rendered-walk.ts';
import { nextTicks } from '../gestures/ticks.ts';
import { tapKey } from '../keyboard/key-events.ts';
import { elementAt, isWithin } from '../visibility/element-at-point.ts';
import { isOnOffer } from './option-lists.ts';

const DIALOG = 'dialog, [role=dialog], [role=alertdialog], [aria-modal=true]';
const LEAVES = /cancel|close|dismiss/i;

/**
 * The only button of the option's dialog that does not cancel it. Some dialogs accept a choice only when it is pressed.
 */
export function confirmingButton(option: Element): Element | null {
  let dialog = renderedParent(option);
  while (dialog && !own.matches(dialog, DIALOG)) dialog = renderedParent(dialog);
  if (!dialog) return null;
  const buttons = [...renderedElements(dialog)].filter(
    (element) => roleOf(element) === 'button' && isOnOffer(element),
  );
  const [only, ...others] = buttons.filter(
    (button) => !LEAVES.test(`${nameOf(button)} ${attributeOf(button, 'class')}`),
  );
  return only && others.length === 0 ? only : null;
}

/** A dialog that was opened for a failed choice, and covers the page, would block every later action. */
export async function closeLayerOver(trigger: Element): Promise<void> {
  const { x, y, width, height } = own.getBoundingClientRect(trigger);
  const hit = elementAt({ x: x + width / 2, y: y + height / 2 });
  if (!hit || isWithin(hit, trigger) || isWithin(trigger, hit)) return;
  const target = own.activeElement(document) ?? hit;
  tapKey(target, 'Escape');
  await nextTicks(2);
}
