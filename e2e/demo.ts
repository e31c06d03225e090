import { randomUUID } from 'node:crypto';
import { html, Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

/** `npm start`: the whole product, for real, in a throwaway profile. */
const keep = process.argv.includes('--keep');
const headless = !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'];

const pages = await Pages.serve({
  '/': html(
    'A small shop',
    `<h1>A small shop</h1>
     <p>Served from this computer, for this demonstration.</p>
     <ul><li>Tea <b>4.20</b></li><li>Biscuits <b>2.80</b></li></ul>
     <p><a href="/orders">Your orders</a></p>`,
  ),
  '/orders': html(
    'Your orders',
    `<h1>Your orders</h1><table>
     <tr><th>Day</th><th>What</th></tr><tr><td>Monday</td><td>Tea</td></tr></table>
     <p>Receipt ${randomUUID().slice(0, 8)}</p>`,
  ),
});
const world = new World();

async function show(...args: string[]): Promise<unknown> {
  console.log(`\n$ bproxy ${args.join(' ')}`);
  const { code, stdout, stderr } = await world.bproxy(...args);
  process.stdout.write(stdout || stderr);
  if (code !== 0) throw new Error(`bproxy ${args[0]} ended with exit code ${code}`);
  return JSON.parse(stdout);
}

function sessionOf(answer: unknown): string {
  if (typeof answer === 'object' && answer !== null && 'data' in answer) {
    const { data } = answer;
    if (typeof data === 'object' && data !== null && 'session' in data) return String(data.session);
  }
  throw new Error('the answer has no session');
}

async function demonstrate(): Promise<void> {
  console.log('Registering the host in a throwaway profile and starting Chromium with the extension …');
  await world.startBrowser('demo', { headless });
  const { clients, daemon } = await world.connected();
  console.log(
    `Connected with no click: ${clients[0]?.label}; the daemon was started by the ${daemon.startedBy}.`,
  );
  await show('status');
  const session = sessionOf(await show('tab', 'open', '--url', pages.url('/')));
  await show('snapshot', '-s', session);
  await show('navigate', '--url', pages.url('/orders'), '-s', session);
  await show('text', '--selector', 'table', '-s', session);
  await show('tab', 'list', '-s', session);
  await show('debug', 'log', '--limit', '2', '-s', session);
  if (!keep) await show('session', 'close', '-s', session);
}

async function waitForInterrupt(): Promise<void> {
  console.log(`\nThe browser stays up. Drive it from another terminal:

  export BPROXY_HOME=${world.home}
  alias bproxy="${process.execPath} ${process.cwd()}/cli/dist/bproxy.cjs"
  bproxy tab open --url ${pages.url('/')}

Ctrl-C here ends everything.`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

try {
  await demonstrate();
  if (keep) await waitForInterrupt();
} finally {
  await world.close();
  await pages.close();
}
console.log('\nDone: the browser, the link and the daemon have ended, and nothing is left behind.');
