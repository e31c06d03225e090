import * as z from 'zod';
import type { Action } from './actions.ts';
import { FRAME_NAME_PATTERN, type FrameName, isFrameName } from './frames.ts';
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
import { MOST_UPLOAD_BYTES, MOST_UPLOAD_FILES } from './upload.ts';

/** What `wait` can wait for. */
const WAITS = [
  'selector',
  'url',
  'navigation',
  'text',
  'gone',
  'enabled',
  'value',
  'count',
  'load',
  'quiet',
  'tab',
  'download',
  'human',
] as const;

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

const frameName = z
  .custom<FrameName>(
    (value) => typeof value === 'string' && isFrameName(value),
    'must be a frame name such as f1',
  )
  .meta({ title: 'FrameName', type: 'string', pattern: FRAME_NAME_PATTERN.source });

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

const fillField = {
  target: elementTarget,
  value: z.string().describe('The text to write.'),
  method: z
    .enum(['direct', 'paste', 'runtime-api', 'auto'])
    .describe(
      'How to write: set the value, paste it with its events, call the editor in the page, or whichever of them fits.',
    ),
  world: z
    .enum(['isolated', 'main'])
    .describe("Where to write: isolated for direct and paste, main for the page's own editor, none for auto.")
    .exactOptional(),
  append: z.boolean().describe('Add the text to the end of what is there.').exactOptional(),
  prepend: z.boolean().describe('Add the text in front of what is there.').exactOptional(),
};

interface Filling {
  value: string;
  method: string;
  world?: string;
  append?: boolean;
  prepend?: boolean;
}

function checkFilling(given: Filling, context: z.core.$RefinementCtx): void {
  const { value, method, world, append, prepend } = given;
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (method === 'auto' && world !== undefined)
    refuse('world', 'cannot be given with the method auto, which chooses it');
  if (method !== 'auto' && world === undefined) refuse('world', 'must be given with this method');
  if (append && prepend) refuse('prepend', 'cannot be given with append');
  if (value === '' && (append || prepend)) refuse('value', 'must not be empty where it is added to a text');
}

const someWords = z.string().min(1).max(10_000);

function checkWords(
  given: { text?: string; from?: string; to?: string },
  context: z.core.$RefinementCtx,
): void {
  const isRange = given.from !== undefined && given.to !== undefined;
  const isOne = given.from === undefined && given.to === undefined;
  if (given.text === undefined ? isRange : isOne) return;
  context.addIssue({ code: 'custom', path: ['text'], message: 'must be given, or from and to in its place' });
}

/** A file as the caller describes it. The digest tells a repetition of the request from another one. */
const givenFile = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[^/\\\p{Cc}]+$/u, 'must be a name without a folder'),
  size: z.int().min(1).max(MOST_UPLOAD_BYTES),
  type: z.string().max(200),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex'),
});

const none = z.strictObject({});
const scope = selector.describe('Only the part of the page below this element.');
const patience = z
  .int()
  .min(0)
  .max(600_000)
  .describe(
    'How long to wait until the element is there and can be used, in milliseconds (3000 if left out).',
  );
