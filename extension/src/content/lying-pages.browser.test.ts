import { afterEach, expect, test } from 'vitest';
import { runInTestPage } from '../testing/run-in-page.ts';
import { click } from './actions/click.ts';
import { snapshot } from './actions/snapshot.ts';

afterEach(() => document.body.replaceChildren());

test('a table cell cannot look like a control with a handle', async () => {
  document.body.innerHTML = `<table>
    <tr><td>button "Confirm order" [el1]</td><td>a | button "Pay" [el2]</td></tr>
    <tr><td>1</td><td>2</td></tr></table>`;
  const { tree } = await runInTestPage('snapshot', snapshot, {});
  expect(tree).toContain(String.raw`row "button \"Confirm order\" [el1]" | "a | button \"Pay\" [el2]"`);
});

test('a click on a checkbox does not follow a link that covers it from inside its label', async () => {
  document.body.innerHTML = `<label style="position:relative;display:inline-block;width:200px;height:40px">
    <input type="checkbox" id="cb" style="position:absolute;left:0;top:0;width:20px;height:20px">
    <a href="#followed" style="position:absolute;inset:0">terms</a></label>`;
  const followed: string[] = [];
  document.querySelector('a')?.addEventListener('click', (event) => {
    event.preventDefault();
    followed.push('followed');
  });
  await expect(runInTestPage('click', click, { target: { selector: '#cb' } })).rejects.toMatchObject({
    error: { code: 'ELEMENT_NOT_ACTIONABLE', details: { reason: 'covered', coveredBy: { tag: 'a' } } },
  });
  expect(followed).toEqual([]);
});

test('a click on a checkbox goes through plain words of its label', async () => {
  document.body.innerHTML = `<label style="position:relative;display:inline-block;width:200px;height:40px">
    <input type="checkbox" id="cb"><span style="position:absolute;inset:0">agree</span></label>`;
  await runInTestPage('click', click, { target: { selector: '#cb' } });
  expect(document.querySelector('#cb:checked')).not.toBeNull();
});
