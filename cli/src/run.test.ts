import { describe, expect, it } from 'vitest';
import type { Context } from './commands/command.ts';
import { run } from './run.ts';

function absent(what: string): () => never {
  return () => {
    throw new Error(`A wrong command line must not reach for ${what}.`);
  };
}

const context: Context = {
  env: { BPROXY_HOME: '/nowhere' },
  programDir: '/nowhere',
  now: absent('the clock'),
  newId: absent('an id'),
  stdin: absent('stdin'),
  trace: absent('stderr'),
};

const S = ['-s', 'abcdef'];
const FILL = ['fill', '--selector', 'a', '--method', 'direct', '--world', 'main', ...S];

/** A wrong command line, and the word that the line on stderr has to name. */
const wrong: Array<[words: string[], names: string]> = [
  [[], 'usage'],
  [[''], 'usage'],
  [['nope'], '"nope"'],
  [['tab'], 'bproxy tab'],
  [['tab', 'nope'], '"tab nope"'],
  [['tab', '--url', 'x'], '"tab --url"'],
  [['tab.open', '--url', 'x'], '"tab.open"'],
  [['toString'], '"toString"'],
  [['--session', 'abcdef'], 'No command'],
  [['--session'], '--session needs a value'],
  [['--session', '--home', 'x', 'text'], '--session needs a value'],
  [['-s', 'abcdef', 'text', ...S], '--session was given more than once'],
  [['-s', 'abcdef', '--url', 'x', 'navigate'], 'The flag --url cannot come before the command'],
  [['--id', 'some-id-8', 'service', 'status'], '--id'],
  [['--version', 'x'], '--version'],
  [['text', '-s'], '--session'],
  [['text', ...S, ...S], '--session'],
  [['text', ...S, '--session', 'abcdef'], '--session'],
  [['text', ...S, 'more'], '"more"'],
  [['text', ...S, '--'], '"--"'],
  [['text', ...S, '-'], '"-"'],
  [['text', ...S, '--bogus'], '--bogus'],
  [['text', ...S, '--bogus=1'], '--bogus'],
  [['text', ...S, '-x'], '-x'],
  [['text', ...S, '--Selector', 'a'], '--Selector'],
  [['text', ...S, '--no-verbose'], '--no-verbose'],
  [['text', ...S, '--verbose=true'], '--verbose'],
  [['text', ...S, '-v', '-v'], '--verbose'],
  [['text', ...S, '--selector'], '--selector'],
  [['text', ...S, '--selector', ''], '--selector'],
  [['text', ...S, '--timeout', '0'], '--timeout'],
  [['text', ...S, '--timeout', '3600001'], '--timeout'],
  [['text', ...S, '--timeout', '1.5'], '--timeout'],
  [['text', ...S, '--timeout', 'soon'], '--timeout'],
  [['text', ...S, '--id', 'short'], '--id'],
  [['text', ...S, '--id', 'a'.repeat(101)], '--id'],
  [['text', ...S, '--id', 'with a space'], '--id'],
  [['text', ...S, '--home', ''], '--home'],
  [['text', ...S, '--home=~/x'], '--home'],
  [['navigate', ...S], '--url'],
  [['wait', ...S], '--strategy, --any'],
  [['navigate', '--url', ...S], '--url'],
  [['links', ...S, '--visibleOnly'], '--visibleOnly'],
  [['links', ...S, '--limit', '0'], '--limit'],
  [['links', ...S, '--limit', '501'], '--limit'],
  [['inspect', '--selector', 'a', '--properties', 'a,,b', ...S], '--properties'],
  [['scroll', '--direction', 'left', ...S], '--direction'],
  [['scroll', '--by', 'far', ...S], '--by'],
  [['scroll', '--selector', 'a', '--element', 'el1', ...S], '--selector and --element'],
  [['click', ...S], '--selector, --route-json, --element'],
  [['click', '--selector', 'a', '--route-json', '{}', ...S], '--selector and --route-json'],
  [['click', '--element', 'el0', ...S], '--element'],
  [['click', '--element', 'xx1', ...S], '--element'],
  [['click', '--route-json', '{', ...S], '--route-json'],
  [['click', '--route-json', '[]', ...S], '--route-json'],
  [['select', '--selector', 'a', ...S], '--option-text'],
  [FILL, '--value, --value-file, --value-stdin'],
  [[...FILL, '--value', 'x', '--value-stdin'], '--value and --value-stdin'],
  [[...FILL, '--value-file', '/nowhere/x'], '--value-file'],
  [[...FILL, '--value-file='], '--value-file'],
  [['fill', '--selector', 'a', '--value', 'x', '--method', 'type', '--world', 'main', ...S], '--method'],
  [['fill', '--selector', 'a', '--value', 'x', '--method', 'direct', ...S], '--world'],
  [['fill-form', ...S], '--json, --file, --stdin, --set'],
  [['fill-form', '--json', '{"fields":[]}', '--stdin', ...S], '--json and --stdin'],
  [['fill-form', '--json', 'x', ...S], '--json'],
  [['fill-form', '--json', '[]', ...S], '--json'],
  [['fill-form', '--json', '{"fields":{}}', ...S], '--json'],
  [['wait', '--strategy', 'time', '--target', 'x', ...S], '--strategy'],
  [['screenshot', '--output-dir=', ...S], '--output-dir'],
  [['tab', 'close', '--tab', '1', ...S], '--tab'],
  [['session', 'bind', '--tab', 't0', ...S], '--tab'],
  [['session', 'bind', '--tab', 't1', '--pacing', 'none', ...S], '--pacing'],
  [['service', 'start', '--port', '65536'], '--port'],
  [['service', 'stop', '--port', '1'], '--port'],
  [['service', 'status', '--id', 'some-id-8'], '--id'],
  [['install', '--extension-id', 'abc'], '--extension-id'],
  [['install', '--browser='], '--browser'],
  [['uninstall', '--extension-id', 'a'.repeat(32)], '--extension-id'],
];

