import type { Found } from '../../content-messages.ts';
import * as own from '../dom/own-properties.ts';
import { isSelector, openRoots } from './open-roots.ts';

/** Looks for the selector in the document and its open shadow roots. */
export function findInPage(selector: string): Found {
  if (location.protocol === 'chrome-error:' || own.contentType(document) === 'application/pdf')
    return 'nowhere';
  if (!isSelector(selector)) return 'not-a-selector';
  for (const root of openRoots()) if (own.querySelector(root, selector)) return 'found';
  return 'absent';
}
