/** How many elements the selector matches; `not-a-selector` if it is none. */
type Pointed = number | 'not-a-selector';

/**
 * Shows the user the one element that the selector matches: scrolls to it and outlines it for some seconds. The
 * outline is an animation, which changes no attribute and takes itself away. Chrome sends the text of this
 * function into the page, so it uses nothing from outside; the default is for Chrome's types.
 */
export function pointAt(selector = ''): Pointed {
  try {
    document.createDocumentFragment().querySelector(selector);
  } catch {
    return 'not-a-selector';
  }
  const roots: Array<Document | ShadowRoot> = [document];
  const found: Element[] = [];
  for (const root of roots) {
    found.push(...root.querySelectorAll(selector));
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
  }
  const [target] = found;
  if (!target || found.length > 1) return found.length;

  const canBeSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 4 && height > 4 && element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
    );
  };
  // Sites hide the file field itself and show a label or a drop zone around it.
  const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : [];
  let place: Element | null = [target, ...labels].find(canBeSeen) ?? target.parentElement;
  while (place && !canBeSeen(place)) place = place.parentElement;
  if (!place) return 1;
  place.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  place.animate(
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
