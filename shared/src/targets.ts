/** The way to an element inside open shadow roots: one host a level, then a selector in the deepest root. */
export interface ElementRoute {
  hosts: Array<{ selector: string; index?: number }>;
  target: string;
}

/** Exactly one of the two: a selector in the document, or a route through shadow roots. */
export type ElementTarget = { selector: string; route?: never } | { selector?: never; route: ElementRoute };

declare const elementHandleBrand: unique symbol;

/** A short-lived name of an element, minted by the daemon: "el12" by elements and snapshot, "ln3" by links. */
export type ElementHandle = string & { readonly [elementHandleBrand]: 'ElementHandle' };

export const ELEMENT_HANDLE_PATTERN = /^(?:el|ln)[1-9]\d*$/;

export function isElementHandle(text: string): text is ElementHandle {
  return ELEMENT_HANDLE_PATTERN.test(text);
}

export interface ElementHandleRef {
  handle: ElementHandle;
}

/** What a caller may name; the daemon turns handles into targets before anything is forwarded. */
export type ClientElementTarget = ElementTarget | ElementHandleRef;

/** What the element looked like when its handle was minted. Another element in its place is refused. */
export interface ElementFingerprint {
  tag: string;
  role?: string;
  name?: string;
}

/** What the extension receives: never a handle, and the fingerprint if the caller used one. */
export type ForwardedElementTarget = ElementTarget & { expect?: ElementFingerprint };
