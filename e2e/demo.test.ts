import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { processesNaming, until } from './harness/world.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['home', 'temp'];
let dir: string;
let running: ChildProcess | undefined;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'bproxy-demo-'));
  for (const name of folders) mkdirSync(join(dir, name));
});

afterEach(async () => {
  if (running?.exitCode === null && running.kill('SIGTERM')) await once(running, 'close');
  rmSync(dir, { recursive: true });
});

/** The program that `npm start` runs after the setup. */
function demonstrate(...flags: string[]) {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', 'e2e/demo.ts', ...flags], {
    cwd: root,
    env: { ...env, HOME: join(dir, 'home'), TMPDIR: join(dir, 'temp') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = child;
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  return { child, printed: () => text };
}

function expectNothingLeft(): void {
  expect(processesNaming(dir)).toEqual([]);
  // tsx and Chromium keep folders of their own there.
  const left = folders.flatMap((name) => readdirSync(join(dir, name)));
  expect(left.filter((name) => name.includes('bproxy'))).toEqual([]);
}

it('the demo prints each command with its answer and leaves nothing behind', async () => {
  const { child, printed } = demonstrate();
  expect(await once(child, 'close')).toEqual([0, null]);
  const shown = printed().split('\n$ ').slice(1);
  expect(shown.map((part) => part.split('\n')[0])).toEqual([
    'bproxy status',
    expect.stringMatching(/^bproxy tab open --url http:/),
    expect.stringMatching(/^bproxy snapshot -s /),
    expect.stringMatching(/^bproxy navigate --url http:/),
    expect.stringMatching(/^bproxy text --selector table -s /),
    expect.stringMatching(/^bproxy tab list -s /),
    expect.stringMatching(/^bproxy debug log --limit 2 -s /),
    expect.stringMatching(/^bproxy session close -s /),
  ]);
  for (const part of shown) expect(JSON.parse(part.split('\n')[1] ?? '')).toMatchObject({ ok: true });
  expectNothingLeft();
});

it('the demo with --keep leaves the browser running until Ctrl-C and prints the command to drive it', async () => {
  const { child, printed } = demonstrate('--keep');
  await until(
    'it waits',
    () => printed().includes('Ctrl-C here ends everything.') || child.exitCode !== null,
    60_000,
  );
  expect(printed()).toContain(`export BPROXY_HOME=${join(dir, 'temp')}`);
  expect(processesNaming(dir)).not.toEqual([]);
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([0, null]);
  expectNothingLeft();
});
