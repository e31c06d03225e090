import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { deliver } from './deliver.ts';

function sink(failure?: Error): Writable & { text(): string } {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      setTimeout(() => done(failure), 5);
    },
  });
  return Object.assign(stream, { text: () => chunks.join('') });
}

const systemError = (code: string) => Object.assign(new Error(`${code}: write`), { code });

function outlets({ failure, isClosed = false }: { failure?: Error; isClosed?: boolean } = {}) {
  const [out, err] = [sink(failure), sink()];
  return { out, err, to: { stdout: out, stderr: () => err, isStdoutClosed: () => isClosed } };
}

describe('deliver', () => {
  it('writes an object as one line of JSON', async () => {
    const { out, to } = outlets();
    expect(await deliver({ exitCode: 1, stdout: { a: 'x\ny' } }, to)).toBe(1);
    expect(out.text()).toBe('{"a":"x\\ny"}\n');
  });

  it('writes usage unchanged', async () => {
    const { out, to } = outlets();
    await deliver({ exitCode: 0, stdout: 'USAGE\n' }, to);
    expect(out.text()).toBe('USAGE\n');
  });

  it('joins a message into one line', async () => {
    const { err, to } = outlets();
    expect(await deliver({ exitCode: 2, stderr: ' One.\r\n  Two.\n' }, to)).toBe(2);
    expect(err.text()).toBe('One. Two.\n');
  });

  it('writes the steps for a person first, one a line', async () => {
    const both = sink();
    const plan = {
      exitCode: 0,
      stdout: { a: 1 },
      steps: ['Two steps:', '1. One\nline.', '2. Two.'],
    } as const;
    const to = { stdout: both, stderr: () => both, isStdoutClosed: () => false };
    expect(await deliver(plan, to)).toBe(0);
    expect(both.text()).toBe('Two steps:\n1. One line.\n2. Two.\n{"a":1}\n');
  });

  it('reports a reader that has closed the pipe', async () => {
    const { err, to } = outlets({ failure: systemError('EPIPE') });
    expect(await deliver({ exitCode: 0, stdout: {} }, to)).toBe(2);
    expect(err.text()).toBe('The answer could not be written to stdout: its reader has gone.\n');
  });

  it.each([
    { failure: systemError('EPIPE'), code: 2 },
    { failure: systemError('ENOSPC'), code: 2 },
    { isClosed: true, code: 0 },
  ])('reports a lost answer and how to get it: %j', async ({ code, ...given }) => {
    const { err, to } = outlets(given);
    const answer = { protocol_version: 1, id: 'some-id-8', ok: true };
    expect(await deliver({ exitCode: 0, stdout: answer }, to)).toBe(code);
    expect(err.text()).toMatch(
      /^The answer could not .* has answered; repeat the command with --id some-id-8 .*\n$/,
    );
    expect(err.text()).not.toMatch(/E[A-Z]{4}/);
  });

  it('reports a lost answer of an act in plain text, too', async () => {
    const { err, to } = outlets({ failure: systemError('EPIPE') });
    expect(await deliver({ exitCode: 0, stdout: 'clicked\n', id: 'some-id-8' }, to)).toBe(2);
    expect(err.text()).toContain('repeat the command with --id some-id-8');
  });

  it('does not fail when the reader of plain text closes the pipe', async () => {
    const { err, to } = outlets({ failure: systemError('EPIPE') });
    expect(await deliver({ exitCode: 1, stdout: 'LADDER\n' }, to)).toBe(1);
    expect(err.text()).toBe('');
  });
});
