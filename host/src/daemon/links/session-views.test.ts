import { expect, it } from 'vitest';
import { pause } from '../state/sessions.ts';
import { fakeBrowser, fakeContext } from '../testing/fake-context.ts';
import { turn } from '../testing/fake-pipeline.ts';
import { SessionViews } from './session-views.ts';

function world() {
  const { context } = fakeContext();
  const [work, home] = [fakeBrowser('work'), fakeBrowser('home')];
  for (const { browser } of [work, home]) context.browsers.attach(browser);
  return { context, work, home, views: new SessionViews(context) };
}

it('a browser hears of its own sessions, with their tabs, and of no others', async () => {
  const { context, work, home, views } = world();
  const mail = context.sessions.create('Mail', 'work');
  const nameless = context.sessions.create(undefined, 'work');
  context.sessions.create('Private', 'home');
  context.sessions.create('Nowhere yet', null);
  context.sessions.addTab(mail, { instance: 'work', tabId: 7 }, 'http://secret.test/', 'Secret');
  views.refresh();
  await turn();
  expect(work.sent).toEqual([
    {
      type: 'sessions',
      sessions: [
        { session: mail.id, title: 'Mail', paused: false, tabIds: [7] },
        { session: nameless.id, title: nameless.id, paused: false, tabIds: [] },
      ],
    },
  ]);
  expect(home.sent).toMatchObject([{ sessions: [{ title: 'Private' }] }]);
});

it('many changes in one turn are one message, and no change is no message', async () => {
  const { context, work, views } = world();
  const mail = context.sessions.create('Mail', 'work');
  views.refresh();
  pause(mail, 'Log in', undefined);
  views.refresh();
  await turn();
  expect(work.sent).toMatchObject([{ sessions: [{ paused: true, pauseReason: 'Log in' }] }]);
  mail.pacing = 'fast';
  views.refresh();
  await turn();
  expect(work.sent).toHaveLength(1);
});

it('a browser that reconnects is told again', () => {
  const { context, work, views } = world();
  views.tell(work.browser);
  views.tell(work.browser);
  expect(work.sent).toHaveLength(1);
  const again = fakeBrowser('work');
  context.browsers.attach(again.browser);
  views.tell(again.browser);
  expect(again.sent).toEqual([{ type: 'sessions', sessions: [] }]);
});
