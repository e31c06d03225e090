import { type ClientElementTarget, ELEMENT_HANDLE_PATTERN, isElementHandle } from '@bproxy/shared';
import { CommandFailure } from '../output/failure.ts';
import type { Flag } from './flag.ts';
import type { FlagValues } from './flag-values.ts';
import { parseObject } from './json-object.ts';

export const TARGET_FLAG_NAMES = ['selector', 'route-json', 'element'] as const;

export function targetFlags(required: boolean): Flag[] {
  const rule = `(${required ? 'exactly' : 'at most'} one of --selector, --route-json, --element)`;
  return [
    { name: 'selector', kind: 'string', summary: `The element, by CSS selector ${rule}.` },
    {
      name: 'route-json',
      kind: 'string',
      summary: `The element, by a route through open shadow roots: {"hosts":[{"selector":…}],"target":…} ${rule}.`,
    },
    {
      name: 'element',
      kind: 'string',
      summary: `The element, by the handle of an earlier read, such as el3 or ln7 ${rule}.`,
      pattern: ELEMENT_HANDLE_PATTERN.source,
      expected: 'must be an element handle such as el1 or ln1',
    },
  ];
}

type ClientTarget = ClientElementTarget | { route: Record<string, unknown> };

/** The element that one word names: a handle, or else a CSS selector. */
export function named(text: string): ClientElementTarget {
  return isElementHandle(text) ? { handle: text } : { selector: text };
}

/** Reads the target element from the command line. The daemon validates the contents of a route. */
export function targetFrom(values: FlagValues, required: boolean): ClientTarget | undefined {
  const given = values.oneOf(TARGET_FLAG_NAMES, required);
  if (given === undefined) return undefined;
  const text = values.string(given) ?? '';
  if (given === 'selector') return { selector: text };
  if (given === 'route-json') return { route: parseObject(text, '--route-json') };
  if (isElementHandle(text)) return { handle: text };
  throw new CommandFailure('--element must be an element handle such as el1 or ln1.');
}
