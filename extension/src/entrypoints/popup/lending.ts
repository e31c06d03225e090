import { isSessionId } from '@bproxy/shared';
import type { FromPopup, FrontTab, LendAskView, LendingView } from '../../popup-messages.ts';
import { part, show, write } from './parts.ts';
import { frontWords } from './words.ts';

type Ask = (message: FromPopup) => Promise<void>;

const NEW_SESSION = '';

let shown: LendingView = { front: null, sessions: [], asks: [] };

/** Lists that did not change are left alone: the user may be choosing from them. */
export function renderLending(view: LendingView, note: string | undefined): void {
  const { front, sessions, asks } = view;
  show('lending', front !== null);
  write('lend-state', front ? frontWords(front) : undefined);
  show('lend-form', front?.state === 'free');
  show('take-back', front?.state === 'lent');
  if (note !== undefined) write('lend-note', note);
  if (front?.tabId !== shown.front?.tabId || front?.state !== shown.front?.state) write('lend-note', note);
  const choice = part('lend-to', HTMLSelectElement);
  if (differs(sessions, shown.sessions) || choice.length === 0) {
    const chosen = choice.length === 0 ? null : choice.value;
    const options = [
      ...sessions.map(({ session, title }) => new Option(title, session)),
      new Option('a new session', NEW_SESSION),
    ];
    choice.replaceChildren(...options);
    // The user may have chosen already, and is about to press Lend.
    if (options.some(({ value }) => value === chosen)) choice.value = chosen ?? NEW_SESSION;
  }
  if (differs(asks, shown.asks) || front?.tabId !== shown.front?.tabId) {
    part('asks', HTMLElement).replaceChildren(...asks.map((ask) => askCard(ask, front)));
  }
  shown = view;
}

export function registerLending(ask: Ask): void {
  part('lend-form', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    const { front } = shown;
    const to = part('lend-to', HTMLSelectElement).value;
    const { checked: readOnly } = part('lend-read-only', HTMLInputElement);
    const session = isSessionId(to) ? to : null;
    if (front) void ask({ type: 'lend', tabId: front.tabId, session, readOnly });
  });
  part('take-back', HTMLButtonElement).addEventListener('click', () => {
    if (shown.front) void ask({ type: 'take-back', tabId: shown.front.tabId });
  });
  part('asks', HTMLElement).addEventListener('submit', (event) => {
    event.preventDefault();
    const { target: form } = event;
    if (!(form instanceof HTMLFormElement)) return;
    const session = form.dataset['session'] ?? '';
    if (!isSessionId(session)) return;
    const given = new FormData(form);
    const isNo = event.submitter instanceof HTMLButtonElement && event.submitter.value === 'no';
    const readOnly = given.has('read-only');
    void ask(
      isNo
        ? { type: 'refuse', session }
        : { type: 'lend', tabId: Number(given.get('tab')), session, readOnly },
    );
  });
}

/** Who asks, why, and the tabs that the user may lend. No page has a say in it: texts are set as text. */
function askCard(
  { session, title, reason, host, candidates }: LendAskView,
  front: FrontTab | null,
): HTMLElement {
  const offers = candidates.map(
    (tab) => new Option(`${tab.title || tab.host} (${tab.host})`, `${tab.tabId}`),
  );
  const isListed = candidates.some(({ tabId }) => tabId === front?.tabId);
  if (front?.state === 'free' && !isListed)
    offers.push(new Option(`This tab: ${front.title}`, `${front.tabId}`));
  const form = element('form', { className: 'card ask' });
  form.dataset['session'] = session;
  form.setAttribute('aria-label', `${title} asks for a tab`);
  const site = host === undefined ? 'one of your tabs' : `a tab of ${host}`;
  const who = element('p', {});
  who.append(element('strong', { textContent: title }), ` asks for ${site}:`);
  const buttons = element('div', { className: 'row' });
  const no = element('button', { type: 'submit', value: 'no', textContent: 'No' });
  form.append(who, element('p', { textContent: reason }));
  if (offers.length === 0) {
    const missing = host === undefined ? 'Bring the tab to the front first.' : `No tab of ${host} is open.`;
    form.append(element('p', { className: 'hint', textContent: missing }));
    buttons.append(no);
  } else {
    const choice = element('select', { name: 'tab' });
    choice.setAttribute('aria-label', 'The tab to lend');
    choice.append(...offers);
    const check = element('label', { className: 'check' });
    check.append(element('input', { type: 'checkbox', name: 'read-only' }), ' For reading only');
    form.append(choice, check);
    buttons.append(element('button', { type: 'submit', value: 'lend', textContent: 'Lend' }), no);
  }
  form.append(buttons);
  return form;
}

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(tag), properties);
}

function differs(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) !== JSON.stringify(b);
}
