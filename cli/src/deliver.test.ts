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

describe('deliver', () => {
  it('writes an object as one line of JSON', async () => {
    const out = sink();
    expect(await deliver({ exitCode: 1, stdout: { a: 'x\ny' } }, out, sink)).toBe(1);
    expect(out.text()).toBe('{"a":"x\\ny"}\n');
  });

  it('writes usage as it is', async () => {
    const out = sink();
    await deliver({ exitCode: 0, stdout: 'USAGE\n' }, out, sink);
    expect(out.text()).toBe('USAGE\n');
  });

  it('makes one line of a message', async () => {
    const err = sink();
    expect(await deliver({ exitCode: 2, stderr: ' One.\r\n  Two.\n' }, sink(), () => err)).toBe(2);
    expect(err.text()).toBe('One. Two.\n');
  });

  it('writes the steps for a person first, a line each', async () => {
    const both = sink();
    const plan = {
      exitCode: 0,
      stdout: { a: 1 },
      steps: ['Two steps:', '1. One\nline.', '2. Two.'],
    } as const;
    expect(await deliver(plan, both, () => both)).toBe(0);
    expect(both.text()).toBe('Two steps:\n1. One line.\n2. Two.\n{"a":1}\n');
  });

  it('reports a reader that has gone', async () => {
    const err = sink();
    const broken = sink(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    expect(await deliver({ exitCode: 0, stdout: {} }, broken, () => err)).toBe(2);
    expect(err.text()).toBe('The answer could not be written to stdout: its reader has gone.\n');
  });
});
