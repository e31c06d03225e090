import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { EXTENSION_ID } from '@bproxy/manifests';
import { afterEach, describe, expect, it } from 'vitest';
import { encodeMessage, MessageReader } from '../src/wire/messages.ts';
import { BINARY, TestHome } from './home.ts';

const homes: TestHome[] = [];
afterEach(async () => {
  await Promise.all(homes.splice(0).map((home) => home.remove()));
});

function makeHome(config: object = {}): TestHome {
  const home = new TestHome(config);
  homes.push(home);
  return home;
}

/** What `bproxy doctor` does: a message in, a message out, then the end of the input. */
async function selfTest(home: TestHome, id = EXTENSION_ID) {
  const words = ['link', '--home', home.dir, `chrome-extension://${id}/`, '--self-test'];
  const child = spawn(process.execPath, [BINARY, ...words], { env: {} });
  const exited = new Promise((resolve) => child.once('close', resolve));
  const answers: unknown[] = [];
  const answered = new Promise<void>((resolve) => {
    const reader = new MessageReader(1_048_576, (body) => {
      answers.push(JSON.parse(body.toString()));
      resolve();
    });
    child.stdout.on('data', (chunk) => reader.push(chunk));
  });
  child.stdin.write(encodeMessage({ type: 'self-test', nonce: 'n1' }));
  await answered;
  child.stdin.end();
  return { code: await exited, answers };
}

const running = async (home: TestHome) => JSON.parse((await home.run('status')).stdout);

describe('the self-test of the link', () => {
  it('answers without a daemon, starts none, and ends with its input', async () => {
    const home = makeHome();
    const { code, answers } = await selfTest(home);
    expect(code).toBe(0);
    expect(answers).toEqual([
      {
        type: 'self-test',
        nonce: 'n1',
        hostVersion: '0.1.0',
        node: expect.any(String),
        nodeVersion: process.version,
        home: home.dir,
        daemon: 'none',
        reason: expect.any(String),
      },
    ]);
    expect(await running(home)).toMatchObject({ running: false });
  });

  it('proves the way to a running daemon, which counts no browser', async () => {
    const home = makeHome();
    await home.run('start');
    const before = await running(home);
    expect((await selfTest(home)).answers).toMatchObject([{ daemon: 'attached' }]);
    expect((await home.ask('debug.status', {})).json).toMatchObject({ data: { clients: [] } });
    expect(await running(home)).toEqual(before);
    expect(home.log().map(({ event }) => event)).not.toContain('link_connect');
  });

  it('passes on that the daemon does not know the extension', async () => {
    const home = makeHome();
    await home.run('start');
    const stranger = 'a'.repeat(32);
    expect((await selfTest(home, stranger)).answers).toMatchObject([
      { daemon: 'rejected', reason: expect.stringContaining(`--extension-id ${stranger}`) },
    ]);
  });
});

describe('check-config', () => {
  it('judges as the daemon does, and starts nothing', async () => {
    const home = makeHome();
    const check = async () => JSON.parse((await home.run('check-config')).stdout);
    expect(await check()).toEqual({ valid: true });
    writeFileSync(home.path('config.json'), '{"port":7000}');
    expect(await check()).toEqual({ valid: true, port: 7000 });
    writeFileSync(home.path('config.json'), '{"pacing":{"human":{"scroll":{"min":-1,"max":2}}}}');
    expect(await check()).toMatchObject({
      valid: false,
      reason: expect.stringContaining('pacing.human.scroll.min'),
    });
    writeFileSync(home.path('config.json'), '{');
    expect(await check()).toMatchObject({ valid: false, reason: expect.stringContaining('not valid JSON') });
    expect(await running(home)).toMatchObject({ running: false });
  });
});
