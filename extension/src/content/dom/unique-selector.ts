const TELLING_ATTRIBUTES = [
  'data-testid',
  'data-test',
  'data-qa',
  'data-cy',
  'name',
  'aria-label',
  'placeholder',
];

/** A selector that matches this element and no other in its root, or null if there is none. */
export function uniqueSelector(element: Element): string | null {
  const root = element.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return null;
  const isUnique = (selector: string) => {
    const found = root.querySelectorAll(selector);
    return found.length === 1 && found[0] === element;
  };
  return candidates(element).find(isUnique) ?? pathTo(element, isUnique);
}

function candidates(element: Element): string[] {
  const tag = CSS.escape(element.localName);
  const byId = element.id === '' ? [] : [`#${CSS.escape(element.id)}`];
  const byAttribute = TELLING_ATTRIBUTES.flatMap((name) => {
    const value = element.getAttribute(name);
    return value ? [`${tag}[${name}="${cssString(value)}"]`] : [];
  });
  return [...byId, ...byAttribute, tag];
}

/** CSS strings end at a newline, unlike those of HTML attributes. */
function cssString(value: string): string {
  return value
    .replace(/["\\]/g, '\\$&')
    .replace(/[\n\r\f]/g, (char) => `\\${char.charCodeAt(0).toString(16)} `);
}

function pathTo(element: Element, isUnique: (selector: string) => boolean): string | null {
  let path = '';
  for (let at: Element | null = element; at; at = at.parentElement) {
    const anchor = candidates(at)[0];
    if (at !== element && anchor?.startsWith('#') && isUnique(`${anchor} > ${path}`))
      return `${anchor} > ${path}`;
    const part = `${CSS.escape(at.localName)}:nth-of-type(${placeOfType(at)})`;
    path = path === '' ? part : `${part} > ${path}`;
    if (isUnique(path)) return path;
  }
  return null;
}

function placeOfType(element: Element): number {
  let place = 1;
  for (let at = element.previousElementSibling; at; at = at.previousElementSibling) {
    if (at.localName === element.localName) place += 1;
  }
  return place;
}
