import {
  type BproxyError,
  type ElementTarget,
  type IdentifiedElement,
  type NextStep,
  next,
  ProtocolError,
  type StepParams,
  step,
} from '@bproxy/shared';
import { isMatch } from '../dom/element-facts.ts';
import { known } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';
import { renderedParent } from '../dom/rendered-children.ts';
import { identify } from '../targets/element-names.ts';
import { isWithin } from '../visibility/element-at-point.ts';
import type { StateRule } from './state-rules.ts';

const ROWS = 'tr, li, article, [role="row"], [role="listitem"], [role="option"], [role="treeitem"]';
const CONTROLS = 'a[href], button, summary, [role="button"], [role="link"], [role="menuitem"]';
const MENU = 'summary, [aria-haspopup]:not([aria-haspopup="false"])';
const MOST_CONTROLS = 5;
const FOR_USER = 'Point at the row, and use the action that appears there.';
/** Text of a page that could end the quotes or the line in some shell. */
const UNSAFE = /['`\p{Cc}]/u;
const LONGEST_WORD = 500;

/** The same error, with the way to show the element and an alternative that works without it. */
export function advised(
  error: BproxyError,
  element: Element,
  hidden: readonly Element[],
  rules: StateRule[],
): ProtocolError {
  const usable = rules.filter(({ holder }) => !hidden.includes(holder) && known(holder).isVisible);
  const rule = usable.find(({ by }) => by === 'hover') ?? usable[0];
  const holder = rule?.holder ?? rowOf(element);
  const row = holder ? identify(holder) : undefined;
  if (!holder || !row) return new ProtocolError(error.code, error);
  const by = rule?.by ?? 'hover';
  const address = addressOf(element);
  const controls = controlsIn(holder, element);
  const steps = [
    ...(address
      ? [next`${stepTo('navigate', { url: address }, 'details.address')} goes to its address.`]
      : []),
    ...(rule ? [] : [next`${stepAt('hover', row, 'details.revealedBy')} may show it: then repeat.`]),
    ...menuOf(controls).map(
      (menu) => next`${stepAt('click', menu, 'details.controls')} opens a menu beside it.`,
    ),
    ...(rule ? [next`${step('require-human', { reason: FOR_USER })} asks the user to do it.`] : []),
  ];
  return new ProtocolError(error.code, {
    ...error,
    message: `${error.message} ${explained(row, rule)}`,
    suggestedAction: steps.flatMap((each, at) => (at === 0 ? each : [' ', ...each])),
    details: {
      ...error.details,
      revealedBy: { by, ...(rule ? { rule: true } : {}), ...row },
      ...(address ? { address } : {}),
      ...(controls.length > 0 ? { controls: controls.map(({ identified }) => identified) } : {}),
    },
  });
}

function explained({ tag, role, name }: IdentifiedElement, rule: StateRule | undefined): string {
  const it = `${role ?? tag}${name ? ` ${JSON.stringify(name)}` : ''}`;
  if (!rule) return `The page may show it once the pointer is over ${it}.`;
  if (rule.by === 'focus') return `The page shows it only while the keyboard focus is in ${it}.`;
  return `The page shows it only while a real pointer is over ${it}, which bproxy does not have.`;
}

/** The part that a person would point at: the row, or else the nearest small part that shows something more. */
function rowOf(element: Element): Element | null {
  for (let at = renderedParent(element); at && at !== own.body(document); at = renderedParent(at)) {
    const { width, height } = own.getBoundingClientRect(at);
    const isPart = width > 0 && height > 0 && width * height < (innerWidth * innerHeight) / 2;
    if (known(at).isVisible && isPart && (isMatch(at, ROWS) || own.childElementCount(at) > 1)) return at;
  }
  return null;
}

function addressOf(element: Element): string | undefined {
  const anchor = own.closest(element, 'a[href]');
  if (!(anchor instanceof HTMLAnchorElement) || !/^https?:$/.test(anchor.protocol)) return undefined;
  const isHere = anchor.href.split('#')[0] === location.href.split('#')[0];
  return isHere ? undefined : anchor.href;
}

interface Control {
  element: Element;
  identified: IdentifiedElement;
}

function controlsIn(holder: Element, element: Element): Control[] {
  return [...own.querySelectorAll(holder, CONTROLS)]
    .filter((control) => known(control).isVisible && !isWithin(element, control))
    .slice(0, MOST_CONTROLS)
    .flatMap((control) => {
      const identified = identify(control);
      return identified ? [{ element: control, identified }] : [];
    });
}

function menuOf(controls: Control[]): IdentifiedElement[] {
  return controls
    .filter(({ element }) => isMatch(element, MENU))
    .slice(0, 1)
    .map(({ identified }) => identified);
}

function stepAt(action: 'hover' | 'click', target: ElementTarget, where: string): NextStep {
  const named = target.route ? { route: target.route } : { selector: target.selector };
  return stepTo(action, { target: named }, where);
}

/** The values come from the page. */
function stepTo<A extends 'navigate' | 'hover' | 'click'>(
  action: A,
  params: StepParams<A>,
  where: string,
): NextStep {
  const words = Object.values(params).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  );
  const isSafe = words.every((word) => word.length <= LONGEST_WORD && !UNSAFE.test(word));
  return isSafe ? [step(action, params)] : next`${step(action, {}, { session: false })} with ${where}`;
}
