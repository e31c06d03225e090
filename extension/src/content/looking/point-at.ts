/** How many elements the selector matches; `not-a-selector` if it is none. */
type Pointed = number | 'not-a-selector';

/**
 * Shows the user the one element that the selector matches: scrolls to it and outlines it for some seconds. The
 * outline is an animation, which changes no attribute and takes itself away. Chrome sends the text of this
 * function into the page, so it uses nothing from outside; the default is for Chrome's types.
 */
export function pointAt(selector = ''): Pointed {
  // By the prototypes: a form answers for its own properties with its fields of those names, a document with its forms.
  const { querySelectorAll } = Document.prototype;
  const { animate, checkVisibility, getBoundingClientRect, scrollIntoView } = Element.prototype;
  const matchesIn = (root: Document | ShadowRoot, wanted: string) =>
    root instanceof Document ? querySelectorAll.call(root, wanted) : root.querySelectorAll(wanted);
  const parentOf = (element: Element): Element | null =>
    Reflect.get(Node.prototype, 'parentElement', element);

  try {
    new DocumentFragment().querySelector(selector);
  } catch {
    return 'not-a-selector';
  }
  const roots: Array<Document | ShadowRoot> = [document];
  const found: Element[] = [];
  for (const root of roots) {
    found.push(...matchesIn(root, selector));
    for (const element of matchesIn(root, '*')) {
      const shadow: ShadowRoot | null = Reflect.get(Element.prototype, 'shadowRoot', element);
      if (shadow) roots.push(shadow);
    }
  }
  const [target] = found;
  if (!target || found.length > 1) return found.length;

  const canBeSeen = (element: Element) => {
    const { width, height } = getBoundingClientRect.call(element);
    if (width <= 4 || height <= 4) return false;
    return checkVisibility.call(element, { checkOpacity: true, checkVisibilityCSS: true });
  };
  // Sites hide the file field itself and show a label or a drop zone around it.
  const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : [];
  let place: Element | null = [target, ...labels].find(canBeSeen) ?? parentOf(target);
  while (place && !canBeSeen(place)) place = parentOf(place);
  if (!place) return 1;
  scrollIntoView.call(place, { block: 'center', inline: 'nearest', behavior: 'instant' });
  animate.call(
    place,
    [
      { outline: '3px solid #1a73e8', outlineOffset: '3px' },
      { outline: '3px solid transparent', outlineOffset: '8px' },
    ],
    { duration: 800, iterations: 10, direction: 'alternate', easing: 'ease-in-out' },
  );
  return 1;
}

export function isPointed(value: unknown): value is Pointed {
  return typeof value === 'number' || value === 'not-a-selector';
}
