/** `nowhere`: the tab shows what Chrome put in the place of a page, the error page or the PDF viewer. */
export type Found = 'found' | 'absent' | 'not-a-selector' | 'nowhere';

/**
 * Looks for the selector in the document and its open shadow roots. Chrome sends the text of this function
 * into the page, so it uses nothing from outside; the default is for Chrome's types, which know no arguments.
 */
export function findInPage(selector = ''): Found {
  if (location.protocol === 'chrome-error:' || document.contentType === 'application/pdf') return 'nowhere';
  try {
    document.createDocumentFragment().querySelector(selector);
  } catch {
    return 'not-a-selector';
  }
  const roots: Array<Document | ShadowRoot> = [document];
  for (const root of roots) {
    if (root.querySelector(selector)) return 'found';
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
  }
  return 'absent';
}

export function isFound(value: unknown): value is Found {
  return value === 'found' || value === 'absent' || value === 'not-a-selector' || value === 'nowhere';
}
