import { chmodSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeInstallation, fakeInstallation } from '../testing/fake-installation.ts';
import { launchOf, readAnswer, selfTest } from './self-test.ts';

const ORIGIN = 'chrome-extension://dnfganipegioadnjfbmjndpbmfphjgph/';
let fake: FakeInstallation;
beforeEach(() => {
  fake = fakeInstallation();
});
afterEach(() => fake.remove());

function launch(text: string, mode = 0o755, limits = { answerMs: 30_000, endMs: 10_000 }) {
  const path = fake.write('bin/launcher', text);
  chmodSync(path, mode);
  return selfTest(path, ORIGIN, 'the-nonce', 'linux', {}, limits);
}

/** A host in a few lines: it reads the message and answers it. */
const answering = (after: string) => `#!${process.execPath}
const chunks = [];
process.stdin.on('data', (chunk) => {
  chunks.push(chunk);
  const { nonce } = JSON.parse(Buffer.concat(chunks).subarray(4).toString());
  const env = Object.keys(process.env).length;
  const reason = JSON.stringify({ argv: process.argv.slice(2), env });
  const body = Buffer.from(JSON.stringify({ nonce, hostVersion: '1', home: process.cwd(), daemon: 'none', reason }));
  const header = Buffer.alloc(4);
  header.writeUInt32LE(body.length);
  process.stdout.write(Buffer.concat([header, body]));
});
${after}
`;

describe('selfTest', () => {
  it('passes the origin and an empty environment, and reads the answer', async () => {
    const result = await launch(answering(''));
    expect(result).toMatchObject({ kind: 'answered', hostVersion: '1', home: `${fake.root}/bin` });
    const { reason } = result.kind === 'answered' ? result : { reason: '{}' };
    expect(JSON.parse(reason)).toEqual({ argv: [ORIGIN, '--self-test'], env: 0 });
  });

  it('reports a host that outlives its input, and one that does not answer', async () => {
    const stays = answering('setInterval(() => {}, 1000);');
    expect(await launch(stays, 0o755, { answerMs: 30_000, endMs: 300 })).toEqual({ kind: 'stays' });
    const silent = '#!/bin/sh\nexec sleep 60\n';
    expect(await launch(silent, 0o755, { answerMs: 300, endMs: 300 })).toEqual({ kind: 'silent' });
  });

  it('reports text on stdout, even before an exit', async () => {
    expect(await launch('#!/bin/sh\necho Welcome to this computer\ncat >/dev/null\n')).toEqual({
      kind: 'not-a-frame',
      printed: 'Welcome to this computer',
    });
    expect(await launch('#!/bin/sh\nprintf Hi\n')).toEqual({ kind: 'not-a-frame', printed: 'Hi' });
  });

  it('reports an exit, with its code and stderr', async () => {
    expect(await launch('#!/bin/sh\necho because >&2\nexit 3\n')).toEqual({
      kind: 'exited',
      how: 'exit code 3',
      stderr: 'because',
    });
    expect(await launch('#!/bin/sh\nkill -9 $$\n')).toMatchObject({ kind: 'exited', how: 'SIGKILL' });
  });

  it('reports a launcher that cannot be started', async () => {
    expect(await launch('#!/bin/sh\r\nexit 0\r\n')).toMatchObject({ kind: 'not-started' });
    expect(await launch('#!/bin/sh\nexit 0\n', 0o644)).toMatchObject({ kind: 'not-started' });
  });
});

describe('readAnswer', () => {
  const frame = (text: string) => {
    const header = Buffer.alloc(4);
    header.writeUInt32LE(Buffer.byteLength(text));
    return Buffer.concat([header, Buffer.from(text)]);
  };

  it('waits for the complete message, and accepts only the right nonce', () => {
    const whole = frame('{"nonce":"n"}');
    for (let bytes = 0; bytes < whole.length; bytes += 1) {
      expect(readAnswer(whole.subarray(0, bytes), 'n')).toBeUndefined();
    }
    expect(readAnswer(whole, 'n')).toMatchObject({ kind: 'answered' });
    expect(readAnswer(frame('{"nonce":"m"}'), 'n')).toMatchObject({ kind: 'not-a-frame' });
    expect(readAnswer(frame('7'), 'n')).toMatchObject({ kind: 'not-a-frame' });
  });
});

describe('launchOf', () => {
  it('uses cmd.exe on Windows, as Chrome does', () => {
    const launcher = 'C:\\Users\\A B\\.bproxy\\bin\\bproxy-host.cmd';
    expect(launchOf(launcher, ORIGIN, 'win32', { SystemRoot: 'D:\\Win', PATH: 'x' })).toEqual({
      command: 'D:\\Win\\System32\\cmd.exe',
      args: ['/d', '/s', '/c', `""${launcher}" ${ORIGIN} --self-test"`],
      environment: { SystemRoot: 'D:\\Win', COMSPEC: 'D:\\Win\\System32\\cmd.exe' },
    });
  });
});
