import { ProtocolError } from '@bproxy/shared';
import { ElementNames } from './element-names.ts';
import { query } from './query.ts';

const MOST_SUGGESTIONS = 5;

/** The one element that the selector matches: a read of "the first of many" would be a guess. */
export function oneElement(root: Document | ShadowRoot, selector: string): Element {
  const found = [...query(root, selector)];
  const [first] = found;
  if (!first) {
    throw new ProtocolError('ELEMENT_NOT_FOUND', {
      message: `Nothing on the page matches the selector ${JSON.stringify(selector)}.`,
      details: { selector },
    });
  }
  if (found.length === 1) return first;
  const names = new ElementNames();
  throw new ProtocolError('SELECTOR_AMBIGUOUS', {
    message: `The selector ${JSON.stringify(selector)} matches ${found.length} elements.`,
    details: {
      selector,
      count: found.length,
      selectors: found.slice(0, MOST_SUGGESTIONS).flatMap((element) => {
        const target = names.targetOf(element);
        return target?.selector ?? target?.route?.target ?? [];
      }),
    },
  });
}
