import { nameOf } from '../accessibility/accessible.ts';
import * as own from '../dom/own-properties.ts';
import { renderedElements } from '../dom/rendered-walk.ts';
import { isInView, isShown } from '../visibility/shown.ts';
import { absoluteUrl, briefUrl, oneLine, visibleLine } from './brief.ts';

type Hyperlink = HTMLAnchorElement | HTMLAreaElement | SVGAElement;

const XLINK = 'http://www.w3.org/1999/xlink';

export interface ShownLink {
  element: Hyperlink;
  visible: boolean;
}

/** Every link that the page shows, in page order, and whether it is in the window now. */
export function* shownLinks(root: Element): Generator<ShownLink> {
  const pictures = new MapPictures();
  for (const element of renderedElements(root)) {
    if (!isHyperlink(element)) continue;
    const place = element instanceof HTMLAreaElement ? pictures.of(element) : element;
    if (place && isShown(place)) yield { element, visible: isInView(place) };
  }
}

function isHyperlink(element: Element): element is Hyperlink {
  if (element instanceof SVGAElement) {
    return element.hasAttribute('href') || element.hasAttributeNS(XLINK, 'href');
  }
  const isLink = element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement;
  return isLink && element.hasAttribute('href');
}

export function hrefOf(link: Hyperlink): string {
  return briefUrl(link instanceof SVGAElement ? absoluteUrl(link.href.baseVal) : link.href);
}

/** What a person would call the link: what it shows, else its name, else the best that it says of itself. */
export function textOfLink(link: Hyperlink): string {
  const ownWords = link instanceof HTMLAreaElement ? link.alt : '';
  return (
    visibleLine(link) ||
    oneLine(nameOf(link)) ||
    oneLine(ownWords) ||
    oneLine(link.getAttribute('title') ?? '') ||
    oneLine(link.getAttribute('href') ?? hrefOf(link))
  );
}

/** An area has no box: it shows where the picture of its map does. */
class MapPictures {
  readonly #known = new Map<Element, Element | null>();

  of(area: HTMLAreaElement): Element | null {
    const map = area.closest('map');
    if (!map) return null;
    let picture = this.#known.get(map);
    if (picture === undefined) {
      picture = pictureOf(map);
      this.#known.set(map, picture);
    }
    return picture;
  }
}

function pictureOf(map: HTMLMapElement): Element | null {
  const root = map.getRootNode();
  if (!map.name || !(root instanceof Document || root instanceof ShadowRoot)) return null;
  return own.querySelector(root, `img[usemap="#${CSS.escape(map.name)}"]`);
}
