import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent } from './agent.ts';
import type { Application } from './application.ts';

const SETTINGS = {
  uiHost: '127.0.0.1',
  flowFile: 'flows.json',
  telemetry: { enabled: false, updateNotification: false },
  editorTheme: { tours: false },
  externalModules: { palette: { allowInstall: false } },
};

/** What the import dialog is given: a tab with two nodes, with all that makes Node-RED call them valid. */
const INJECT = { props: [{ p: 'payload' }], payload: '', payloadType: 'date', repeat: '', onceDelay: 0.1 };
const DEBUG = { active: true, tosidebar: true, complete: 'payload', targetType: 'msg', statusVal: '' };
const IMPORTED = JSON.stringify([
  { id: 'tab', type: 'tab', label: 'Backup' },
  { id: 'from', type: 'inject', z: 'tab', name: 'Every night', x: 140, y: 80, wires: [['to']], ...INJECT },
  { id: 'to', type: 'debug', z: 'tab', name: 'Saved', x: 360, y: 80, wires: [], ...DEBUG },
]);

export const nodeRed: Application = {
  name: 'Node-RED',
  package: 'node-red',
  hard: 'The palette and the nodes on the canvas have no role, no name and no handle, so each needs a selector from `dom` or `inspect`. The canvas is drawn with animation frames. The import dialog and the filter of the palette listen only to keys and to a paste, and `fill` sends neither.',
  prepare({ program, data, port }) {
    const settings = join(data, 'settings.js');
    writeFileSync(settings, `module.exports = ${JSON.stringify({ ...SETTINGS, uiPort: port })};\n`);
    return { args: [join(program, 'red.js'), '--userDir', data, '--settings', settings], cwd: data };
  },
  tasks: [
    {
      name: 'drag two nodes from the palette, wire them, deploy',
      shown: true,
      async act(agent) {
        await agent.run('elements');
        await agent.run('dom', '--selector', '#red-ui-palette', '--depth', '6', '--all');
        await agent.run('drag', '--from', '[data-palette-type="inject"]', '--by', '250,60');
        await agent.run('drag', '--from', '[data-palette-type="debug"]', '--by', '500,20');
        await wire(agent, await nodeWith(agent, 'timestamp'), await nodeWith(agent, 'debug 1'));
        await deploy(agent);
      },
      isDone(data) {
        const [inject, debug] = [flowOf(data, 'inject'), flowOf(data, 'debug')];
        return debug !== undefined && inject?.wires?.[0]?.[0] === debug.id;
      },
    },
    {
      name: 'open a node by a double click, change its name and two settings, deploy',
      shown: true,
      async act(agent) {
        await agent.click(await nodeWith(agent, 'debug 1'), '--count', '2');
        await agent.click(await agent.find(/checkbox "system console"/));
        await agent.click(await agent.find(/checkbox "node status/));
        await agent.write(await agent.find(/textbox "Name"/), 'Show it');
        await agent.click(await agent.find(/button "Done"/));
        await deploy(agent);
      },
      isDone(data) {
        const debug = flowOf(data, 'debug');
        return debug?.name === 'Show it' && debug.console === true && debug.tostatus === true;
      },
    },
    {
      name: 'find a node in the palette, write its code in Monaco, deploy',
      shown: true,
      async act(agent) {
        await agent.type('function', await agent.find(/textbox "filter nodes"/));
        await agent.run('drag', '--from', '[data-palette-type="function"]', '--by', '350,220');
        await agent.click(await nodeWith(agent, 'function 1'), '--count', '2');
        await agent.writeInEditor(await agent.find(/textbox "Editor content"/), CODE);
        await agent.click(await agent.find(/button "Done"/));
        await deploy(agent);
      },
      isDone: (data) => flowOf(data, 'function')?.func === CODE,
    },
    {
      name: 'delete a node with a key, take it back, delete another, deploy',
      shown: true,
      async act(agent) {
        await agent.click(await nodeWith(agent, 'Show it'));
        await agent.press('Delete');
        await agent.press('Mod+z');
        await agent.click(await nodeWith(agent, 'function 1'));
        await agent.press('Delete');
        await deploy(agent);
      },
      isDone: (data) => flowOf(data, 'debug') !== undefined && flowOf(data, 'function') === undefined,
    },
    {
      name: 'import a flow from text, deploy',
      shown: false,
      async act(agent) {
        await agent.press('Mod+i');
        await agent.write(await agent.find(/textbox \[focused\]/), IMPORTED);
        // The dialog looks at its text when a key is released.
        await agent.press('End');
        await agent.run('wait', '--strategy', 'enabled', '--target', '#red-ui-clipboard-dialog-ok');
        await agent.click(await agent.find(/button "Import"/));
        await deploy(agent);
      },
      isDone: (data) => flows(data).some(({ type, label }) => type === 'tab' && label === 'Backup'),
    },
  ],
};

const CODE = 'msg.payload = "made by hand";\nreturn msg;';

/** The selector of a node on the canvas, by its label. */
async function nodeWith(agent: Agent, label: string): Promise<string> {
  const { elements } = await agent.run('inspect', '--selector', '.red-ui-flow-node-group');
  for (const { selector } of elements) {
    if ((await agent.run('text', '--selector', selector)).text.includes(label)) return selector;
  }
  throw new Error(`no node ${label}`);
}

async function wire(agent: Agent, from: string, to: string): Promise<void> {
  const ports = ['--from', `${from} .red-ui-flow-port-output .red-ui-flow-port`];
  await agent.run('drag', ...ports, '--to', `${to} .red-ui-flow-port-input .red-ui-flow-port`);
}

async function deploy(agent: Agent): Promise<void> {
  await agent.click(await agent.find(/link "Deploy"/));
  await agent.see('Successfully deployed');
}

interface FlowNode {
  id: string;
  type: string;
  name?: string;
  label?: string;
  func?: string;
  console?: boolean;
  tostatus?: boolean;
  wires?: string[][];
}

function flows(data: string): FlowNode[] {
  const file = join(data, 'flows.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

const flowOf = (data: string, type: string) => flows(data).find((each) => each.type === type);
