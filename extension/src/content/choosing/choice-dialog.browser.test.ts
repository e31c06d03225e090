import type { WireResult } from '@bproxy/shared';
import { afterEach, expect, it } from 'vitest';
import { runInTestPage } from '../../testing/run-in-page.ts';
import { select } from '../actions/select.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

const run = (optionText: string): Promise<WireResult<'select'>> =>
  runInTestPage('select', select, { trigger: { selector: '#town' }, optionText });

function part(selector: string): HTMLElement {
  const found = document.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`no ${selector}`);
  return found;
}

/** A button that opens a dialog over the whole page, with radio buttons as its options. */
function dialogButton({ closes }: { closes: boolean }): void {
  document.body.innerHTML = '<button id="town">Town</button>';
  const radios = ['Berlin', 'Paris'].map(
    (town) => `<button role="radio" aria-checked="false">${town}</button>`,
  );
  const buttons = closes ? '' : '<button class="role-cancel">Zurück</button><button id="take">Los</button>';
  part('#town').addEventListener('click', () => {
    const dialog = document.createElement('div');
    dialog.setAttribute('role', 'dialog');
    dialog.setAttribute('style', 'position:fixed;inset:0;background:#fff');
    dialog.innerHTML = `<div role="radiogroup">${radios.join('')}</div>${buttons}`;
    document.body.append(dialog);
    const take = () => {
      part('#town').textContent = dialog.querySelector('[aria-checked=true]')?.textContent ?? 'Town';
      dialog.remove();
    };
    for (const radio of dialog.querySelectorAll('[role=radio]')) {
      radio.addEventListener('click', () => {
        radio.setAttribute('aria-checked', 'true');
        if (closes) take();
      });
    }
    dialog.querySelector('#take')?.addEventListener('click', take);
    dialog.querySelector('.role-cancel')?.addEventListener('click', () => dialog.remove());
  });
}

it('a list of radio buttons that closes with the choice accepts it', async () => {
  dialogButton({ closes: true });
  expect(await run('Paris')).toEqual({ selected: true, optionText: 'Paris' });
  expect(part('#town').textContent).toBe('Paris');
});

it('a dialog that accepts the choice with its own button gets that button pressed', async () => {
  dialogButton({ closes: false });
  expect(await run('Paris')).toEqual({ selected: true, optionText: 'Paris' });
  expect(part('#town').textContent).toBe('Paris');
  expect(document.querySelector('[role=dialog]')).toBeNull();
});

it('a dialog over the page is closed when it does not have the option', async () => {
  dialogButton({ closes: false });
  const close = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') document.querySelector('[role=dialog]')?.remove();
  };
  document.addEventListener('keydown', close);
  expect(await run('Rome')).toEqual({ selected: false, optionText: 'Rome', options: ['Berlin', 'Paris'] });
  document.removeEventListener('keydown', close);
  expect(document.querySelector('[role=dialog]')).toBeNull();
});
