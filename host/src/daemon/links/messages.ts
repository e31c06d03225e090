import {
  isErrorCode,
  isSessionId,
  PROTOCOL_VERSION,
  type SessionId,
  type ToDaemonMessage,
} from '@bproxy/shared';
import { nextStep } from '@bproxy/shared/schemas';
import * as z from 'zod';

const shortText = z.string().max(1_000);
const tabId = z.int();
const pageText = z.string().max(2_000_000);
const replacedTab = { tabId, was: tabId };
const ownedTab = z.object({
  tabId,
  url: pageText,
  title: pageText,
  lent: z.literal(true).exactOptional(),
});
const session = z.custom<SessionId>((value) => typeof value === 'string' && isSessionId(value));

const page = z.object({
  url: z.string(),
  title: z.string(),
  state: z.enum(['loading', 'ready', 'error']),
  busy: z.boolean(),
  httpStatus: z.int().exactOptional(),
  visibility: z.enum(['visible', 'hidden']).exactOptional(),
  foreground: z.boolean().exactOptional(),
});

const answer = z.discriminatedUnion('ok', [
  z.object({
    protocol_version: z.literal(PROTOCOL_VERSION),
    id: shortText,
    ok: z.literal(true),
    data: z.custom<object>((value) => typeof value === 'object' && value !== null),
    page,
    replay: z.boolean(),
  }),
  z.object({
    protocol_version: z.literal(PROTOCOL_VERSION),
    id: shortText,
    ok: z.literal(false),
    error: z.object({
      code: z.custom<keyof typeof import('@bproxy/shared').ERRORS>(isErrorCode),
      category: z.enum(['transport', 'target', 'policy', 'execution']),
      retry: z.enum(['safe', 'conditional', 'never']),
      message: z.string(),
      suggestedAction: nextStep.exactOptional(),
      details: z.record(z.string(), z.unknown()).exactOptional(),
    }),
  }),
]);

const message = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    protocol: z.object({ min: z.int(), max: z.int() }),
    instance: z.string().min(8).max(100),
    run: z.string().min(8).max(100),
    worker: z.string().min(8).max(100),
    extensionVersion: shortText,
    browser: z.object({ brand: shortText, version: shortText }),
    label: shortText,
    tabs: z.array(ownedTab),
    taken: z.array(tabId).exactOptional(),
    replaced: z.array(z.object(replacedTab)).exactOptional(),
  }),
  z.object({ type: z.literal('ping'), ts: z.number() }),
  z.object({ type: z.literal('label'), label: shortText }),
  z.object({ type: z.literal('response'), response: answer, begun: z.literal(false).exactOptional() }),
  z.object({
    type: z.literal('resumed'),
    states: z.array(z.object({ id: shortText, state: z.enum(['done', 'running', 'started', 'unknown']) })),
  }),
  z.object({
    type: z.literal('navigation'),
    tabId,
    url: pageText,
    cause: z.enum(['committed', 'history_state']),
  }),
  z.object({ type: z.literal('tab-updated'), tabId, url: pageText, title: pageText }),
  z.object({ type: z.literal('user-done') }),
  z.object({ type: z.literal('tab-removed'), tabId }),
  z.object({ type: z.literal('tab-taken'), tabId }),
  z.object({ type: z.literal('tab-replaced'), ...replacedTab }),
  z.object({
    type: z.literal('tab-lent'),
    tabId,
    url: pageText,
    title: pageText,
    session: session.nullable(),
    readOnly: z.boolean(),
  }),
  z.object({ type: z.literal('lend-refused'), session }),
  z.object({ type: z.literal('part-wanted'), id: shortText, file: z.int().min(0), from: z.int().min(0) }),
  z.object({ type: z.literal('tab-opened'), tabId, openerTabId: tabId, url: pageText, title: pageText }),
]);

/** Parses one message. Returns undefined for a message that this daemon does not know. */
export function parseExtensionMessage(body: Buffer): ToDaemonMessage | undefined {
  try {
    return message.parse(JSON.parse(body.toString()));
  } catch {
    return undefined;
  }
}
