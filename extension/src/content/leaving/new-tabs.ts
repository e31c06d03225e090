import * as own from '../dom/own-properties.ts';
import { isMac } from '../keyboard/key-table.ts';
import { isUserActive } from '../user-activity.ts';

/** A page that opens more at once wants something else than the user. Chrome then deals with them. */
const MOST_TABS = 5;
const TYPES = ['click', 'auxclick', 'submit'];
const SAME_TAB = new Set(['', '_self', '_parent', '_top']);

/**
 * Takes over the new tabs that an action would open: of links and forms with such a target, and of clicks with a middle
 * button or the key for commands. Chrome would make such a tab the active one, and raise, focus and
 * restore its window, in the middle of what the user types. The worker opens them in the background instead. Returns
 * the function that ends it. Clicks of the user are left alone.
 */
export function takeNewTabs(open: (url: string) => void, isShown = false): () => void {
  let left = MOST_TABS;
  const take = (event: Event) => {
    // In a tab that the agent has shown, Chrome opens new tabs in its own way. It ignores a middle button of a script.
    if (isShown && event.type !== 'auxclick') return;
    const url = isOfUser(event) || event.defaultPrevented ? null : newTabOf(event);
    if (url === null || left === 0) return;
    left -= 1;
    event.preventDefault();
    open(url);
  };
  // At the window, and after the page's own listeners: each of them may prevent the default itself.
  for (const type of TYPES) own.addEventListener(window, type, take);
  return () => {
    for (const type of TYPES) own.removeEventListener(window, type, take);
  };
}

/** Chrome itself makes the submit event, and marks it as trusted whoever clicked. */
function isOfUser(event: Event): boolean {
  return event.type === 'submit' ? isUserActive() : event.isTrusted;
}

/** The address that Chrome would open in a new tab by default. Null if it would not, or if only Chrome can do it. */
function newTabOf(event: Event): string | null {
  const url = event.type === 'submit' ? urlOfForm(event) : urlOfAnchor(event);
  return url && /^https?:/i.test(url) ? url : null;
}

const WITH_DEFAULT = 'a[href], area[href], button, input, select, textarea, label, summary';

function urlOfAnchor(event: Event): string | null {
  // The right button follows no hyperlink.
  if (event instanceof MouseEvent && event.button === 2) return null;
  const anchor = event
    .composedPath()
    .find((at): at is Element => at instanceof Element && own.matches(at, WITH_DEFAULT));
  if (!anchor || !own.matches(anchor, 'a, area') || own.hasAttribute(anchor, 'download')) return null;
  const href = own.getAttribute(anchor, 'href') ?? own.getAttribute(anchor, 'xlink:href');
  const wantsTab = isForNewTab(event) || opensTab(own.getAttribute(anchor, 'target'));
  return href !== null && wantsTab ? resolved(href) : null;
}

/** Ctrl, or Cmd on a Mac, and the middle button open any hyperlink in a new tab. */
function isForNewTab(event: Event): boolean {
  if (!(event instanceof MouseEvent)) return false;
  return event.type === 'auxclick' ? event.button === 1 : isMac ? event.metaKey : event.ctrlKey;
}

/** Only a form that is sent with its fields in the address. Chrome alone can send another one. */
function urlOfForm(event: Event): string | null {
  const [form] = event.composedPath();
  if (!(form instanceof HTMLFormElement)) return null;
  const submitter = event instanceof SubmitEvent && event.submitter ? event.submitter : null;
  const of = (name: string) =>
    (submitter && own.getAttribute(submitter, `form${name}`)) ?? own.getAttribute(form, name);
  const isGet = !['post', 'dialog'].includes((of('method') ?? '').toLowerCase());
  if (!isGet || !opensTab(of('target')) || own.characterSet(document) !== 'UTF-8') return null;
  const url = resolved(of('action') || location.href);
  if (url === null) return null;
  const fields = [...new FormData(form, submitter)].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : value.name,
  ]);
  const address = new URL(url);
  address.search = new URLSearchParams(fields).toString();
  return address.href;
}

/** A name that no frame of the page has is that of a new tab. */
function opensTab(given: string | null): boolean {
  const base = own.querySelector(document, 'base[target]');
  const target = given ?? (base && own.getAttribute(base, 'target')) ?? '';
  if (SAME_TAB.has(target.toLowerCase()) || target === window.name) return false;
  return !own.querySelector(
    document,
    `iframe[name=${CSS.escape(target)}], frame[name=${CSS.escape(target)}]`,
  );
}

function resolved(address: string): string | null {
  return URL.canParse(address, own.baseURI(document)) ? new URL(address, own.baseURI(document)).href : null;
}
