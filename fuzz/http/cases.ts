import fc from 'fast-check';
import { mutated, spoiledJson } from '../mutations.ts';
import { fittingRequest } from '../requests.ts';

/** `$TOKEN`, `$PORT` and `$SESSION` are filled in when the case is sent: a seed must not depend on them. */
export interface HttpCase {
  requestLine: string;
  headers: string[];
  body: Buffer;
  framing: 'length' | 'too-short' | 'too-long' | 'chunked' | 'bad-chunks' | 'both' | 'none';
  /** How often the same bytes are sent on one connection. */
  repeat: number;
  /** Only this many bytes are sent, then the connection is half closed. */
  cutAt: number | null;
}

const GOOD_LINE = 'POST / HTTP/1.1';
const GOOD_HOST = 'Host: 127.0.0.1:$PORT';
const GOOD_TOKEN = 'Authorization: Bearer $TOKEN';
const GOOD_TYPE = 'Content-Type: application/json';

const requestLine = fc.oneof(
  { weight: 12, arbitrary: fc.constant(GOOD_LINE) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          'GET',
          'POST',
          'PUT',
          'HEAD',
          'OPTIONS',
          'DELETE',
          'CONNECT',
          'TRACE',
          'PRI',
          'post',
          'X',
        ),
        fc.constantFrom(
          '/',
          '/x',
          '//',
          '/%',
          '/%ff',
          '/..;/',
          '*',
          'http://a/',
          '/?a=%',
          `/${'a'.repeat(3_000)}`,
          '/a b',
          '',
        ),
        fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'HTTX/1.1', ''),
      )
      .map((parts) => parts.join(' ')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);

const oddHeaders = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: fc.array(fc.oneof(oddHeader(), fc.constant('Connection: keep-alive')), { maxLength: 2 }),
  },
);

function oddHeader(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      'Content-Type: text/plain',
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Type: application/json; charset=utf-16',
      'Content-Type:',
      'Expect: 100-continue',
      'Expect: miracles',
      'Connection: close',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Upgrade: h2c',
      'Transfer-Encoding: gzip',
      'Content-Encoding: gzip',
      'Content-Length: -1',
      'Content-Length: 99999999999999999999',
      'Accept-Version: 9',
      'Sec-Fetch-Site: none',
      'X-HTTP-Method-Override: GET',
      ' folded: x',
      'no colon',
      ': no name',
      'na\u0000me: x',
      `X-Huge: ${'h'.repeat(20_000)}`,
    ),
    fc
      .array(fc.nat(9), { minLength: 200, maxLength: 200 })
      .map((numbers) => numbers.map((n) => `X-${n}: ${n}`).join('\r\n')),
    fc.string({ unit: 'binary', maxLength: 40 }).map((text) => `X-Junk: ${text}`),
  );
}

const body = fc.oneof(
  {
    weight: 5,
    arbitrary: mutated(fittingRequest(fc.constantFrom('$SESSION', '', 'aaaaaa', 'NOPE'))).map(toBytes),
  },
  {
    weight: 3,
    arbitrary: fittingRequest(fc.constant('$SESSION')).chain((request) =>
      spoiledJson(JSON.stringify(request)),
    ),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.nat(200_000).map((size) => Buffer.from(`"${'x'.repeat(size)}"`)) },
);

const shape = {
  requestLine,
  body,
  framing: mostly<HttpCase['framing']>(
    'length',
    fc.constantFrom('too-short', 'too-long', 'chunked', 'chunked', 'bad-chunks', 'both', 'none'),
  ),
  repeat: mostly(1, fc.integer({ min: 2, max: 4 })),
  cutAt: mostly(null, fc.nat(400)),
} as const;

/** It carries the token and no sign of a browser. */
export const trustedCase: fc.Arbitrary<HttpCase> = fc.record({
  ...shape,
  headers: oddHeaders.map((odd) => [GOOD_HOST, GOOD_TOKEN, GOOD_TYPE, ...odd]),
});

const badToken = fc.constantFrom(
  '',
  'Authorization:',
  'Authorization: Bearer',
  'Authorization: Bearer ',
  'Authorization: bearer $TOKEN',
  'Authorization: Bearer  $TOKEN',
  'Authorization: Bearer $TOKEN, Bearer $TOKEN',
  'Authorization: Bearer $TOKENx',
  'Authorization: Basic $TOKEN',
  'Authorization: Bearer \u0000$TOKEN',
  `Authorization: Bearer ${'0'.repeat(64)}`,
  `Authorization: Bearer ${'ä'.repeat(32)}`,
  'Authorization: Bearer wrong\r\nAuthorization: Bearer $TOKEN',
  'Cookie: token=$TOKEN',
  'X-Authorization: Bearer $TOKEN',
  'Authorization : Bearer $TOKEN',
);
const browserSign = fc.constantFrom(
  'Origin: https://evil.test',
  'Origin: null',
  'Origin:',
  'Origin: chrome-extension://dnfganipegioadnjfbmjndpbmfphjgph',
  'oRiGiN: http://127.0.0.1:$PORT',
  'Sec-Fetch-Site: cross-site',
  'Sec-Fetch-Site: same-origin',
  'Sec-Fetch-Site: NONE',
  'Sec-Fetch-Site: none\r\nSec-Fetch-Site: cross-site',
);
const badHost = fc.constantFrom(
  '',
  'Host:',
  'Host: evil.test',
  'Host: evil.test:$PORT',
  'Host: 127.0.0.1',
  'Host: 127.0.0.1:$PORT.evil.test',
  'Host: evil.test\r\nHost: 127.0.0.1:$PORT',
  'Host: [::1]:$PORT',
);

/** No token, or the signs of a page: it must have no effect. */
export const strangersCase: fc.Arbitrary<HttpCase> = fc.record({
  ...shape,
  headers: fc
    .oneof(
      badToken.map((token) => [GOOD_HOST, token, GOOD_TYPE]),
      browserSign.map((sign) => [GOOD_HOST, GOOD_TOKEN, GOOD_TYPE, sign]),
      badHost.map((host) => [host, GOOD_TOKEN, GOOD_TYPE]),
    )
    .chain((base) => oddHeaders.map((odd) => [...base, ...odd]))
    .map((lines) => lines.filter((line) => line !== '')),
});

function toBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value) ?? 'undefined');
}

/** One case in eight is odd in this respect, so that most get to the next check. */
function mostly<T>(usual: T, odd: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 7, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd });
}
