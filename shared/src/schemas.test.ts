import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { elementTarget, isRequest, paramsSchemas, requestIssues } from './schemas.ts';
import { TAB_HANDLE_PATTERN } from './sessions.ts';
import { ELEMENT_HANDLE_PATTERN } from './targets.ts';

const envelope = {
  protocol_version: 1,
  id: 'r1',
  action: 'click',
  params: { target: { handle: 'el1' } },
  session: 'abcdef',
  deadline: 1,
  destructive: true,
};

const paths = (body: unknown) => requestIssues(body).map(({ path }) => path);

describe('requestIssues', () => {
  it('accepts a good request', () => {
    expect(isRequest(envelope)).toBe(true);
  });

  it.each([
    ['nothing', undefined, ['']],
    ['text', 'hello', ['']],
    ['an array', [], ['']],
    ['another protocol', { ...envelope, protocol_version: 2 }, ['protocol_version']],
    ['no id', { ...envelope, id: '' }, ['id']],
    ['an unknown action', { ...envelope, action: 'eval' }, ['action']],
    ['a name of Object.prototype as action', { ...envelope, action: 'constructor' }, ['action']],
    ['an unknown key', { ...envelope, target: 1 }, ['']],
    ['no deadline', { ...envelope, deadline: undefined }, ['deadline']],
    ['a broken deadline', { ...envelope, deadline: 1.5 }, ['deadline']],
    ['unknown params', { ...envelope, params: { target: { selector: 'a' }, force: true } }, ['params']],
    [
      'two targets in one',
      { ...envelope, params: { target: { selector: 'a', handle: 'el1' } } },
      ['params.target'],
    ],
    ['a bad handle', { ...envelope, params: { target: { handle: 'el0' } } }, ['params.target.handle']],
    [
      'a bad route',
      { ...envelope, params: { target: { route: { hosts: [{ selector: 'a' }] } } } },
      ['params.target.route.target'],
    ],
    [
      'a bad field deep inside',
      {
        ...envelope,
        action: 'fill-form',
        params: { fields: [{ target: { selector: 'a' }, value: 1, method: 'paste', world: 'isolated' }] },
      },
      ['params.fields.0.value'],
    ],
    ['a limit out of range', { ...envelope, action: 'links', params: { limit: 501 } }, ['params.limit']],
    ['a raw tab id', { ...envelope, action: 'tab.close', params: { tab: '12' } }, ['params.tab']],
  ])('names the field of %s', (_name, body, expected) => {
    expect(paths(body)).toEqual(expected);
    expect(isRequest(body)).toBe(false);
  });

  it.each([
    ['dom', { depth: 100 }],
    ['snapshot', { maxDepth: 100 }],
    ['inspect', { selector: 'p', limit: 1_000 }],
  ])('accepts any depth and any number of elements in %s: its answer is capped by size', (action, params) => {
    expect(paths({ ...envelope, action, params, destructive: false })).toEqual([]);
  });

  it.each([[undefined], ['#a'], [null], [{}], [{ selector: 'a', handle: 'el1' }], [{ css: 'a' }]])(
    'shows the shape of a target instead of %j',
    (target) => {
      expect(requestIssues({ ...envelope, params: { target } })).toEqual([
        {
          path: 'params.target',
          message:
            'must be exactly one of {"selector":"#id"}, {"handle":"el1"} and {"route":{"hosts":[{"selector":"x-host"}],"target":"#id"}}',
        },
      ]);
    },
  );

  it('accepts the targets whose shape it shows', () => {
    const [issue] = requestIssues({ ...envelope, params: {} });
    const shapes = issue?.message.match(/\{.*?\}(?=,? |$)/g) ?? [];
    expect(shapes).toHaveLength(3);
    for (const shape of shapes) {
      expect(requestIssues({ ...envelope, params: { target: JSON.parse(shape) } })).toEqual([]);
    }
  });

  it('describes handles by the same pattern that it checks', () => {
    const { tab } = paramsSchemas['session.bind'].shape;
    expect(tab.meta()).toMatchObject({ pattern: TAB_HANDLE_PATTERN.source });
    const { anyOf } = z.toJSONSchema(elementTarget, { unrepresentable: 'any' });
    expect(anyOf?.[2]).toMatchObject({ properties: { handle: { pattern: ELEMENT_HANDLE_PATTERN.source } } });
  });
});
