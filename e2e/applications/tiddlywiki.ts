import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Application } from './application.ts';

export const tiddlyWiki: Application = {
  name: 'TiddlyWiki',
  package: 'tiddlywiki',
  hard: 'The text of an entry is written in a frame. Every entry has buttons of the same names before its heading, so the entry has to be opened first, to be the first one.',
  prepare({ program, data, port }) {
    const tiddlyWiki = join(program, 'tiddlywiki.js');
    execFileSync(process.execPath, [tiddlyWiki, data, '--init', 'server'], { stdio: 'ignore' });
    mkdirSync(join(data, 'tiddlers'));
    for (const title of ['Apple', 'Banana', 'Cherry']) {
      const entry = `title: ${title}\ntags: fruit\n\nA ${title.toLowerCase()}.`;
      writeFileSync(fileOf(data, title), entry);
    }
    writeFileSync(join(data, 'Quince.tid'), 'title: Quince\ntags: fruit\n\nA quince.');
    return { args: [tiddlyWiki, data, '--listen', `port=${port}`, 'host=127.0.0.1'], cwd: data };
  },
  tasks: [
    {
      name: 'write an entry with a title, two tags and a text',
      shown: false,
      async act(agent) {
        await agent.click(await agent.find(/button "new tiddler"/));
        await agent.write(await agent.find(/textbox .*= "New Tiddler"/), 'Bread');
        await agent.type('recipe', 'input[placeholder="tag name"]');
        await agent.press('Enter');
        await agent.type('baking');
        await agent.press('Enter');
        await agent.write(await agent.find(/textbox "Type the text/), 'Flour, water, salt.');
        await agent.click(await agent.find(/button "Confirm changes/));
      },
      isDone(data) {
        const bread = entry(data, 'Bread');
        return /^tags: (recipe baking|baking recipe)$/m.test(bread) && bread.endsWith('Flour, water, salt.');
      },
    },
    {
      name: 'find an entry by a word of its text, and rename it',
      shown: false,
      async act(agent) {
        await agent.type('flour', await agent.find(/searchbox/));
        await agent.see('1 matches');
        await agent.click(await agent.find(/link "Bread"/, { after: /searchbox/ }));
        await agent.press('Escape');
        await agent.see('Flour, water, salt.');
        await agent.click(await agent.find(/button "Edit this tiddler"/, { after: /^main/ }));
        await agent.write(await agent.find(/textbox .*= "Bread"/), 'Sourdough');
        await agent.click(await agent.find(/button "Confirm changes/));
      },
      isDone: (data) =>
        entry(data, 'Sourdough').endsWith('Flour, water, salt.') && !existsSync(fileOf(data, 'Bread')),
    },
    {
      name: 'put the entries of a tag into another order, by dragging',
      shown: true,
      async act(agent) {
        await agent.click(await agent.find(/tab "More"/));
        await agent.click(await agent.find(/clickable/, { above: /"fruit"/ }));
        const page = await agent.read();
        await agent.run('drag', '--from', page.find(/link "Cherry"/), '--to', page.find(/link "Apple"/));
      },
      isDone: (data) => /^list: Cherry Apple Banana$/m.test(entry(data, 'fruit')),
    },
    {
      name: 'delete an entry, and answer the question of the page',
      shown: false,
      async act(agent) {
        await agent.type('banana', await agent.find(/searchbox/));
        await agent.see('Title matches');
        await agent.click(await agent.find(/link "Banana"/, { after: /searchbox/ }));
        await agent.press('Escape');
        await agent.see('A banana.');
        await agent.click(await agent.find(/button "Edit this tiddler"/, { after: /^main/ }));
        await agent.click(await agent.find(/button "Delete this tiddler"/), '--dialogs', 'accept');
      },
      isDone: (data) => !existsSync(fileOf(data, 'Banana')) && existsSync(fileOf(data, 'Apple')),
    },
    {
      name: 'import an entry from a file',
      shown: false,
      async act(agent, { data }) {
        await agent.click(await agent.find(/tab "Tools"/));
        await agent.run(
          'upload',
          '--element',
          await agent.find(/^ *upload/),
          '--file',
          join(data, 'Quince.tid'),
        );
        await agent.click(await agent.find(/button "Import"/));
      },
      isDone: (data) =>
        /^tags: fruit$/m.test(entry(data, 'Quince')) && entry(data, 'Quince').endsWith('A quince.'),
    },
  ],
};

const fileOf = (data: string, title: string) => join(data, 'tiddlers', `${title}.tid`);

function entry(data: string, title: string): string {
  return existsSync(fileOf(data, title)) ? readFileSync(fileOf(data, title), 'utf8') : '';
}
