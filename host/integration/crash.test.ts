import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { FakeChrome } from './fake-chrome.ts';
import { isRunning, TestHome, until } from './home.ts';

let home: TestHome;
let chrome: FakeChrome;

afterEach(async () => {
  await chrome.end();
  await home.remove();
});

/** Listens in the daemon's place, so that no daemon can be started; port 0 is any that is free. */
async function occupy(port: number): Promise<{ server: Server; port: number }> {
  const server = createServer();
  // The system gives the port of a killed process back a moment after its end.
  server.on('error', () => setTimeout(() => server.listen(port, '127.0.0.1'), 20));
  server.listen(port, '127.0.0.1');
  await new Promise<void>((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, port: address.port };
}

const leave = (server: Server) => new Promise((resolve) => server.close(resolve));

it('sessions wait through starts that fail, for the daemon that can be started', async () => {
  const { server: probe, port } = await occupy(0);
  await leave(probe);
  home = new TestHome({ port });
  chrome = new FakeChrome(home.dir);
  await chrome.connect();
  expect((await home.ask('session.create', { label: 'mail' })).json).toMatchObject({ ok: true });
  const daemon = home.pid();
  // The link must not start another before the port is taken.
  chrome.child.kill('SIGSTOP');
  process.kill(daemon, 'SIGKILL');
  await until('the daemon is gone', () => !isRunning(daemon));
  const { server } = await occupy(port);
  chrome.child.kill('SIGCONT');
  expect((await chrome.state('failed')).reason).toContain(`Port ${port} is taken`);
  await leave(server);
  await chrome.connect();
  const { json } = await home.ask('session.list', {});
  expect(json).toMatchObject({ data: { sessions: [{ label: 'mail' }] } });
});
