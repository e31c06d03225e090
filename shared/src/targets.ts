import type * as z from 'zod';
import type { BproxyError } from './errors.ts';
import type { ForwardedFrame } from './frames.ts';
import type { elementRoute } from './schemas.ts';

/** The path to an element inside open shadow roots: one host for each level, then a selector in the deepest root. */
export type ElementRoute = z.output<typeof elementRoute>;

/** Exactly one of the two: a selector in the document, or a route through shadow roots. */
export type ElementTarget = { selector: string; route?: never } | { selector?: never; route: ElementRoute };

declare const elementHandleBrand: unique symbol;

/** A short-lived name of an element, minted by the daemon: "el12" by elements and snapshot, "ln3" by links. */
export type ElementHandle = string & { readonly [elementHandleBrand]: 'ElementHandle' };

export const ELEMENT_HANDLE_PATTERN = /^(?:el|ln)[1-9]\d*$/;

export function isElementHandle(text: string): text is ElementHandle {
  return ELEMENT_HANDLE_PATTERN.test(text);
}

export function elementHandle(prefix: string, number: number): ElementHandle {
  const handle = `${prefix}${number}`;
  if (!isElementHandle(handle)) throw new Error(`${handle} is no element handle`);
  return handle;
}

export interface ElementHandleRef {
  handle: ElementHandle;
}

/** The targets that a caller may use. */
export type ClientElementTarget = ElementTarget | ElementHandleRef;

/** A handle that the daemon knows to be valid, with the read that gave it out: the page has kept its element. */
export interface ForwardedHandle extends ElementHandleRef {
  read: number;
  /** The document that was read. The request goes to this one. */
  documentId: string;
  /** The frame of that document, if it is not the page itself. */
  frame?: ForwardedFrame;
  /** In a list of targets: why this handle is lost. The other targets are still acted on. */
  lost?: BproxyError;
}

/** The targets that the extension receives. */
export type ForwardedElementTarget = ElementTarget | ForwardedHandle;
