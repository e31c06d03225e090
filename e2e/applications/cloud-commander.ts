import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Application } from './application.ts';

const FILES = {
  'draft.txt': 'Beginning.\n',
  'old-1.txt': 'One.\n',
  'old-2.txt': 'Two.\n',
  'plan.txt': 'The plan.\n',
};

export const cloudCommander: Application = {
  name: 'Cloud Commander',
  package: 'cloudcmd',
  hard: 'The buttons are named F1 to F10, and what they do stands only in their titles, which no read shows. Ace draws nothing in a background tab.',
  prepare({ program, data, port }) {
    mkdirSync(join(data, 'files'));
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(data, 'files', name), text);
    const flags = ['--no-open', '--no-auth', '--no-terminal', '--no-contact'];
    return {
      args: [
        join(program, 'bin/cloudcmd.mjs'),
        '--port',
        String(port),
        '--root',
        join(data, 'files'),
        ...flags,
      ],
      cwd: data,
      env: { IP: '127.0.0.1', HOME: data },
    };
  },
  tasks: [
    {
      name: 'make a folder',
      shown: false,
      async act(agent) {
        await agent.press('F7');
        await agent.write(await agent.find(/textbox \[focused\]/), 'archive');
        await agent.press('Enter');
      },
      isDone: (data) =>
        statSync(join(data, 'files/archive'), { throwIfNoEntry: false })?.isDirectory() ?? false,
    },
    {
      name: 'write in a text file, and save it',
      shown: true,
      async act(agent) {
        await agent.click(await agent.find(/link "draft.txt"/));
        await agent.press('F4');
        await agent.see('Beginning.');
        await agent.press('Mod+End');
        await agent.type('End.');
        await agent.press('Mod+s');
      },
      isDone: (data) => read(data, 'draft.txt') === 'Beginning.\nEnd.',
    },
    {
      name: 'rename a file',
      shown: false,
      async act(agent) {
        await agent.click(await agent.find(/link "draft.txt"/));
        await agent.press('Shift+F6');
        await agent.write(await agent.find(/textbox \[focused\]/), 'letter.txt');
        await agent.press('Enter');
      },
      isDone: (data) => read(data, 'letter.txt').startsWith('Beginning.') && read(data, 'draft.txt') === '',
    },
    {
      name: 'open a folder in the other panel, and copy a file there by dragging',
      shown: true,
      async act(agent) {
        await agent.click((await agent.read()).last(/link "archive"/), '--count', '2');
        await agent.see('/archive/');
        const page = await agent.read();
        await agent.run('drag', '--from', page.find(/link "plan.txt"/), '--to', page.last(/link "\.\."/));
        await agent.see('Copy "plan.txt"');
        await agent.click(await agent.find(/button "OK"/));
      },
      isDone: (data) => read(data, 'archive/plan.txt') === 'The plan.\n' && read(data, 'plan.txt') !== '',
    },
    {
      name: 'select two files and delete them',
      shown: false,
      async act(agent) {
        await agent.click(await agent.find(/link "old-1.txt"/));
        await agent.press('Insert', 'ArrowDown', 'Insert');
        await agent.press('F8');
        await agent.see('delete the selected 2');
        await agent.click(await agent.find(/button "OK"/));
      },
      isDone: (data) =>
        read(data, 'old-1.txt') + read(data, 'old-2.txt') === '' && read(data, 'plan.txt') !== '',
    },
  ],
};

function read(data: string, name: string): string {
  const file = join(data, 'files', name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
