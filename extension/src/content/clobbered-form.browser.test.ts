import { afterEach, expect, test } from 'vitest';
import { runInTestPage } from '../testing/run-in-page.ts';
import { click } from './actions/click.ts';
import { text } from './actions/text.ts';

afterEach(() => document.body.replaceChildren());

for (const name of ['assignedSlot', 'checkVisibility', 'dispatchEvent', 'parentElement', 'getRootNode']) {
  test(`a form with a field called ${name} is read and clicked`, async () => {
    document.body.innerHTML = `<form><input name="${name}"><button type="button" id="go">Go on</button></form>`;
    const heard: string[] = [];
    document.querySelector('#go')?.addEventListener('click', () => heard.push('click'));
    expect(await runInTestPage('text', text, {})).toMatchObject({ text: 'Go on' });
    const clicked = await runInTestPage('click', click, { target: { selector: '#go' } });
    expect(clicked).toMatchObject({ clicked: true });
    expect(heard).toEqual(['click']);
  });
}