const inFrame = {
  frame: frameName
    .describe('Work in this frame, as a read names it, in place of the page: f3.')
    .exactOptional(),
};
const overFrames = {
  frames: z
    .enum(['all', 'top'])
    .describe('all: with the frames in it (the default). top: without them.')
    .exactOptional(),
  ...inFrame,
};
const answers = {
  dialogs: z
    .string()
    .max(10_000)
    .regex(/^(?:accept|dismiss|text:[\s\S]*)$/, 'must be accept, dismiss or text:WORDS')
    .describe(
      'How to answer a dialog (alert, confirm, prompt) that the action causes: accept, dismiss, or text:WORDS for a prompt.',
    )
    .exactOptional(),
};
const reading = {
  read: z
    .enum(['diff', 'snapshot', 'text'])
    .describe(
      'Read the page afterwards, in the same answer. diff: what is different from the last snapshot. snapshot: the whole tree. text: its text.',
    )
    .exactOptional(),
};
const acting = { wait: patience.exactOptional(), ...answers, ...inFrame, ...reading };
const mouse = {
  button: z.enum(['left', 'middle', 'right']).describe('Which button (left if left out).').exactOptional(),
  count: z
    .int()
    .min(1)
    .max(3)
    .describe('2 is a double click, 3 a triple click (1 if left out).')
    .exactOptional(),
  mod: z
    .array(z.enum(['ctrl', 'shift', 'alt', 'meta', 'mod']))
    .max(5)
    .describe('Keys to hold: ctrl, shift, alt, meta, or mod (Cmd on a Mac, Ctrl elsewhere).')
    .exactOptional(),
};
const condition = {
  ...inFrame,
  strategy: z.enum(WAITS).describe('What to wait for.').exactOptional(),
  target: z
    .string()
    .min(1)
    .max(100_000)
    .describe(
      'The selector; the URL: a whole one, a part of it, or a pattern in which `*` matches any text; the text; or the value.',
    )
    .exactOptional(),
  element: elementTarget.exactOptional(),
  min: z
    .int()
    .min(0)
    .max(100_000)
    .describe('Of count: at least so many elements (1 if left out).')
    .exactOptional(),
};
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
  navigate: z.strictObject({
    url: url.describe('The address to load: http, https or about:blank.'),
    ...reading,
  }),
  back: z.strictObject(reading),
  forward: z.strictObject(reading),
  reload: z.strictObject({
    bypassCache: z.boolean().describe("Do not use the browser's cache.").exactOptional(),
    ...reading,
  }),
  text: z.strictObject({ selector: scope.exactOptional(), ...overFrames }),
  links: z.strictObject({
    selector: scope.exactOptional(),
    visibleOnly: z.boolean().describe('Only links that are in view now.').exactOptional(),
    limit: z.int().min(1).max(500).describe('At most this many links (100 if left out).').exactOptional(),
    ...overFrames,
  }),
  images: z.strictObject({ selector: scope.exactOptional(), ...overFrames }),
  elements: z.strictObject({
    form: z.boolean().describe('Only form fields.').exactOptional(),
    ...overFrames,
  }),
  outline: z.strictObject({ ...overFrames }),
  dom: z.strictObject({
    selector: scope.exactOptional(),
    depth: z.int().min(0).describe('Levels below the root (3 if left out).').exactOptional(),
    all: z
      .boolean()
      .describe('Include hidden parts, and every attribute except the values of fields.')
      .exactOptional(),
    ...inFrame,
  }),
  inspect: z.strictObject({
    selector: selector.describe('The elements to inspect.'),
    properties: z
      .array(z.string().min(1).max(100))
      .max(200)
      .describe('CSS properties to read, camelCase or kebab-case.')
      .exactOptional(),
    limit: z.int().min(1).describe('At most this many elements (10 if left out).').exactOptional(),
    ...inFrame,
  }),
  snapshot: z.strictObject({
    selector: scope.exactOptional(),
    maxDepth: z.int().min(1).describe('Levels of the tree (all if left out).').exactOptional(),
    interactiveOnly: z.boolean().describe('Only elements that can be acted upon.').exactOptional(),
    rows: z
      .enum(['few', 'all'])
      .describe('few: of more than ten rows of one shape, the first five (the default). all: every row.')
      .exactOptional(),
    since: z
      .literal('last')
      .describe('Only what is different from the last snapshot with the same flags.')
      .exactOptional(),
    ...overFrames,
  }),
  scroll: z.strictObject({
    target: elementTarget.exactOptional(),
    by: z
      .string()
      .regex(/^(?:viewport|[+-]?\d{1,7}(?:px)?)$/, 'must be a number of pixels or "viewport"')
      .describe('How far: a number of pixels, or "viewport" (the default).')
      .exactOptional(),
    direction: z.enum(['up', 'down']).describe('Which way (down if left out).').exactOptional(),
    ...acting,
  }),
  click: z.strictObject({ target: elementTarget, ...mouse, ...acting }),
  'click-at': z.strictObject({
    x: z.int().min(0).max(100_000).describe('Pixels from the left of the picture.'),
    y: z.int().min(0).max(100_000).describe('Pixels from its top.'),
    shot: z
      .string()
      .regex(/^[0-9a-f]{6}$/, 'must be the shot of a screenshot, such as 3f9a1c')
      .describe('The picture: `shot` of its answer.'),
    ...mouse,
    ...answers,
    ...reading,
  }),
  hover: z.strictObject({ target: elementTarget, ...acting }),
  press: z.strictObject({
    keys: z
      .array(z.string().min(1).max(50))
      .min(1)
      .max(100)
      .describe(
        'The keys, one after the other: Enter, ArrowDown, a, Shift+Tab, Mod+A (Mod is Cmd on a Mac).',
      ),
    target: elementTarget.exactOptional(),
    times: z
      .int()
      .min(1)
      .max(200)
      .describe('How often to press them all (once if left out).')
      .exactOptional(),
    text: z.string().max(1_000_000).describe('What Mod+V pastes.').exactOptional(),
    ...acting,
  }),
  type: z.strictObject({
    text: z
      .string()
      .min(1)
      .max(100_000)
      .describe('The text. A line break in it presses Enter, a tab presses Tab.'),
    target: elementTarget.exactOptional(),
    ...acting,
  }),
  focus: z.strictObject({ target: elementTarget, ...acting }),
  drag: z.strictObject({
    from: elementTarget,
    to: elementTarget.exactOptional(),
    by: z
      .string()
      .regex(/^-?\d{1,5},-?\d{1,5}$/, 'must be two numbers of pixels, such as 120,-40')
      .describe('How far to drag, right and down, instead of onto an element: 120,-40.')
      .exactOptional(),
    place: z
      .enum(['before', 'on', 'after'])
      .describe('Where on the other element to drop it (on, its middle, if left out).')
      .exactOptional(),
    grab: z
      .string()
      .regex(/^\d{1,5},\d{1,5}$/, 'must be two numbers of pixels, such as 10,20')
      .describe(
        'Where in the element to press it, from its top left corner: 10,20 (its middle if left out). For things that are drawn in a canvas.',
      )
      .exactOptional(),
    via: z
      .enum(['mouse', 'keyboard'])
      .describe('keyboard: Space, arrows, Space, for lists that are sorted by keys (mouse if left out).')
      .exactOptional(),
    ...acting,
  }),
  screenshot: z.strictObject({
    activate: z
      .boolean()
      .describe('Bring the tab to the front for the picture, then put it back.')
      .exactOptional(),
    debugger: z.boolean().describe('Refused: bproxy has no debugger permission.').exactOptional(),
  }),
  fill: z
    .strictObject({
      ...fillField,
      submit: z
        .boolean()
        .describe('Then press Enter in it, if it holds the text: in most forms that sends them.')
        .exactOptional(),
      ...acting,
    })
    .superRefine(checkFilling),
  'fill-form': z.strictObject({
    fields: z
      .array(z.strictObject(fillField).superRefine(checkFilling))
      .min(1)
      .max(200)
      .describe('The fields, in the order to write them.'),
    ...acting,
  }),
  edit: z.strictObject({
    target: elementTarget,
    find: z.string().min(1).max(100_000).describe('The words to replace, as the page shows them.'),
    replace: z.string().max(1_000_000).describe('The words to put in their place; empty to delete them.'),
    all: z
      .boolean()
      .describe('Replace them everywhere in the element; without this, they must be there once.')
      .exactOptional(),
    ...acting,
  }),
  'select-text': z
    .strictObject({
      target: elementTarget.exactOptional(),
      text: someWords.describe('The words to select, as the page shows them.').exactOptional(),
      from: someWords.describe('Instead: the words that the selection begins with.').exactOptional(),
      to: someWords.describe('The words that it ends with.').exactOptional(),
      occurrence: z.int().min(1).max(100_000).describe('Which of several: 1 is the first.').exactOptional(),
      ...acting,
    })
    .superRefine(checkWords),
  upload: z.strictObject({
    target: elementTarget,
    files: z
      .array(givenFile)
      .min(1)
      .max(MOST_UPLOAD_FILES)
      .describe('The files. Their bytes are sent before the request that gives them to the page.'),
    as: z
      .enum(['input', 'drop', 'paste'])
      .describe(
        'How to give them: into the file field, dropped onto the element, or pasted (input if the element has a file field, else drop).',
      )
      .exactOptional(),
    ...acting,
  }),
  select: z.strictObject({
    trigger: elementTarget,
    optionText: z.string().min(1).max(10_000).describe('The text of the option to choose.'),
    ...acting,
  }),
  wait: z.strictObject({
    ...condition,
    any: z
      .array(z.strictObject(condition))
      .min(1)
      .max(5)
      .describe('Up to five conditions in place of one: the first that comes true ends the wait.')
      .exactOptional(),
    timeout: z.int().min(0).max(3_600_000).describe('How long to wait, in milliseconds.').exactOptional(),
    ...reading,
  }),
  'require-human': z.strictObject({
    reason: z.string().min(1).max(2_000).describe('What the user has to do.'),
    wait: z
      .int()
      .min(0)
      .max(3_600_000)
      .describe('Wait so many milliseconds for the user, and answer when they have acted.')
      .exactOptional(),
    forAttach: selector.describe('The file field that the user has to fill.').exactOptional(),
  }),
  'download.list': none,
  'dialog.dismiss': z.strictObject(reading),
  'tab.list': none,
  'tab.pin': z.strictObject({ tab: tabOfSession.exactOptional() }),
  'tab.unpin': z.strictObject({ tab: tabOfSession.exactOptional() }),
  'tab.wake': z.strictObject({ tab: tabOfSession.exactOptional(), ...reading }),
  'tab.open': z.strictObject({
    url: url.describe('The address to open: http, https or about:blank.'),
    browser: browserChoice.exactOptional(),
    show: z
      .boolean()
      .describe('Make it the active tab of its window. Without this, it opens in the background.')
      .exactOptional(),
    ...reading,
  }),
  'tab.show': z.strictObject({ tab: tabOfSession.exactOptional(), ...reading }),
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
