import * as z from 'zod';
import type { Action } from './actions.ts';
import type { NextStep } from './next-step.ts';
import { type BproxyRequest, PROTOCOL_VERSION } from './protocol.ts';
import { isTabHandle, TAB_HANDLE_PATTERN, type TabHandle } from './sessions.ts';
import {
  type ClientElementTarget,
  ELEMENT_HANDLE_PATTERN,
  type ElementHandle,
  isElementHandle,
} from './targets.ts';
import { isAction } from './traits.ts';

const tabHandle = z
  .custom<TabHandle>(
    (value) => typeof value === 'string' && isTabHandle(value),
    'must be a tab handle such as t1',
  )
  .meta({ title: 'TabHandle', type: 'string', pattern: TAB_HANDLE_PATTERN.source });

const elementHandle = z
  .custom<ElementHandle>(
    (value) => typeof value === 'string' && isElementHandle(value),
    'must be an element handle such as el1 or ln1',
  )
  .meta({ type: 'string', pattern: ELEMENT_HANDLE_PATTERN.source });

const selector = z.string().min(1).max(10_000);
const url = z.string().min(1).max(100_000);

export const elementRoute = z.strictObject({
  hosts: z
    .array(z.strictObject({ selector, index: z.int().min(0).exactOptional() }))
    .min(1)
    .max(50),
  target: selector,
});

/** A selector, a route through shadow roots, or a handle: exactly one. */
export const elementTarget: z.ZodType<ClientElementTarget> = z
  .union(
    [
      z.strictObject({ selector }),
      z.strictObject({ route: elementRoute }),
      z.strictObject({ handle: elementHandle }),
    ],
    'must be exactly one of {"selector":"#id"}, {"handle":"el1"} and {"route":{"hosts":[{"selector":"x-host"}],"target":"#id"}}',
  )
  .meta({
    title: 'ClientElementTarget',
    description:
      'The element: a CSS selector, a route through open shadow roots, or a handle from an earlier read.',
  });

const fillField = z.strictObject({
  target: elementTarget,
  value: z.string().describe('The text to write.'),
  method: z
    .enum(['direct', 'paste', 'runtime-api'])
    .describe('How to write: set the value, paste it with its events, or call the editor in the page.'),
  world: z
    .enum(['isolated', 'main'])
    .describe("Where to write: isolated for direct and paste, main for the page's own editor."),
});

const none = z.strictObject({});
const scope = selector.describe('Only the part of the page below this element.');
const tabOfSession = tabHandle.describe('The tab, as `tab list` names it; the bound one if left out.');
const browserChoice = z
  .string()
  .min(1)
  .max(200)
  .describe('Label or id of the browser to work in, when several are connected.');

/**
 * Validates the params of a caller. `ActionParams` is inferred from it. The descriptions are the help texts of the CLI
 * and the reference.
 */
