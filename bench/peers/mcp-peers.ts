import { join } from 'node:path';
import { McpClient } from './mcp-client.ts';
import type { PeerKind } from './peer.ts';

export const PLAYWRIGHT_MCP: PeerKind = {
  name: '@playwright/mcp',
  how: 'warm',
  async start(folder, chromium) {
    const client = await McpClient.start(
      join(folder, 'node_modules/@playwright/mcp/cli.js'),
      ['--headless', '--isolated', '--no-sandbox', '--browser', 'chromium', '--executable-path', chromium],
      folder,
    );
    const snapshot = () => client.call('browser_snapshot');
    const act = async (tool: string, element: string, more: object = {}) => {
      const target = refs.get(element) ?? '';
      await client.call(tool, { element, ref: target, target, ...more });
    };
    const refs = new Map<string, string>();
    return {
      async show(url) {
        await client.call('browser_navigate', { url });
        const text = await snapshot();
        refs.set('Count', /button "Count".*?\[ref=(\w+)\]/.exec(text)?.[1] ?? '');
        refs.set('Note', /textbox "Note".*?\[ref=(\w+)\]/.exec(text)?.[1] ?? '');
      },
      snapshot,
      click: () => act('browser_click', 'Count'),
      fill: (value) => act('browser_type', 'Note', { text: value }),
      close: () => client.close(),
    };
  },
};

export const CHROME_DEVTOOLS_MCP: PeerKind = {
  name: 'chrome-devtools-mcp',
  how: 'warm',
  async start(folder, chromium) {
    const client = await McpClient.start(
      join(folder, 'node_modules/chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js'),
      ['--headless', '--isolated', '--executablePath', chromium, '--chromeArg=--no-sandbox'],
      folder,
    );
    let pageId = 1;
    const snapshot = () => client.call('take_snapshot', { pageId });
    let uids = { count: '', note: '' };
    return {
      async show(url) {
        const opened = await client.call('new_page', { url });
        pageId = Number(/^(\d+):.*\[selected\]/m.exec(opened)?.[1] ?? pageId);
        const text = await snapshot();
        uids = {
          count: /uid=(\S+) button "Count"/.exec(text)?.[1] ?? '',
          note: /uid=(\S+) textbox "Note/.exec(text)?.[1] ?? '',
        };
      },
      snapshot,
      async click() {
        await client.call('click', { pageId, uid: uids.count });
      },
      async fill(value) {
        await client.call('fill', { pageId, uid: uids.note, value });
      },
      close: () => client.close(),
    };
  },
};
