import type { ConnectionStatus, FromPopup } from '../../popup-messages.ts';
import { registerDownloads } from './downloads.ts';
import { registerLending, renderLending } from './lending.ts';
import { part, show, write } from './parts.ts';
import { factsOf, type Words, wordsFor } from './words.ts';

const ASK_EVERY_MS = 1_000;
const COPIED_FOR_MS = 1_200;

const state = part('state', HTMLElement);
const label = part('label', HTMLInputElement);
const labelNote = part('label-note', HTMLElement);

function render(words: Words): void {
  state.dataset['tone'] = words.tone;
  write('headline', words.headline);
  write('explanation', words.explanation);
  write('report', words.report);
  write('advice', words.advice);
  write('command-text', words.command);
  show('report', words.report !== undefined);
  show('advice', words.advice !== undefined);
  show('command', words.command !== undefined);
}

function renderStatus(status: ConnectionStatus): void {
  render(wordsFor(status));
  // An ask for a tab has its own buttons.
  show('done', (status.sessions?.paused ?? 0) > status.lending.asks.length);
  renderLending(status.lending, status.note);
  if (document.activeElement !== label) label.value = status.label;
  const rows = factsOf(status).flatMap(([name, value]) => {
    const [term, text] = [document.createElement('dt'), document.createElement('dd')];
    term.textContent = name;
    text.textContent = value;
    return [term, text];
  });
  part('facts', HTMLElement).replaceChildren(...rows);
}

async function ask(message: FromPopup): Promise<void> {
  try {
    const [front] = await chrome.tabs.query({ active: true, currentWindow: true });
    const about = front?.id === undefined ? {} : { front: front.id };
    // as: the worker answers every message of the popup with its status, or is replaced before it can.
    const status = (await chrome.runtime.sendMessage({ ...message, ...about })) as
      | ConnectionStatus
      | undefined;
    if (status) renderStatus(status);
  } catch (error) {
    render({
      tone: 'bad',
      headline: 'The extension does not answer',
      explanation: 'Close this window and open it again.',
      report: error instanceof Error ? error.message : String(error),
    });
  }
}

async function keepAsking(first: FromPopup): Promise<void> {
  await ask(first);
  setTimeout(keepAsking, ASK_EVERY_MS, { type: 'status' });
}

part('reconnect', HTMLButtonElement).addEventListener('click', () => {
  render({ tone: 'wait', headline: 'Connecting…', explanation: '' });
  void ask({ type: 'reconnect' });
});

registerLending(ask);
registerDownloads();

part('done', HTMLButtonElement).addEventListener('click', () => void ask({ type: 'done' }));

part('label-form', HTMLFormElement).addEventListener('submit', async (event) => {
  event.preventDefault();
  label.blur();
  await ask({ type: 'set-label', label: label.value });
  labelNote.textContent = 'Saved.';
});

for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy')) {
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(
      document.getElementById(button.dataset['copies'] ?? '')?.textContent ?? '',
    );
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, COPIED_FOR_MS);
  });
}

void keepAsking({ type: 'opened' });