export const paramsSchemas = {
  navigate: z.strictObject({ url: url.describe('The address to load: http, https or about:blank.') }),
  text: z.strictObject({ selector: scope.exactOptional() }),
  links: z.strictObject({
    selector: scope.exactOptional(),
    visibleOnly: z.boolean().describe('Only links that are in view now.').exactOptional(),
    limit: z.int().min(1).max(500).describe('At most this many links (100 if left out).').exactOptional(),
  }),
  images: z.strictObject({ selector: scope.exactOptional() }),
  elements: z.strictObject({ form: z.boolean().describe('Only form fields.').exactOptional() }),
  outline: none,
  dom: z.strictObject({
    selector: scope.exactOptional(),
    depth: z.int().min(0).describe('Levels below the root (3 if left out).').exactOptional(),
    all: z
      .boolean()
      .describe('Include hidden parts, and every attribute except the values of fields.')
      .exactOptional(),
  }),
  inspect: z.strictObject({
    selector: selector.describe('The elements to inspect.'),
    properties: z
      .array(z.string().min(1).max(100))
      .max(200)
      .describe('CSS properties to read, camelCase or kebab-case.')
      .exactOptional(),
    limit: z.int().min(1).describe('At most this many elements (10 if left out).').exactOptional(),
  }),
  snapshot: z.strictObject({
    selector: scope.exactOptional(),
    maxDepth: z.int().min(1).describe('Levels of the tree (all if left out).').exactOptional(),
    interactiveOnly: z.boolean().describe('Only elements that can be acted upon.').exactOptional(),
  }),
  scroll: z.strictObject({
    target: elementTarget.exactOptional(),
    by: z
      .string()
      .regex(/^(?:viewport|[+-]?\d{1,7}(?:px)?)$/, 'must be a number of pixels or "viewport"')
      .describe('How far: a number of pixels, or "viewport" (the default).')
      .exactOptional(),
    direction: z.enum(['up', 'down']).describe('Which way (down if left out).').exactOptional(),
  }),
  click: z.strictObject({ target: elementTarget }),
  hover: z.strictObject({ target: elementTarget }),
  screenshot: z.strictObject({
    activate: z
      .boolean()
      .describe('Bring the tab to the front for the picture, then put it back.')
      .exactOptional(),
    debugger: z.boolean().describe('Refused: bproxy has no debugger permission.').exactOptional(),
  }),
  fill: fillField,
  'fill-form': z.strictObject({
    fields: z.array(fillField).min(1).max(200).describe('The fields, in the order to write them.'),
  }),
  select: z.strictObject({
    trigger: elementTarget,
    optionText: z.string().min(1).max(10_000).describe('The text of the option to choose.'),
  }),
  wait: z.strictObject({
    strategy: z.enum(['selector', 'url', 'navigation']).describe('What to wait for.'),
    target: z
      .string()
      .min(1)
      .max(100_000)
      .describe(
        'The selector, or the URL: a whole one, a part of it, or a pattern in which `*` matches any text.',
      ),
    timeout: z.int().min(0).max(3_600_000).describe('How long to wait, in milliseconds.').exactOptional(),
  }),
  'require-human': z.strictObject({
    reason: z.string().min(1).max(2_000).describe('What the user has to do.'),
    forAttach: selector.describe('The file field that the user has to fill.').exactOptional(),
  }),
  'tab.list': none,
  'tab.pin': z.strictObject({ tab: tabOfSession.exactOptional() }),
  'tab.unpin': z.strictObject({ tab: tabOfSession.exactOptional() }),
  'tab.wake': z.strictObject({ tab: tabOfSession.exactOptional() }),
  'tab.open': z.strictObject({
    url: url.describe('The address to open: http, https or about:blank.'),
    browser: browserChoice.exactOptional(),
    show: z
      .boolean()
      .describe('Make it the active tab of its window. Without this, it opens in the background.')
      .exactOptional(),
  }),
  'tab.show': z.strictObject({ tab: tabOfSession.exactOptional() }),
  'tab.close': z.strictObject({ tab: tabOfSession.exactOptional() }),
  'tab.request': z.strictObject({
    reason: z.string().min(1).max(2_000).describe('What the tab is needed for.'),
    host: z
      .string()
      .min(1)
      .max(253)
      .describe('The site of the tab, with its subdomains: the user is shown tabs of it first.')
      .exactOptional(),
  }),
  'tab.return': z.strictObject({ tab: tabOfSession.exactOptional() }),
  'session.create': z.strictObject({
    label: z.string().min(1).max(200).describe('A name that people can recognise.').exactOptional(),
    browser: browserChoice.exactOptional(),
  }),
  'session.list': none,
  'session.bind': z.strictObject({
    tab: tabHandle.describe('The tab to make current.'),
    pacing: z
      .enum(['human', 'fast'])
      .describe('How fast the session may act; fast only if the owner allows it.')
      .exactOptional(),
  }),
  'session.unbind': none,
  'session.resume': none,
  'session.close': none,
  'debug.log': z.strictObject({
    id: z.string().min(1).max(200).describe('Only the request with this id.').exactOptional(),
    limit: z.int().min(1).max(500).describe('At most this many entries (50 if left out).').exactOptional(),
  }),
  'debug.last': z.strictObject({
    count: z.int().min(1).max(200).describe('How many requests (50 if left out).').exactOptional(),
  }),
  'debug.status': none,
} satisfies Record<string, z.ZodType>;

const action = z.custom<Action>(isAction, 'is not an action that bproxy knows');

const values = z.record(z.string(), z.unknown());
/** The next step in an error of the extension. The daemon puts it into words. */
export const nextStep: z.ZodType<NextStep> = z.union([
  z.string(),
  z.array(
    z.union([
      z.string(),
      z.object({ action, params: values, session: z.boolean() }),
      z.object({ command: z.enum(['status', 'service restart']) }),
      z.object({ with: values }),
    ]),
  ),
]);

const envelope = z.strictObject({
  protocol_version: z.literal(PROTOCOL_VERSION),
  id: z.string().min(1).max(200),
  action,
  params: z.unknown(),
  session: z.string(),
  deadline: z.int().min(0),
  destructive: z.boolean(),
});

export interface RequestIssue {
  /** The field, for example "params.fields.0.value". Empty for the body as a whole. */
  path: string;
  message: string;
}

/** A request whose params fit its action. Its session is checked later: a bad one is a protocol error. */
export type ParsedRequest = {
  [A in Action]: Omit<BproxyRequest<A>, 'session'> & { session: string };
}[Action];

/** The problems of a request body. An empty list means that it is a `ParsedRequest`. */
export function requestIssues(body: unknown): RequestIssue[] {
  const parsed = envelope.safeParse(body);
  if (!parsed.success) return describeIssues(parsed.error, []);
  const params = paramsSchemas[parsed.data.action].safeParse(parsed.data.params);
  return params.success ? [] : describeIssues(params.error, ['params']);
}

export function isRequest(body: unknown): body is ParsedRequest {
  return requestIssues(body).length === 0;
}

function describeIssues(error: z.ZodError, prefix: PropertyKey[]): RequestIssue[] {
  return error.issues.flatMap(withinUnion).map((issue) => ({
    path: [...prefix, ...issue.path].map(String).join('.'),
    message: issue.message,
  }));
}

/** If the keys show which member of a union was meant: the problems inside that member. */
function withinUnion(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [meant, other] = issue.errors.filter((issues) =>
    issues.every(({ code, path }) => code !== 'unrecognized_keys' || path.length > 0),
  );
  if (!meant || other) return [issue];
  return meant.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}
