import { type NextStep, next, step } from '@bproxy/shared';
import { nameOf } from '../accessibility/accessible.ts';
import { known } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';
import { renderedParent } from '../dom/rendered-children.ts';
import { ElementNames } from '../targets/element-names.ts';

const BUTTONS = 'button:not([type=reset]), input[type=submit], input[type=image], [role=button]';

/** Where Enter did nothing: the button that is next to the field. */
export function submitHint(field: Element): NextStep | undefined {
  for (let at = renderedParent(field); at; at = renderedParent(at)) {
    const buttons = [...own.querySelectorAll(at, BUTTONS)].filter((each) => known(each).isVisible);
    const button = buttons.find((each) => isAfter(field, each)) ?? buttons[0];
    const target = button && new ElementNames().targetOf(button);
    if (button && target) {
      return next`Enter did nothing here. Beside the field is the button ${JSON.stringify(nameOf(button))}: ${step('click', { target })}.`;
    }
  }
  return undefined;
}

function isAfter(one: Element, other: Element): boolean {
  return (own.compareDocumentPosition(one, other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
