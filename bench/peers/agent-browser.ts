import { join } from 'node:path';
import { COUNTER, NOTE } from '../measure.ts';
import { runToEnd } from '../product.ts';
import type { PeerKind } from './peer.ts';

/** Its client is a native program, so its commands are compared as they are: cold. */
export const AGENT_BROWSER: PeerKind = {
  name: 'agent-browser',
  how: 'cold',
  async start(folder, chromium) {
    // The program itself: what npm links is a wrapper in Node, whose start would be measured with it.
    const program = join(
      folder,
      `node_modules/agent-browser/bin/agent-browser-${process.platform}-${process.arch}`,
    );
    const env = {
      ...process.env,
      AGENT_BROWSER_SESSION: `bench-${process.pid}`,
      AGENT_BROWSER_EXECUTABLE_PATH: chromium,
      AGENT_BROWSER_ARGS: '--no-sandbox',
      HOME: folder,
    };
    const run = (...words: string[]) => runToEnd(program, words, env);
    return {
      async show(url) {
        await run('open', url);
      },
      snapshot: () => run('snapshot'),
      async click() {
        await run('click', COUNTER);
      },
      async fill(value) {
        await run('fill', NOTE, value);
      },
      async close() {
        await run('close');
      },
    };
  },
};
