import { ProtocolError } from '@bproxy/shared';
import { messageOf } from '../../thrown.ts';
import * as own from '../dom/own-properties.ts';

/** What a caller's selector matches in one root; words for what is no selector. */
export function query(root: Document | ShadowRoot, selector: string): NodeListOf<Element> {
  try {
    return own.querySelectorAll(root, selector);
  } catch (error) {
    throw new ProtocolError('SCRIPT_ERROR', {
      message: `${JSON.stringify(selector)} is not a CSS selector.`,
      suggestedAction: 'Correct the selector.',
      details: { selector, cause: messageOf(error) },
    });
  }
}
