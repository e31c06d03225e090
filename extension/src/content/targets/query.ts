import { ProtocolError } from '@bproxy/shared';
import { messageOf } from '../../thrown.ts';
import * as own from '../dom/own-properties.ts';

/** The matches of a caller's selector in one root. An invalid selector gets a clear error. */
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
