import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

const PAGE = html(
  'Dialogs',
  `<button id="delete" onclick="note(confirm('Delete everything?') ? 'deleted' : 'kept')">Delete</button>
   <button id="name" onclick="note('name ' + prompt('Your name?', 'Ann'))">Name</button>
   <button id="alert" onclick="alert('Saved.'); note('after')">Save</button>
   <button id="late" onclick="setTimeout(() => note(confirm('Later?') ? 'yes' : 'no'), 30)">Later</button>
   <input id="field" onkeydown="if (event.key === 'Enter') note(confirm('Send?') ? 'sent' : 'not sent')">
   <button id="leave" onclick="if (confirm('Leave?')) location.href = '/next'">Leave</button>
   <button id="careful" onclick="if (confirm('Sure?')) note('sure')">Careful</button>
   <p id="log"></p><script>
     const own = [alert, confirm, prompt];
     const note = (line) => log.append(line + '; ');
     const same = () => note(own.every((each, at) => each === [alert, confirm, prompt][at]) ? 'own' : 'foreign');
   </script><button id="same" onclick="same()">Same?</button>`,
);

const world = new World();
let pages: Pages;
let session: string;

beforeAll(async () => {
  pages = await world.serve({ '/': PAGE, '/next': html('Next', '<p>next</p>') });
  await world.startBrowser();
  session = await world.openSession(pages.url('/'), '--show');
});

beforeEach(() => world.data('navigate', 'navigate', '--url', pages.url('/'), '-s', session));

afterAll(() => world.close());

const click = (selector: string, ...words: string[]) =>
  world.data('click', 'click', '--selector', selector, ...words, '-s', session);
const log = async () => (await world.data('text', 'text', '--selector', '#log', '-s', session)).text.trim();

describe('an act that says how to answer', () => {
  it('accepts a question, and reports its words', async () => {
    expect(await click('#delete', '--dialogs', 'accept')).toMatchObject({
      dialogs: [{ type: 'confirm', message: 'Delete everything?', answer: true }],
      effect: { seen: 'dom' },
    });
    expect(await log()).toBe('deleted;');
  });

  it('dismisses it', async () => {
    expect((await click('#delete', '--dialogs', 'dismiss')).dialogs).toMatchObject([{ answer: false }]);
    expect(await log()).toBe('kept;');
  });

  it('gives a prompt its text, or leaves the one that is there', async () => {
    expect((await click('#name', '--dialogs', 'text:Zoë')).dialogs).toEqual([
      { type: 'prompt', message: 'Your name?', answer: 'Zoë' },
    ]);
    await click('#name', '--dialogs', 'accept');
    await click('#name', '--dialogs', 'dismiss');
    expect(await log()).toBe('name Zoë; name Ann; name null;');
  });

  it('is not held up by an alert', async () => {
    expect((await click('#alert', '--dialogs', 'accept')).dialogs).toEqual([
      { type: 'alert', message: 'Saved.' },
    ]);
    expect(await log()).toBe('after;');
  });

  it('also answers what comes a moment later, and what a key asks', async () => {
    await click('#late', '--dialogs', 'accept');
    const words = ['press', '--selector', '#field', '--key', 'Enter', '--dialogs', 'accept', '-s', session];
    expect((await world.data('press', ...words)).dialogs).toHaveLength(1);
    expect(await log()).toBe('yes; sent;');
  });

  it('leaves the page its own functions, the very same ones', async () => {
    await click('#delete', '--dialogs', 'accept');
    await click('#same');
    expect(await log()).toBe('deleted; own;');
  });

  it('says nothing of dialogs where none came', async () => {
    expect(await click('#same', '--dialogs', 'accept')).not.toHaveProperty('dialogs');
  });

  it('follows the page that the answer leads to', async () => {
    expect(await click('#leave', '--dialogs', 'accept')).toMatchObject({ effect: { seen: 'navigation' } });
    expect((await world.data('text', 'text', '-s', session)).text).toBe('next');
  });

  it('works in a background tab, where Chrome itself would answer No', async () => {
    const { session: other } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/'));
    const words = ['click', '--selector', '#delete', '-s', other];
    await world.data('click', ...words);
    await world.data('click', ...words, '--dialogs', 'accept');
    const { text } = await world.data('text', 'text', '--selector', '#log', '-s', other);
    expect(text.trim()).toBe('kept; deleted;');
    await world.data('session.close', 'session', 'close', '-s', other);
  });
});

it('says in a background tab that a question may have been answered with No', async () => {
  const { session: other } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/'));
  const words = ['click', '--selector', '#careful', '-s', other];
  const { effect } = await world.data('click', ...words);
  expect(effect.hint).toContain('repeat with --dialogs dismiss to see the question');
  const seen = await world.data('click', ...words, '--dialogs', 'dismiss');
  expect(seen.dialogs).toMatchObject([{ message: 'Sure?', answer: false }]);
  expect(seen.effect.hint).not.toContain('--dialogs');
  await world.data('session.close', 'session', 'close', '-s', other);
});

describe('dialog dismiss', () => {
  it('closes an open dialog with No, and the page goes on', async () => {
    const error = await world.error('click', '--selector', '#delete', '-s', session);
    expect(error).toMatchObject({
      code: 'DIALOG_OPEN',
      suggestedAction: expect.stringContaining(`bproxy dialog dismiss -s ${session}`),
    });
    expect(await world.data('dialog.dismiss', 'dialog', 'dismiss', '-s', session)).toEqual({
      dismissed: true,
      answered: 'no',
    });
    expect(await log()).toBe('kept;');
    const { tabs } = await world.data('tab.list', 'tab', 'list', '-s', session);
    expect(tabs).toHaveLength(1);
  });

  it('says that there is none', async () => {
    expect(await world.data('dialog.dismiss', 'dialog', 'dismiss', '-s', session)).toEqual({
      dismissed: false,
    });
  });
});
