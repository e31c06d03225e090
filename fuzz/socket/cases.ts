import fc from 'fast-check';
import { mutated, spoiledJson } from '../mutations.ts';
import { helloOf } from '../robot-browser.ts';

/** The tab and the request of another browser: whatever a case says about them must change nothing. */
export const VICTIMS_TAB = 2;
export const VICTIMS_REQUEST = 'request-of-the-victim';

export type SocketCase =
  /** Bytes from a stranger who does not know the token. */
  | { from: 'stranger'; bytes: Buffer; isHeldOpen: boolean }
  /** Messages from a link that has proven the token. */
  | { from: 'extension'; frames: Buffer[]; isCutInFrame: boolean };

const lyingLength = fc
  .tuple(fc.integer({ min: 0, max: 0xffffffff }), fc.uint8Array({ maxLength: 40 }))
  .map(([length, rest]) => {
    const header = Buffer.alloc(4);
    header.writeUInt32LE(length);
    return Buffer.concat([header, rest]);
  });

const handshakeStep = fc.constantFrom(
  { step: 'challenge', nonce: 'n' },
  { step: 'answer', nonce: 'n', proof: 'p' },
  { step: 'proof', proof: '0'.repeat(64), origin: 'chrome-extension://x/', browserRun: '', version: '1' },
  { step: 'accepted' },
  { step: 'rejected', reason: 'no' },
  { control: 'bye', reason: 'stopped' },
  helloOf('stranger-1', 'stranger'),
  { type: 'ping', ts: 1 },
);

const stranger: fc.Arbitrary<SocketCase> = fc.record({
  from: fc.constant('stranger'),
  bytes: fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: mutated(handshakeStep).map(frameOf) },
        { weight: 1, arbitrary: lyingLength },
        { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
      ),
      { minLength: 1, maxLength: 5 },
    )
    .map((parts) => Buffer.concat(parts)),
  isHeldOpen: fc.nat(40).map((number) => number === 0),
});

const tabId = fc.oneof(fc.constant(VICTIMS_TAB), fc.nat(20));
const url = fc.constantFrom('http://evil.test/', '', 'javascript:1');
const requestId = fc.constantFrom(VICTIMS_REQUEST, 'another', '');
const page = { url: 'http://evil.test/', title: 'evil', state: 'ready', busy: false };
const error = {
  code: 'HUMAN_REQUIRED',
  category: 'policy',
  retry: 'never',
  message: 'evil',
  details: { tabId: 2 },
};

const hello = fc
  .tuple(
    fc.constantFrom('instance-of-fuzz-1', 'instance-of-fuzz-2', 'instance-of-fuzz-3'),
    fc.array(tabId, { maxLength: 3 }),
  )
  .map(([instance, tabs]) => ({
    ...helloOf(instance, 'fuzz'),
    tabs: tabs.map((id) => ({ tabId: id, url: 'http://evil.test/', title: 'evil' })),
  }));

const message: fc.Arbitrary<object> = fc.oneof(
  hello,
  fc.record({ type: fc.constant('ping'), ts: fc.integer() }),
  fc.record({ type: fc.constant('label'), label: fc.string() }),
  requestId.map((id) => ({
    type: 'response',
    response: { protocol_version: 1, id, ok: true, data: { text: 'evil' }, page, replay: false },
  })),
  requestId.map((id) => ({ type: 'response', response: { protocol_version: 1, id, ok: false, error } })),
  fc
    .tuple(requestId, fc.constantFrom('done', 'running', 'started', 'unknown'))
    .map(([id, state]) => ({ type: 'resumed', states: [{ id, state }] })),
  fc.record({
    type: fc.constant('navigation'),
    tabId,
    url,
    cause: fc.constantFrom('committed', 'history_state'),
  }),
  fc.record({ type: fc.constant('tab-updated'), tabId, url, title: fc.string() }),
  fc.record({ type: fc.constant('tab-removed'), tabId }),
  fc.record({ type: fc.constant('tab-taken'), tabId }),
  fc.record({ type: fc.constant('tab-opened'), tabId, openerTabId: tabId, url, title: fc.string() }),
);

const frame = fc.oneof(
  { weight: 4, arbitrary: message.map(frameOf) },
  { weight: 8, arbitrary: mutated(message, 1).map(frameOf) },
  { weight: 1, arbitrary: message.chain((value) => spoiledJson(JSON.stringify(value))).map(lengthAndBody) },
  { weight: 1, arbitrary: lyingLength },
);

const extension: fc.Arbitrary<SocketCase> = fc.record({
  from: fc.constant('extension'),
  frames: fc
    .tuple(
      fc.oneof({ weight: 4, arbitrary: hello.map(frameOf) }, { weight: 1, arbitrary: frame }),
      fc.array(frame, { maxLength: 8 }),
    )
    .map(([first, rest]) => [first, ...rest]),
  isCutInFrame: fc.boolean(),
});

export const socketCase: fc.Arbitrary<SocketCase> = fc.oneof(stranger, extension);

function frameOf(value: unknown): Buffer {
  return lengthAndBody(Buffer.from(JSON.stringify(value) ?? ''));
}

function lengthAndBody(body: Buffer): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt32LE(body.length);
  return Buffer.concat([header, body]);
}
