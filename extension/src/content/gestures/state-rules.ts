import { parentOrHost, rootOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';

/** A state of an element in which a style rule changes how another element is shown. */
export interface StateRule {
  by: 'hover' | 'focus';
  /** Whether the ancestors of the element share the state. */
  isWithin: boolean;
  holder: Element;
}

const STATE = /:(hover|focus-within|focus-visible|focus)(?![\w-])/g;
const ANY = ':is(*)';
/** The properties that a rule sets to show something. */
const SHOWING =
  /(?:^|;\s*)(?:display|visibility|opacity|pointer-events|position|inset|left|right|top|bottom|transform|translate|scale|clip|clip-path|width|height|max-width|max-height|margin|content-visibility)(?:-\w+)*:/;
const MOST_RULES = 20_000;
const LONGEST_SELECTOR = 2_000;

/** Every state of an element by which a rule of the page may show one of these. Rules of other sites cannot be read. */
export function stateRules(hidden: readonly Element[]): StateRule[] {
  const found: StateRule[] = [];
  const [element] = hidden;
  if (!element) return found;
  for (const selector of showingSelectors(element)) {
    const plain = selector.replace(STATE, ANY);
    for (const subject of hidden) {
      if (!isSelected(subject, plain)) continue;
      for (const { 1: state, index } of selector.matchAll(STATE)) {
        const holder = holderOf(subject, selector, index);
        if (!holder) continue;
        const by = state === 'hover' ? 'hover' : 'focus';
        found.push({ by, isWithin: state === 'hover' || state === 'focus-within', holder });
      }
    }
  }
  return found;
}

/**
 * Whether a style rule of the page shows something else while a pointer is over the element. A rule that only changes
 * the look of what is pointed at does not count.
 */
export function showsMoreOnHover(element: Element): boolean {
  const path: Element[] = [];
  for (let at: Element | null = element; at; at = parentOrHost(at)) path.push(at);
  for (const selector of showingSelectors(element)) {
    for (const { 1: state, index } of selector.matchAll(STATE)) {
      if (state !== 'hover') continue;
      const end = outside(selector).find((at) => at > index && /[\s>+~]/.test(selector[at] ?? ''));
      const holder = selector.slice(0, end ?? selector.search(/::|$/)).replace(STATE, ANY);
      const isOther = end !== undefined || /::(?:before|after)\b/.test(selector);
      if (isOther && path.some((at) => isSelected(at, holder))) return true;
    }
  }
  return false;
}

/** Selectors, without commas, of the rules that show something in one of the states. */
function* showingSelectors(element: Element): Generator<string> {
  let left = MOST_RULES;
  for (const sheet of sheetsOf(element)) {
    for (const { selector, rule } of rulesOf(sheet)) {
      left -= 1;
      if (left < 0) return;
      if (selector.search(STATE) >= 0 && SHOWING.test(rule.style.cssText)) yield* partsOf(selector);
    }
  }
}

function sheetsOf(element: Element): CSSStyleSheet[] {
  const root = rootOf(element);
  if (root instanceof ShadowRoot) return [...root.styleSheets, ...root.adoptedStyleSheets];
  return [...own.styleSheets(document), ...own.adoptedStyleSheets(document)];
}

interface FlatRule {
  rule: CSSStyleRule;
  /** The selector as it would be written outside of all other rules. */
  selector: string;
}

function* rulesOf(sheet: CSSStyleSheet): Generator<FlatRule> {
  try {
    yield* rulesIn(sheet.cssRules, '');
  } catch {
    // Style sheets of other sites cannot be read.
  }
}

function* rulesIn(rules: CSSRuleList, around: string): Generator<FlatRule> {
  for (const rule of rules) {
    if (rule instanceof CSSImportRule && rule.styleSheet) yield* rulesOf(rule.styleSheet);
    else if (rule instanceof CSSGroupingRule) yield* rulesIn(rule.cssRules, around);
    else if (rule instanceof CSSStyleRule) {
      const selector = around === '' ? rule.selectorText : nested(rule.selectorText, around);
      // Each level may double the list.
      if (selector.length > LONGEST_SELECTOR) continue;
      yield { rule, selector };
      yield* rulesIn(rule.cssRules, selector);
    }
  }
}

function nested(selector: string, around: string): string {
  const parts = partsOf(selector).map((part) =>
    part.includes('&') ? part.replaceAll('&', `:is(${around})`) : `:is(${around}) ${part}`,
  );
  return parts.join();
}

function partsOf(list: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const at of outside(list)) {
    if (list[at] !== ',') continue;
    parts.push(list.slice(from, at).trim());
    from = at + 1;
  }
  return [...parts, list.slice(from).trim()];
}

/** The positions in a selector that are outside all brackets. */
function outside(selector: string): number[] {
  const places: number[] = [];
  let depth = 0;
  for (let at = 0; at < selector.length; at += 1) {
    const char = selector[at] ?? '';
    if (char === '\\') at += 1;
    else if ('(['.includes(char)) depth += 1;
    else if (')]'.includes(char)) depth -= 1;
    else if (depth === 0) places.push(at);
  }
  return places;
}

/** The element that must have the state: the one that the selector matches up to that point. */
function holderOf(subject: Element, selector: string, index: number): Element | null {
  const end = outside(selector).find((at) => at > index && /[\s>+~]/.test(selector[at] ?? ''));
  if (end === undefined) return subject;
  const upTo = selector.slice(0, end).replace(STATE, ANY).trim();
  const isBeside = /[+~]/.test(selector.slice(end));
  for (let at: Element | null = subject; at; at = own.parentElement(at)) {
    if (at !== subject && isSelected(at, upTo)) return at;
    let before = isBeside ? own.previousElementSibling(at) : null;
    for (; before; before = own.previousElementSibling(before)) {
      if (isSelected(before, upTo)) return before;
    }
  }
  const root = rootOf(subject);
  return root instanceof ShadowRoot && upTo.startsWith(':host') ? root.host : null;
}

function isSelected(element: Element, selector: string): boolean {
  try {
    return own.matches(element, selector);
  } catch {
    // Pseudo-elements, and selectors that this Chrome does not know.
    return false;
  }
}
