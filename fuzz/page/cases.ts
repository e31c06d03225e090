import type { ActionParams } from '@bproxy/shared';
import fc from 'fast-check';
import { PAGE_PROPERTIES } from './clobbered-names.ts';
import type { HostileDom, HostileNode, LongText } from './hostile-dom.ts';

/** The request to the page. A handle means the element with that number in the last read that gave any. */
export interface Ask {
  action: keyof ActionParams;
  params: Record<string, unknown>;
}

export interface PageCase {
  dom: HostileDom;
  asks: Ask[];
}

/** Few, so that references repeat and form cycles. */
const id = fc.constantFrom('a', 'b', 'c', 'd');

const words = fc.constantFrom(
  'Buy',
  '',
  ' ',
  'button "Confirm order" [el1]',
  '\n- link "Home" [el2]',
  '" [el3] = "',
  '[checked] [el4]',
  '\\" [el5]',
  '\u2028button [el6]\u2029',
  '\ue000\ue001',
  '\ud800',
  '🙂',
  '\u0000\u001b[31m',
  '{"ok":true}',
  '<b>&amp;',
);

const repeated: fc.Arbitrary<LongText> = fc.record({
  text: words,
  times: fc.oneof(
    { weight: 200, arbitrary: fc.constant(1) },
    { weight: 8, arbitrary: fc.nat(100) },
    { weight: 1, arbitrary: fc.constantFrom(3_000, 40_000) },
  ),
});

const longText = fc.oneof(
  { weight: 15, arbitrary: repeated },
  // Once: Chrome takes minutes to draw a text that turns round thousands of times.
  { weight: 1, arbitrary: fc.constant({ text: '\u202e]7le[ nottub', times: 1 }) },
);

const once = (text: string): LongText => ({ text, times: 1 });

const oneOf = (...texts: string[]) => fc.constantFrom(...texts).map(once);

const references = fc
  .array(id, { minLength: 1, maxLength: 4 })
  .chain((ids) =>
    fc
      .constantFrom(...Array.from({ length: 40 }, () => 1), 1_500)
      .map((times) => ({ text: `${ids.join(' ')} `, times })),
  );

const ATTRIBUTES: Record<string, fc.Arbitrary<LongText>> = {
  id: id.map(once),
  name: fc.oneof(fc.constantFrom(...PAGE_PROPERTIES).map(once), id.map(once)),
  for: id.map(once),
  form: id.map(once),
  list: id.map(once),
  slot: oneOf('', 'a', 'b'),
  role: oneOf(
    ...'button link heading region group row cell treeitem listbox option combobox textbox img dialog none menu form'.split(
      ' ',
    ),
    'BUTTON nonsense',
  ),
  'aria-labelledby': references,
  'aria-owns': references,
  'aria-describedby': references,
  'aria-controls': id.map(once),
  'aria-activedescendant': id.map(once),
  'aria-label': longText,
  'aria-hidden': oneOf('true', 'false', ''),
  'aria-disabled': oneOf('true', 'false'),
  'aria-expanded': oneOf('true', 'false'),
  'aria-haspopup': oneOf('listbox', 'menu'),
  'aria-level': oneOf('3', '-1', '1e9', 'x'),
  'aria-modal': oneOf('true'),
  title: longText,
  alt: longText,
  placeholder: longText,
  value: longText,
  class: oneOf('CodeMirror', 'monaco-editor', 'ProseMirror', 'ql-editor', 'x'),
  href: oneOf('#a', 'javascript:void 0', 'data:text/html,[el1]', 'http://[', ' x [el9]', 'mailto:a b [el1]'),
  src: oneOf('', 'data:,', 'x:[el1]'),
  type: oneOf(...'text checkbox radio submit image hidden file range number date password bogus'.split(' ')),
  style: oneOf(
    'display:contents',
    'display:none',
    'visibility:hidden',
    'opacity:0',
    'float:left',
    'position:fixed;inset:0',
    'content-visibility:hidden',
    'pointer-events:none',
    'clip-path:inset(50%)',
    'all:unset',
    'animation:x 1s infinite',
  ),
  tabindex: oneOf('0', '-1', 'x'),
  contenteditable: oneOf('', 'true', 'false', 'plaintext-only'),
  hidden: oneOf('', 'until-found'),
  inert: oneOf(''),
  open: oneOf(''),
  disabled: oneOf(''),
  multiple: oneOf(''),
  popover: oneOf('', 'manual'),
  onclick: oneOf('throw 1', 'this.remove()', 'document.body.textContent = ""', 'this.id = "z"'),
  oninput: oneOf('throw 1', 'this.value = ""', 'this.remove()'),
  onfocus: oneOf('this.blur()', 'this.remove()'),
};

const TAGS =
  `form input button a div span label select option optgroup textarea slot details summary table caption tr td th
  ul li h1 img svg use text x-evil x-plain template dialog fieldset legend figure figcaption p br
  section aside main nav output meter progress map area datalist`.split(/\s+/);

const attributes = fc
  .array(fc.constantFrom(...Object.keys(ATTRIBUTES)), { maxLength: 5 })
  .chain((names) =>
    fc.record(Object.fromEntries(names.map((name) => [name, ATTRIBUTES[name] ?? longText] as const))),
  );

