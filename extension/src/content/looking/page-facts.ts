import type { Mark, PageFacts } from '../../page-facts.ts';
import { shadowOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';
import { isNoticeable, visibleLength, wholePage } from './noticed.ts';
import { passwordFacts } from './password-form.ts';

const CONTROLS = 'a[href], button, input, select, textarea, [role=button], [role=link], [role=option]';
const FIELDS =
  'textarea, select, [contenteditable=true], input:not([type]), input:is([type=text], [type=email], [type=tel], [type=number], [type=url], [type=date])';
const LEADING = 'a[href], form[action], button[formaction]';
const SIGN_OUT = /(?:log|sign)[-_]?(?:out|off)\b/i;

/** Looks once over the document and its open shadow roots, and leaves nothing there. */
export function gatherFacts(marks: string[]): PageFacts {
  const page = wholePage();
  const controls = page.all(CONTROLS).slice(0, 500).filter(isNoticeable);
  const fields = page.all(FIELDS).slice(0, 100).filter(isNoticeable);
  return {
    marks: marks.flatMap((selector) =>
      page
        .all(selector)
        .slice(0, 3)
        .map((element) => markOf(selector, element, controls)),
    ),
    frames: page
      .all('iframe')
      .slice(0, 50)
      .filter(isNoticeable)
      .map((frame) => ({
        src: frame instanceof HTMLIFrameElement ? frame.src : '',
        share: shareOf(frame),
      })),
    textLength: visibleLength(page.roots),
    controls: controls.length,
    fields: fields.length,
    ...passwordFacts(page, fields, controls),
    signsOut: page.all(LEADING).some(leadsOut),
  };
}

function markOf(selector: string, element: Element, controls: Element[]): Mark {
  const tops = [element, shadowOf(element)].filter((top) => top !== null);
  return {
    selector,
    shown: isNoticeable(element),
    share: shareOf(element),
    textLength: visibleLength(tops),
    controls: controls.filter((control) => tops.some((top) => own.contains(top, control))).length,
  };
}

function shareOf(element: Element): number {
  const { left, right, top, bottom } = own.getBoundingClientRect(element);
  const width = Math.max(0, Math.min(right, innerWidth) - Math.max(left, 0));
  const height = Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
  return (width * height) / (innerWidth * innerHeight || 1);
}

function leadsOut(element: Element): boolean {
  return ['href', 'action', 'formaction'].some((name) =>
    SIGN_OUT.test(own.getAttribute(element, name)?.split(/[?#]/)[0] ?? ''),
  );
}
