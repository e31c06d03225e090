/** `nowhere`: the tab shows what Chrome put in the place of a page, the error page or the PDF viewer. */
export type Found = 'found' | 'absent' | 'not-a-selector' | 'nowhere';

/**
 * Looks for the selector in the document and its open shadow roots. Chrome sends the text of this function
 * into the page, so it uses nothing from outside; the default is for Chrome's types, which know no arguments.
 */
export function findInPage(selector = ''): Found {
  // By the prototypes: a document answers for its own properties with its forms and images of those names.
  const { querySelectorAll } = Document.prototype;
  const matchesIn = (root: Document | ShadowRoot, wanted: string) =>
    root instanceof Document ? querySelectorAll.call(root, wanted) : root.querySelectorAll(wanted);
  const type: string = Reflect.get(Document.prototype, 'contentType', document);

  if (location.protocol === 'chrome-error:' || type === 'application/pdf') return 'nowhere';
  try {
    new DocumentFragment().querySelector(selector);
  } catch {
    return 'not-a-selector';
  }
  const roots: Array<Document | ShadowRoot> = [document];
  for (const root of roots) {
    if (matchesIn(root, selector).length > 0) return 'found';
    for (const element of matchesIn(root, '*')) {
      const shadow: ShadowRoot | null = Reflect.get(Element.prototype, 'shadowRoot', element);
      if (shadow) roots.push(shadow);
    }
  }
  return 'absent';
}

export function isFound(value: unknown): value is Found {
  return value === 'found' || value === 'absent' || value === 'not-a-selector' || value === 'nowhere';
}
