import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeDaemon, failure, startFakeDaemon, success } from '../../cli/integration/fake-daemon.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/client.md'), 'utf8');

let daemon: FakeDaemon;
let folder: string;
beforeEach(async () => {
  daemon = await startFakeDaemon();
  folder = mkdtempSync(join(tmpdir(), 'bproxy-example-'));
});
afterEach(async () => {
  await daemon.close();
  rmSync(folder, { recursive: true });
});

/** Returns the output of the example on the page. */
async function printed(): Promise<string> {
  const [, example = ''] = /```ts\n(.*?)```/s.exec(page) ?? [];
  const file = join(folder, 'example.mts');
  const source = join(root, 'client/src/index.ts');
  writeFileSync(file, example.replace("'@bproxy/client'", JSON.stringify(source)));
  const env = { ...process.env, BPROXY_HOME: daemon.home };
  return (await promisify(execFile)(join(root, 'node_modules/.bin/tsx'), [file], { env })).stdout;
}

describe('the example of docs/client.md', () => {
  it('prints the session of the answer', async () => {
    daemon.reply = ({ body }, response) =>
      response.end(JSON.stringify(success(body['id'], { session: 'abcdef' })));
    expect(await printed()).toBe('session abcdef\n');
    expect(daemon.received[0]?.body).toMatchObject({
      action: 'tab.open',
      params: { url: 'https://example.com' },
    });
  });

  it('prints the code of an error from the daemon', async () => {
    daemon.reply = ({ body }, response) => response.end(JSON.stringify(failure(body['id'], 'NO_EXTENSION')));
    expect(await printed()).toBe('the daemon answered NO_EXTENSION\n');
  });

  it('prints the id to repeat if the answer is lost', async () => {
    daemon.reply = (_received, response) => response.destroy();
    const output = await printed();
    expect(output).toMatch(/^CONNECTION_LOST .* the action may have happened\.\n/);
    expect(output).toContain(`repeat the request with the id ${daemon.received[0]?.body['id']}\n`);
  });
});

it('docs/client.md explains every code of a ClientError', () => {
  const source = readFileSync(join(root, 'client/src/client-error.ts'), 'utf8');
  const codes = [...source.matchAll(/^ {2}\| '([A-Z_]+)'/gm)].map(([, code = '']) => code);
  expect(codes.length).toBeGreaterThan(5);
  const explained = [...page.matchAll(/`([A-Z]+_[A-Z_]+|ABORTED)`/g)].map(([, code = '']) => code);
  expect(new Set(explained.filter((code) => code !== 'BPROXY_HOME'))).toEqual(new Set(codes));
});
