import fc from 'fast-check';
import { mutated } from '../mutations.ts';
import { fittingRequest } from '../requests.ts';

/** Messages of the host, one after the other, as the port delivers them. */
export type ExtensionCase = unknown[];

/** Few ids, so that they repeat. */
const id = fc.constantFrom('a', 'b', 'c', 'd');

const request = fittingRequest(fc.constant('')).chain((given) =>
  fc
    .record({ id, tabId: fc.option(fc.nat(5)), deadline: fc.constantFrom(given['deadline'], 1) })
    .map((more) => ({
      type: 'request',
      request: { ...given, id: more.id, deadline: more.deadline, target: { tabId: more.tabId } },
    })),
);

const plain: fc.Arbitrary<object> = fc.oneof(
  fc.constant({ type: 'welcome', daemonVersion: '1', protocol: 1, home: '/h', client: 'c' }),
  fc.constant({ type: 'refused', reason: 'old' }),
  fc.record({ type: fc.constant('pong'), ts: fc.integer(), sessions: fc.nat(), pausedSessions: fc.nat() }),
  fc.array(fc.record({ id }), { maxLength: 6 }).map((requests) => ({ type: 'resume', requests })),
  id.map((one) => ({ type: 'cancel', id: one })),
  fc
    .constantFrom('attached', 'starting', 'stopped', 'failed')
    .map((state) => ({ type: 'link', state, hostVersion: '1' })),
);

const message: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: request },
  { weight: 4, arbitrary: mutated(request, 1) },
  { weight: 2, arbitrary: plain },
  { weight: 3, arbitrary: mutated(plain, 1) },
);

/** The chunks of a message, in order or not, whole or not, each as it should be or not. */
const chunks: fc.Arbitrary<unknown[]> = fc
  .tuple(message, fc.integer({ min: 1, max: 5 }), id, fc.constantFrom('whole', 'short', 'shuffled', 'twice'))
  .chain(([value, count, name, order]) => {
    const bytes = Buffer.from(JSON.stringify(value) ?? '');
    const size = Math.ceil(bytes.length / count);
    const all = Array.from({ length: count }, (_, index) => ({
      type: 'chunk',
      message: name,
      index,
      count,
      data: bytes.subarray(index * size, (index + 1) * size).toString('base64'),
    }));
    if (order === 'short') return fc.subarray<unknown>(all);
    if (order === 'shuffled') return fc.shuffledSubarray<unknown>(all, { minLength: count });
    if (order === 'twice') return fc.constant<unknown[]>([...all, ...all]);
    return fc.tuple(
      ...all.map((chunk) =>
        fc.oneof(
          { weight: 9, arbitrary: fc.constant(chunk) },
          { weight: 1, arbitrary: mutated(fc.constant(chunk), 1) },
        ),
      ),
    );
  });

export const extensionCase: fc.Arbitrary<ExtensionCase> = fc
  .array(fc.oneof({ weight: 3, arbitrary: message.map((one) => [one]) }, { weight: 1, arbitrary: chunks }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => parts.flat());
