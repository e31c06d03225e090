import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_REQUEST_BYTES } from '@bproxy/shared';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type FakeDaemon,
  failure,
  makeHome,
  startFakeDaemon,
  success,
} from '../../cli/integration/fake-daemon.ts';
import { ClientError, connect, type Traffic } from '../src/index.ts';

let daemon: FakeDaemon;
beforeEach(async () => {
  daemon = await startFakeDaemon();
});
afterEach(() => daemon.close());

const CLICK = { action: 'click', params: { target: { selector: 'a' } }, session: 'abcdef' } as const;

/** Returns the error of a call that must fail. */
async function errorOf(call: () => unknown): Promise<ClientError> {
  try {
    await call();
  } catch (error) {
    if (error instanceof ClientError) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}

describe('connect', () => {
  it('posts a request and returns the answer of the daemon', async () => {
    const answer = await connect(daemon.home).post({ action: 'debug.status', id: 'my-own-id' });
    expect(answer).toEqual(success('my-own-id'));
    expect(daemon.received[0]?.body).toMatchObject({ action: 'debug.status', params: {}, session: '' });
  });

  it('returns an error of the daemon as an answer', async () => {
    daemon.reply = ({ body }, response) => response.end(JSON.stringify(failure(body['id'], 'TIMEOUT')));
    expect(await connect(daemon.home).post(CLICK)).toMatchObject({ ok: false, error: { code: 'TIMEOUT' } });
  });

  it('gives each request its own id', async () => {
    const client = connect(daemon.home);
    await Promise.all([client.post(CLICK), client.post(CLICK), client.post(CLICK)]);
    expect(new Set(daemon.received.map(({ body }) => body['id'])).size).toBe(3);
  });

  it('reports each request and its answer to the observer', async () => {
    const seen: Traffic[] = [];
    await connect(daemon.home).post(CLICK, { onTraffic: (entry) => seen.push(entry) });
    const url = `http://127.0.0.1:${daemon.port}/`;
    expect(seen).toEqual([
      { event: 'request', url, httpStatus: null, errorCode: null },
      { event: 'response', url, httpStatus: 200, errorCode: null },
    ]);
  });

  it('finds a daemon that was replaced, for all requests at once', async () => {
    const client = connect(daemon.home);
    await client.post(CLICK);
    const next = 'the-next-token';
    daemon.provenToken = () => next;
    writeFileSync(join(daemon.home, 'token'), next);
    await Promise.all([client.post(CLICK), client.post(CLICK)]);
    const tokens = daemon.received.map(({ headers }) => headers.authorization);
    expect(tokens.slice(1)).toEqual([`Bearer ${next}`, `Bearer ${next}`]);
  });
});

describe('a ClientError', () => {
  it('reports that no daemon runs', async () => {
    const home = makeHome();
    try {
      expect(await errorOf(() => connect(home))).toMatchObject({ code: 'NOT_RUNNING', mayHaveRun: false });
    } finally {
      rmSync(home, { recursive: true });
    }
  });

  it('reports that the home cannot be used', async () => {
    writeFileSync(join(daemon.home, 'port'), 'x');
    expect(await errorOf(() => connect(daemon.home))).toMatchObject({ code: 'HOME_UNUSABLE' });
  });

  it('reports that another program listens on the port of the daemon', async () => {
    daemon.provenToken = () => 'guessed';
    const error = await errorOf(() => connect(daemon.home).post(CLICK));
    expect(error).toMatchObject({ code: 'NOT_PROVEN', mayHaveRun: false });
    expect(daemon.received).toEqual([]);
  });

  it('reports that the request is too long', async () => {
    const params = { value: 'x'.repeat(MAX_REQUEST_BYTES) };
    const error = await errorOf(() => connect(daemon.home).post({ action: 'fill', params }));
    expect(error).toMatchObject({ code: 'REQUEST_TOO_LARGE', mayHaveRun: false });
    expect(daemon.received).toEqual([]);
  });

  it('reports that the daemon refused the token', async () => {
    daemon.reply = (_received, response) => response.writeHead(401).end();
    expect(await errorOf(() => connect(daemon.home).post(CLICK))).toMatchObject({ code: 'TOKEN_REFUSED' });
  });

  it.each([
    ['click', true],
    ['text', false],
  ] as const)('says whether a %s whose answer is lost may have run: %s', async (action, mayHaveRun) => {
    daemon.reply = (_received, response) => response.destroy();
    const lost = await errorOf(() => connect(daemon.home).post({ ...CLICK, action }));
    expect(lost).toMatchObject({ code: 'CONNECTION_LOST', mayHaveRun });
    daemon.reply = (_received, response) => response.end('<html>');
    const bad = await errorOf(() => connect(daemon.home).post({ ...CLICK, action }));
    expect(bad).toMatchObject({ code: 'BAD_ANSWER', mayHaveRun });
    daemon.reply = () => {};
    const late = await errorOf(() => connect(daemon.home).post({ ...CLICK, action, timeoutMs: 1 }));
    expect(late).toMatchObject({ code: 'NO_ANSWER', mayHaveRun });
  });
});

describe('an abort signal', () => {
  it('prevents a request from being sent', async () => {
    const error = await errorOf(() => connect(daemon.home).post(CLICK, { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ code: 'ABORTED', mayHaveRun: false });
    expect(daemon.received).toEqual([]);
  });

  it('ends the wait for an answer and closes the connection', async () => {
    const caller = new AbortController();
    const closed = new Promise((resolve) => {
      daemon.reply = (_received, response) => {
        response.on('close', resolve);
        caller.abort();
      };
    });
    const error = await errorOf(() => connect(daemon.home).post(CLICK, { signal: caller.signal }));
    expect(error).toMatchObject({ code: 'ABORTED', mayHaveRun: true });
    await closed;
  });
});