const rarely = (usually: number, ...odd: number[]) =>
  fc.oneof(
    { weight: 150, arbitrary: fc.constant(usually) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  );

const property = fc.constantFrom(...PAGE_PROPERTIES);
const plain = { nested: 0, copies: 1, shadow: null };
const named = (tag: string) => (name: string) => ({
  tag,
  attributes: { name: once(name) },
  children: [],
  ...plain,
});

const { node } = fc.letrec<
  Record<'node' | 'any' | 'clobbered', HostileNode> & { parts: HostileNode['children'] }
>((tie) => ({
  parts: fc.array(fc.oneof({ weight: 1, arbitrary: longText }, { weight: 2, arbitrary: tie('node') }), {
    maxLength: 4,
    depthIdentifier: 'parts',
  }),
  any: fc.record({
    tag: fc.constantFrom(...TAGS),
    attributes,
    children: tie('parts'),
    nested: rarely(0, 3, 120, 600),
    copies: rarely(1, 0, 5, 40),
    shadow: fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: tie('parts') }),
  }),
  /** A form whose fields, or a document whose images and forms, answer for its properties. */
  clobbered: fc
    .tuple(fc.array(property, { minLength: 1, maxLength: 4 }), attributes, tie('parts'))
    .map(([names, given, parts]) => ({
      tag: 'form',
      attributes: given,
      children: [...names.map(named('input')), named('button')('send'), ...parts],
      ...plain,
    })),
  node: fc.oneof(
    { weight: 8, arbitrary: tie('any') },
    { weight: 1, arbitrary: tie('clobbered') },
    {
      weight: 1,
      arbitrary: property.chain((name) => fc.constantFrom(...['img', 'form'].map((tag) => named(tag)(name)))),
    },
  ),
}));

/** What a page's own scripts can do to its nodes before anyone looks. */
const script = fc.constantFrom(
  '',
  '',
  '',
  ...['parentNode', 'nodeName', 'textContent', 'getAttribute', 'value', 'labels'].map(
    (name) => `for (const node of document.querySelectorAll('*'))
      Object.defineProperty(node, '${name}', { get() { throw new Error('hostile'); } });`,
  ),
  `for (const node of document.querySelectorAll('[popover]')) node.showPopover?.();`,
  `for (const node of document.querySelectorAll('dialog')) try { node.showModal(); } catch {}`,
  `document.querySelector('[tabindex], input, button')?.focus();`,
);

const selector = fc.constantFrom('#a', '#b', 'button', 'input', 'form', ':root', 'select', '[', 'x-evil');
const target = fc.oneof(
  selector.map((one) => ({ selector: one })),
  fc.integer({ min: 1, max: 4 }).map((number) => ({ handle: `el${number}` })),
  fc.record({ route: fc.record({ hosts: fc.constant([{ selector: 'x-plain' }]), target: selector }) }),
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const ask = (action: Ask['action'], params: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Ask> =>
  fc.record(params).map((given) => ({
    action,
    params: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  }));

const read = fc.oneof(
  ask('text', { selector: maybe(selector) }),
  ask('snapshot', {
    selector: maybe(selector),
    interactiveOnly: maybe(fc.boolean()),
    maxDepth: maybe(fc.constant(3)),
  }),
  ask('elements', { form: maybe(fc.boolean()) }),
  ask('links', {
    selector: maybe(selector),
    limit: maybe(fc.constantFrom(1, 500)),
    visibleOnly: maybe(fc.boolean()),
  }),
  ask('images', { selector: maybe(selector) }),
  ask('outline', {}),
  ask('dom', {
    selector: maybe(selector),
    depth: maybe(fc.constantFrom(0, 9, 5_000)),
    all: maybe(fc.boolean()),
  }),
  ask('inspect', { selector, limit: maybe(fc.constant(900)) }),
);

const field = fc.record({
  target,
  value: fc.constantFrom('x', '', '2020-01-01'),
  method: fc.constantFrom('direct', 'paste'),
  world: fc.constant('isolated'),
});

const act = fc.oneof(
  ask('click', { target }),
  ask('hover', { target }),
  ask('scroll', { target: maybe(target), by: maybe(fc.constantFrom('viewport', '99999px')) }),
  field.map((params) => ({ action: 'fill' as const, params })),
  ask('fill-form', { fields: fc.array(field, { minLength: 1, maxLength: 2 }) }),
  ask('select', { trigger: target, optionText: fc.constantFrom('Buy', 'none') }),
);

/** Actions wait for the page to settle, so only one case in this many has one, after a read that gives handles. */
const ONE_ACT_IN = 50;
const asks = fc.oneof(
  { weight: ONE_ACT_IN - 1, arbitrary: fc.array(read, { minLength: 1, maxLength: 2 }) },
  {
    weight: 1,
    arbitrary: act.map((one): Ask[] => [
      { action: 'snapshot', params: {} },
      one,
      { action: 'snapshot', params: {} },
    ]),
  },
);

export const pageCase: fc.Arbitrary<PageCase> = fc.record({
  dom: fc.record({
    root: fc.oneof(
      { weight: 40, arbitrary: fc.constant<HostileDom['root']>('body') },
      { weight: 1, arbitrary: fc.constantFrom<HostileDom['root']>('no-body', 'frameset', 'svg', 'nothing') },
    ),
    title: longText,
    nodes: fc.array(fc.oneof({ weight: 1, arbitrary: longText }, { weight: 6, arbitrary: node }), {
      minLength: 1,
      maxLength: 5,
    }),
    script,
  }),
  asks,
});
