import { ACTIONS } from '@bproxy/shared';
import fc from 'fast-check';

const SELECTOR = { selector: '#a' };
const FIELD = { target: SELECTOR, value: 'x', method: 'direct', world: 'isolated' };

/** Valid params for each action; an action that is not listed needs none. */
const PARAMS: Record<string, object> = {
  navigate: { url: 'http://page.test/' },
  inspect: SELECTOR,
  click: { target: SELECTOR },
  hover: { target: SELECTOR },
  fill: FIELD,
  'fill-form': { fields: [FIELD, FIELD] },
  select: { trigger: SELECTOR, optionText: 'one' },
  wait: { strategy: 'selector', target: '#a', timeout: 10 },
  'require-human': { reason: 'log in' },
  'tab.open': { url: 'http://page.test/' },
  'session.bind': { tab: 't1' },
};

export const ALL_ACTIONS = Object.keys(ACTIONS);

/** A valid request. Its deadline is years away, so a case is never late. */
export function fittingRequest(session: fc.Arbitrary<string>): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .record({
      protocol_version: fc.constant(1),
      id: fc.uuid(),
      action: fc.constantFrom(...ALL_ACTIONS),
      session,
      deadline: fc.constant(4_000_000_000_000),
      destructive: fc.boolean(),
    })
    .map((request) => ({ ...request, params: structuredClone(PARAMS[request.action] ?? {}) }));
}