/** A mistyped command line, and the intended command line or flag. */
const mistyped: Array<[words: string[], meant: string]> = [
  [['snapshoot'], '`bproxy snapshot`'],
  [['Text'], '`bproxy text`'],
  [['nav', '--url', 'x'], '`bproxy navigate`'],
  [['screen-shot'], '`bproxy screenshot`'],
  [['tab', 'opne'], '`bproxy tab open`'],
  [['tabs', 'list'], '`bproxy tab list`'],
  [['tab.open', '--url', 'x'], '`bproxy tab open`'],
  [['open', '--url', 'x'], '`bproxy tab open`'],
  [['sesion'], '`bproxy session`'],
  [['service', 'strat'], '`bproxy service start`'],
  [['help', 'clik'], '`bproxy click`'],
  [['text', ...S, '--selecter', 'main'], '--selector'],
  [['links', ...S, '--visibleOnly'], '--visible-only'],
  [['text', '--sesion', 'abcdef'], '--session'],
  [['text', ...S, '-S', 'abcdef'], '-s'],
  [['--sesion', 'abcdef', 'text'], '--session'],
  [['tab', 'open', 'example.com'], '`bproxy tab open --url https://example.com`'],
  [
    ['tab', 'open', 'http://example.com/a?b=1&c', ...S],
    "`bproxy tab open --url 'http://example.com/a?b=1&c' -s abcdef`",
  ],
  [
    ['-s', 'abcdef', 'navigate', 'localhost:3000/x'],
    '`bproxy navigate -s abcdef --url http://localhost:3000/x`',
  ],
];

/** Words that resemble nothing here. A guess would only mislead. */
const strange = [['xyzzy'], ['tab', 'xyzzy'], ['text', '--xyzzy'], ['text', 'xyzzy'], ['navigate', 'xyzzy']];

describe('a mistyped command line', () => {
  it.each(mistyped)('%j gets a suggestion', async (words, meant) => {
    const plan = await run(words, context);
    expect(plan).toMatchObject({ exitCode: 2 });
    expect(plan.stderr).toContain(`did you mean ${meant}?`);
    expect(plan.stderr).toMatch(/^[^\n]+\.$/);
  });

  it.each(strange)('%s %s gets no suggestion if nothing is similar', async (...words) => {
    const plan = await run(words, context);
    expect(plan).toMatchObject({ exitCode: 2 });
    expect(plan.stderr).not.toContain('did you mean');
  });
});

describe('BPROXY_OUTPUT', () => {
  it('is json or plain', async () => {
    const env = { ...context.env, BPROXY_OUTPUT: 'yaml' };
    const plan = await run(['text', ...S], { ...context, env });
    expect(plan).toEqual({ exitCode: 2, stderr: 'BPROXY_OUTPUT must be json or plain.' });
  });
});

describe('a wrong command line', () => {
  it.each(wrong)('%j exits with 2 and names the mistake', async (words, names) => {
    const plan = await run(words, context);
    expect(plan.exitCode).toBe(2);
    expect(plan.stdout).toBeUndefined();
    expect(plan.stderr).toContain(names);
    expect(plan.stderr).toMatch(/^[^\n]+\.$/);
    expect(plan.stderr).not.toContain('bproxy itself failed');
  });
});
