import * as own from '../dom/own-properties.ts';

export function selectRange({ startContainer, startOffset, endContainer, endOffset }: Range): void {
  own.getSelection(document)?.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);
}

/** The editable region that the range begins in. */
export function regionOf({ startContainer }: Range): HTMLElement | undefined {
  let region: HTMLElement | undefined;
  for (let at = own.parentElement(startContainer); at; at = own.parentElement(at)) {
    if (!(at instanceof HTMLElement) || !own.isContentEditable(at)) break;
    region = at;
  }
  return region;
}
