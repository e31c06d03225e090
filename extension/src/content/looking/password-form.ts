import type { PageFacts, PasswordForm } from '../../page-facts.ts';
import * as own from '../dom/own-properties.ts';
import { isNoticeable, visibleLength, type WholePage } from './noticed.ts';

const PASSWORDS = 'input[type=password]';
const NEW_PASSWORD = '[autocomplete~="new-password"]';
const BUTTONS = 'button, input:is([type=submit], [type=button], [type=image]), [role=button]';
const BESIDE =
  'header, nav, footer, aside, [role=banner], [role=navigation], [role=contentinfo], [role=complementary]';

export function passwordFacts(
  page: WholePage,
  fields: Element[],
  controls: Element[],
): Pick<PageFacts, 'passwords' | 'passwordForm'> {
  const passwords = page.all(PASSWORDS).filter((field) => isNoticeable(field) && isOwn(field));
  const known = passwords.filter((field) => !own.matches(field, NEW_PASSWORD));
  const [field] = known;
  const isOnly = passwords.length === 1 && field instanceof HTMLInputElement;
  return {
    passwords: known.length,
    passwordForm: isOnly ? formAround(field, page, fields, controls) : null,
  };
}

function formAround(
  field: HTMLInputElement,
  page: WholePage,
  fields: Element[],
  controls: Element[],
): PasswordForm {
  const { form } = field;
  const isIn = (element: Element) => (form ? own.contains(form, element) : isOwn(element));
  const isBeside = (element: Element) => isOwn(element) && !(form && own.contains(form, element));
  const focused = own.activeElement(document);
  return {
    fields: fields.filter(isIn).length,
    buttons: page.all(BUTTONS).slice(0, 500).filter(isNoticeable).filter(isIn).length,
    textBeside: visibleLength(page.roots, isBeside),
    controlsBeside: controls.filter((control) => control !== field && isBeside(control)).length,
    hasFocus: form !== null && focused !== null && own.contains(form, focused),
  };
}

/** Whether it is in the page's own part, and not in the parts that sites put around every page. */
function isOwn(element: Element): boolean {
  return !own.closest(element, BESIDE);
}
