import * as own from '../dom/own-properties.ts';
import { renderedElements } from '../dom/rendered-walk.ts';
import { isEditable } from '../gestures/actionable.ts';
import { isShown } from '../visibility/shown.ts';
import { isDrawnSlider } from './slider-value.ts';

const WITHOUT_TEXT = new Set('hidden checkbox radio file button submit reset image'.split(' '));

/** The element itself if it is a control, the field of a label, or the only one in a component. */
export function fieldMeantBy(element: Element): Element {
  if (own.matches(element, 'input, textarea, select, button') || takesText(element)) return element;
  if (element instanceof HTMLLabelElement && element.control) return element.control;
  const fields = [...renderedElements(element)].filter((each) => takesText(each) && isShown(each));
  const [field, another] = fields;
  return field && !another ? field : element;
}

function takesText(element: Element): boolean {
  if (element instanceof HTMLInputElement) return !WITHOUT_TEXT.has(element.type);
  return element instanceof HTMLTextAreaElement || isEditable(element) || isDrawnSlider(element);
}
