import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { successEnvelope } from '@bproxy/shared';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { HandleRequest } from '../pipeline/handle-request.ts';
import { fakeContext } from '../testing/fake-context.ts';
import { buildServer } from './server.ts';

const TOKEN = 'a'.repeat(64);
const SHORT = { headersMs: 200, wholeRequestMs: 400, lookEveryMs: 50 };
const done: HandleRequest = async () => ({
  httpStatus: 200,
  answer: successEnvelope('x', { sessions: [] }),
});

let closeServer = async () => {};

async function serve(handleRequest: HandleRequest, more: { patience?: typeof SHORT } = {}) {
  let port = 0;
  const { log, clock, staged } = fakeContext().context;
  const app = buildServer({
    token: TOKEN,
    port: () => port,
    handleRequest,
    staged,
    log,
    now: clock.now,
    ...more,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  port = address.port;
  closeServer = () => app.close();
  return { app, port };
}

afterEach(() => closeServer());

/** Sends the bytes as they are, and returns everything received until the other side closes. */
async function raw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  socket.write(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

async function post(port: number, options: { agent?: Agent; headers?: object } = {}) {
  const headers = {
    authorization: `Bearer ${TOKEN}`,
    'content-type': 'application/json',
    ...options.headers,
  };
  const call = request({ host: '127.0.0.1', port, method: 'POST', agent: options.agent ?? false, headers });
  call.end('{}');
  const [response]: IncomingMessage[] = await once(call, 'response');
  if (!response) throw new Error('no response');
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, json: JSON.parse(text), socket: response.socket };
}

const head = (port: number, more = '') =>
  `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n${more}`;

describe('a caller that stalls is cut off and runs nothing', () => {
  it.each([
    ['without a word', () => ''],
    ['in the headers', (port: number) => head(port)],
    ['in the body', (port: number) => head(port, 'Content-Length: 100\r\n\r\n{"a"')],
    ['between chunks', (port: number) => head(port, 'Transfer-Encoding: chunked\r\n\r\n4\r\n{"a"\r\n')],
  ])('%s', async (_name, bytes) => {
    const handle = vi.fn(done);
    const { port } = await serve(handle, { patience: SHORT });
    expect(await raw(port, bytes(port))).toBe('');
    expect(handle).not.toHaveBeenCalled();
  });
});

describe('a request without a token gets 401 or no answer', () => {
  it.each([
    ['no HTTP', 'hello\r\n\r\n', ''],
    ['an address that cannot be decoded', 'GET /%ff HTTP/1.1\r\nHost: x\r\n\r\n', '401'],
    ['no host', 'POST / HTTP/1.1\r\n\r\n', '401'],
    ['an expectation', 'POST / HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n', '401'],
    [
      'two framings',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      '',
    ],
    ['huge headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, ''],
  ])('%s', async (_name, bytes, status) => {
    const { port } = await serve(done);
    expect(/^HTTP\/1.1 (\d+)/.exec(await raw(port, bytes))?.[1] ?? '').toBe(status);
  });
});

describe('the work in progress is limited', () => {
  it('in requests: one too many is refused, and there is room again after others are answered', async () => {
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { port } = await serve((body, gone) => finished.then(() => done(body, gone)));
    const all = Array.from({ length: 251 }, () => post(port));
    const refused = await Promise.race(all);
    expect(refused).toMatchObject({
      status: 400,
      json: { id: '', ok: false, error: { code: 'OVERLOADED' } },
    });
    finish();
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(250);
    expect(await post(port)).toMatchObject({ status: 200 });
  });

  it('in bytes: bodies that would not fit together are refused before they are read', async () => {
    const { port } = await serve(() => new Promise(() => {}));
    const claim = head(port, `Content-Length: ${31 * 1024 * 1024}\r\n\r\n{`);
    const claims = Array.from({ length: 9 }, () => raw(port, claim));
    // The others wait for their bodies.
    expect(await Promise.race(claims)).toContain('OVERLOADED');
  });
});

it('a reused connection accumulates no listeners', async () => {
  const { app, port } = await serve(done);
  const counts: number[] = [];
  app.server.on('request', ({ socket }: IncomingMessage) => counts.push(socket.listenerCount('close')));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let turn = 0; turn < 20; turn += 1) await post(port, { agent });
  agent.destroy();
  expect(Math.max(...counts.slice(10))).toBeLessThanOrEqual(Math.max(...counts.slice(0, 3)));
});
