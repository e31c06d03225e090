import { makeError, NO_PAGE } from '@bproxy/shared';
import { describe, expect, it } from 'vitest';
import { sheetOf } from './answer-sheet.ts';
import { printed } from './fence.ts';

const PAGE = { url: 'https://x.test/a', title: 'Orders', state: 'ready', busy: false };

function plain(path: string, answer: object): string {
  return printed(sheetOf(path.split(' '), answer), () => 'k7f3q2');
}

const ok = (data: object, page: object = PAGE) => ({
  protocol_version: 1,
  id: 'some-id-8',
  ok: true,
  data,
  page,
  replay: false,
});

const failed = (error: object) => ({ protocol_version: 1, id: 'some-id-8', ok: false, error });

describe('plain output', () => {
  it('prints a text, then a line about the page', () => {
    expect(plain('text', ok({ text: 'Your orders\nMonday\tTea' }))).toBe(
      `<page-k7f3q2>
Your orders
Monday\tTea
</page-k7f3q2>
page <page-k7f3q2>https://x.test/a Orders</page-k7f3q2>
`,
    );
  });

  it('says of a page what is unusual', () => {
    const page = { ...PAGE, state: 'loading', httpStatus: 500, visibility: 'hidden', busy: true };
    expect(plain('text', ok({ text: 'Oops' }, page))).toContain('; still loading; HTTP 500\n');
    expect(plain('text', ok({ text: 'x' }, { ...PAGE, foreground: true }))).toContain(
      '; in front of the user\n',
    );
  });

  it('prints a link in one line', () => {
    const links = [
      {
        text: 'Tea "green"',
        href: 'https://x.test/tea',
        target: { selector: 'a' },
        handle: 'ln1',
        visible: true,
      },
      { text: '', href: 'javascript:void "x"', target: { selector: '#b' }, title: 'More', visible: false },
    ];
    expect(plain('links', ok({ links, truncated: true, total: 340 }))).toBe(
      `<page-k7f3q2>
[ln1] "Tea \\"green\\"" https://x.test/tea
--selector "#b" "javascript:void \\"x\\"" (not in view) title "More"
</page-k7f3q2>
truncated; total 340; page <page-k7f3q2>https://x.test/a Orders</page-k7f3q2>
`,
    );
  });

  it('prints an element in one line', () => {
    const elements = [
      {
        selector: '#q',
        tag: 'input',
        type: 'search',
        label: 'Find',
        value: 'tea',
        required: true,
        handle: 'el1',
      },
      {
        selector: 'select',
        tag: 'select',
        role: 'combobox',
        label: 'Size',
        options: ['S', 'M'],
        handle: 'el2',
      },
      { selector: 'button', tag: 'b[el9]', label: '', disabled: true, handle: 'el3' },
    ];
    expect(plain('elements', ok({ elements })).split('\n').slice(1, 4)).toEqual([
      '[el1] input:search "Find" [required] = "tea"',
      '[el2] combobox "Size" options "S" | "M"',
      '[el3] "b[el9]" [disabled]',
    ]);
  });

  it('prints the parts of an outline and of a list of tabs in one line each', () => {
    const outline = {
      landmarks: [{ tag: 'nav', role: 'navigation', label: 'Site' }],
      headings: [{ level: 2, text: 'Tea' }],
    };
    const lines = plain('outline', ok(outline)).split('\n');
    expect(lines).toContain('navigation "Site"');
    expect(lines).toContain('h2 "Tea"');
    const tabs = [{ tab: 't1', url: 'https://x.test/', title: 'X', bound: true }];
    expect(plain('tab list', ok({ session: 'abcdef', tabs }, NO_PAGE))).toBe(
      '<page-k7f3q2>\nt1 https://x.test/ "X" [bound]\n</page-k7f3q2>\nsession abcdef\n',
    );
  });

  it('prints an act in one line: what was done, its effect, and the hint', () => {
    const effect = {
      seen: 'value',
      also: ['focus'],
      became: ['checked'],
      hint: 'Run `bproxy text -s abcdef`.',
    };
    const clicked = {
      clicked: true,
      disappeared: false,
      stable: true,
      elapsed: 40,
      openedTabs: ['t2'],
      effect,
    };
    expect(plain('click', ok(clicked))).toBe(
      'clicked; effect value, focus; now checked; opened tabs t2; hint: Run `bproxy text -s abcdef`.\n',
    );
    const filled = {
      filled: false,
      verifiedValue: 'An',
      reason: 'the page cut it',
      effect: { seen: 'value' },
    };
    expect(plain('fill', ok(filled))).toBe(
      'not filled; verified value <page-k7f3q2>"An"</page-k7f3q2>; reason <page-k7f3q2>"the page cut it"</page-k7f3q2>; effect value\n',
    );
  });

  it('says where the tab is after an act that went elsewhere', () => {
    const where = 'page <page-k7f3q2>https://x.test/a Orders</page-k7f3q2>';
    const effect = { seen: 'navigation' };
    expect(plain('click', ok({ clicked: true, effect }))).toBe(`clicked; effect navigation; ${where}\n`);
    const opened = { session: 'abcdef', tab: 't1', bound: true, url: PAGE.url, tmpDir: '/tmp/x' };
    expect(plain('tab open', ok(opened))).toBe(`session abcdef; tab t1; bound; ${where}\n`);
  });

  it('says that an answer is the one of an earlier run', () => {
    const answer = { ...ok({ clicked: true, effect: { seen: 'none' } }), replay: true };
    expect(plain('click', answer)).toContain('; the answer of the first run: nothing was run again\n');
  });

  it('prints an error in three lines: its code, what happened, what to do next', () => {
    const { suggestedAction: _, ...error } = makeError('ELEMENT_NOT_ACTIONABLE', {
      message: 'It is covered by "Cookies".',
      details: { reason: 'covered', coveredBy: { tag: 'div', name: 'Cookies' } },
    });
    const step = 'Read the page again with `bproxy snapshot -s abcdef`.';
    expect(plain('click', failed({ ...error, suggestedAction: step }))).toBe(
      `ELEMENT_NOT_ACTIONABLE (retry: conditional)
<page-k7f3q2>It is covered by "Cookies". Details: reason "covered", covered by tag "div", name "Cookies".</page-k7f3q2>
${step}
`,
    );
  });

  it('marks a next step that quotes the page, and no other', () => {
    const error = {
      ...makeError('NO_EXTENSION'),
      suggestedAction: 'Look at the popup; `bproxy status` lists them.',
    };
    expect(plain('click', failed(error))).not.toContain('<page-');
    const quoting = { ...error, suggestedAction: "Try `bproxy click --selector '#a b' -s abcdef`." };
    expect(plain('click', failed(quoting))).toContain("<page-k7f3q2>Try `bproxy click --selector '#a b'");
  });

  it('prints answers of the daemon about itself without marks, but for what pages wrote', () => {
    const data = {
      daemon: { pid: 5, startedBy: 'service' },
      clients: [{ label: 'Work', browser: 'Chrome 150' }],
      refusedClients: [],
      sessionTabs: [
        { session: 'abcdef', tabs: [{ tab: 't1', url: 'https://x.test/', title: 'X', bound: true }] },
      ],
    };
    expect(plain('status', ok(data, NO_PAGE))).toBe(
      `clients: label Work, browser Chrome 150
<page-k7f3q2>
session abcdef, tabs tab t1, url "https://x.test/", title "X", bound
</page-k7f3q2>
daemon pid 5, started by service
`,
    );
    expect(plain('debug last', ok({ requests: [] }, NO_PAGE))).toBe('no requests\n');
  });

  it('prints the object of a command that asks no daemon', () => {
    expect(plain('service status', { running: true, port: 5 })).toBe('running\nport 5\n');
  });

  it('leaves out characters that show nothing, and counts them', () => {
    const text = 'a\u200bb\u202ec\u{e0041}\u001b[2J\r\nemoji 👩‍💻 ❤️, می‌خواهم';
    expect(plain('text', ok({ text }))).toBe(
      `<page-k7f3q2>
abc[2J
emoji 👩‍💻 ❤️, می‌خواهم
</page-k7f3q2>
page <page-k7f3q2>https://x.test/a Orders</page-k7f3q2>
left out: 4 characters that show nothing
`,
    );
  });

  it('cuts a long value, and says how long it is', () => {
    const value = 'x'.repeat(1_000);
    const line = plain('fill', ok({ filled: true, verifiedValue: value, effect: { seen: 'value' } }));
    expect(line).toContain(`${'x'.repeat(300)}… (1000 characters)`);
    expect(line).not.toContain('x'.repeat(301));
  });
});
