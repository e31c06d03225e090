import { ERRORS, isErrorCode, MAX_HANDLES_PER_READ } from '@bproxy/shared';
import { z } from 'zod';
import type { Ask } from './cases.ts';

/** Repeated on purpose: the code under test must not decide what an answer may look like. */
const text = z.string();
const count = z.int().min(0);
const cuts = {
  truncated: z.literal(true).optional(),
  total: count.optional(),
  namesCut: count.optional(),
  branchesCut: count.optional(),
};
const minted = z.strictObject({ read: z.number(), count: count.max(MAX_HANDLES_PER_READ) });
const route = z.strictObject({
  hosts: z.array(z.strictObject({ selector: text.min(1), index: count.optional() })),
  target: text.min(1),
});
const place = { selector: text.min(1).optional(), route: route.optional() };
const label = text.max(210);
const modal = z.strictObject({
  ...place,
  tag: text,
  role: text.optional(),
  name: text.optional(),
  note: text,
});
const filled = { filled: z.boolean(), verifiedValue: text.max(1_000_100), reason: text.optional() };

const step = z.union([
  z.strictObject({ action: text.min(1), params: z.record(text, z.unknown()), session: z.boolean() }),
  z.strictObject({ command: text.min(1) }),
  z.strictObject({ with: z.record(text, z.unknown()) }),
]);
const sentence = text.max(10_000);

const error = z.strictObject({
  code: z.custom<string>((code) => typeof code === 'string' && isErrorCode(code)),
  category: text,
  retry: text,
  message: text.min(1).max(10_000),
  suggestedAction: z.union([
    sentence.min(1),
    z
      .array(z.union([sentence, step]))
      .min(1)
      .max(20),
  ]),
  details: z.record(text, z.unknown()).optional(),
});

const RESULTS: Partial<Record<Ask['action'], z.ZodType>> = {
  text: z.strictObject({ text: text.max(10_000_000), ...cuts }),
  snapshot: z.strictObject({
    tree: text.max(1_000_000),
    nodeCount: count,
    minted,
    modal: modal.optional(),
    ...cuts,
  }),
  elements: z.strictObject({
    elements: z.array(z.looseObject({ ...place, tag: text.min(1), label: label.optional() })).max(500),
    minted,
    modal: modal.optional(),
    ...cuts,
  }),
  links: z.strictObject({
    links: z
      .array(
        z.strictObject({
          text: text.max(301),
          href: text,
          target: z.strictObject(place),
          title: text.max(301).optional(),
          rel: text.max(301).optional(),
          targetAttr: text.max(301).optional(),
          visible: z.boolean(),
          handle: z.templateLiteral(['ln', count]).optional(),
        }),
      )
      .max(500),
    minted,
    ...cuts,
  }),
  images: z.strictObject({
    images: z
      .array(z.strictObject({ src: text, alt: text.max(301), width: z.number(), height: z.number() }))
      .max(500),
    ...cuts,
  }),
  outline: z.strictObject({
    landmarks: z
      .array(z.strictObject({ tag: text, role: text.min(1), label: text.max(301).optional() }))
      .max(300),
    headings: z.array(z.strictObject({ level: z.number(), text: text.min(1).max(301) })).max(300),
    frames: z
      .array(z.looseObject({ url: text, width: z.number(), height: z.number() }))
      .max(300)
      .optional(),
    ...cuts,
  }),
  dom: z.strictObject({ html: text.max(200_001), ...cuts }),
  inspect: z.strictObject({
    elements: z.array(z.looseObject({ index: count, tag: text.min(1), role: text, selector: text.min(1) })),
    total: count,
    truncated: z.literal(true).optional(),
  }),
  click: z.strictObject({
    clicked: z.literal(true),
    disappeared: z.boolean(),
    stable: z.boolean(),
    elapsed: z.number(),
  }),
  hover: z.strictObject({ hovered: z.literal(true), stable: z.boolean(), elapsed: z.number() }),
  scroll: z.looseObject({ before: z.number(), after: z.number(), moved: z.boolean(), stable: z.boolean() }),
  fill: z.looseObject(filled),
  'fill-form': z.strictObject({
    results: z.array(z.strictObject({ target: z.unknown(), ...filled, error: error.optional() })),
  }),
  select: z.strictObject({ selected: z.boolean(), optionText: text, options: z.array(text).optional() }),
};

/** More than any real page needs, less than one message may carry. */
const MOST_CHARS = 12_000_000;

/** One line of a snapshot: role, name, states, value, URL, handle; texts and names in quotes. */
const QUOTED = '"(?:[^"\\\\\\n]|\\\\.)*"';
const LINE = new RegExp(
  `^ *(?:(?:-|[a-z-]+)(?: ${QUOTED})?(?: \\[[^\\]"]*\\])?(?: = ${QUOTED})?(?: [^\\s"\\[]\\S*)?(?: \\[el\\d+\\])?(?: (?=\\S)|$))*(?:${QUOTED}(?: \\| |$))*$`,
);

/** What is wrong with the answer; undefined if nothing is. */
export function faultOf({ action }: Ask, json: string): string | undefined {
  if (json.length > MOST_CHARS) return `an answer of ${json.length} characters`;
  const answer = z.looseObject({ ok: z.boolean() }).parse(JSON.parse(json));
  if (!answer.ok) return faultOfError(answer['error']);
  const fits = RESULTS[action]?.safeParse(answer['data']);
  if (!fits) return `no shape is known for ${action}`;
  if (!fits.success) return z.prettifyError(fits.error);
  return action === 'snapshot' ? faultOfTree(answer['data']) : undefined;
}

/** A page that makes our code throw an unexpected error has found a bug. */
function faultOfError(given: unknown): string | undefined {
  const fits = error.safeParse(given);
  if (!fits.success) return z.prettifyError(fits.error);
  const { code, category, details } = fits.data;
  if (isErrorCode(code) && ERRORS[code].category !== category) return `${code} is not ${category}`;
  const thrown = details?.['name'];
  return code === 'SCRIPT_ERROR' && typeof thrown === 'string'
    ? `threw ${thrown}: ${fits.data.message}`
    : undefined;
}

function faultOfTree(data: unknown): string | undefined {
  const { tree, minted: given } = z.looseObject({ tree: text, minted }).parse(data);
  const lines = tree === '' ? [] : tree.split('\n');
  const odd = lines.find((line) => line.length < 2_000 && !LINE.test(line));
  if (odd !== undefined) return `a line that is none of ours: ${odd}`;
  const handles = lines.flatMap((line) => / \[(el\d+)\]$/.exec(line)?.slice(1) ?? []);
  if (new Set(handles).size !== handles.length) return 'a handle that is there twice';
  return handles.length > given.count
    ? `${handles.length} handles where ${given.count} were given`
    : undefined;
}
