import { expect, it } from 'vitest';
import { redact } from './redact.ts';

it('redact keeps text that a user typed out of the log, at any depth', () => {
  const params = { fields: [{ target: { selector: '#pw' }, value: 'hunter2', method: 'paste' }] };
  expect(redact(params)).toEqual({
    fields: [{ target: { selector: '#pw' }, value: '[7 characters]', method: 'paste' }],
  });
  expect(redact({ data: { verifiedValue: 'secret' } })).toEqual({
    data: { verifiedValue: '[6 characters]' },
  });
  expect(redact({ params: { keys: ['h', 'Enter'], text: 'hunter2' } })).toEqual({
    params: { keys: '[2 entries]', text: '[7 characters]' },
  });
  expect(redact({ count: 2, none: null })).toEqual({ count: 2, none: null });
});

it('redact stops at a depth that no answer has, before the stack overflows', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  expect(JSON.stringify(redact({ deep }))).toContain('[too deep]');
});
