import { nameOf } from '../accessibility/accessible.ts';
import * as own from '../dom/own-properties.ts';
import { renderedElements } from '../dom/rendered-walk.ts';
import { type Frame, isFrame } from '../frames/found-frames.ts';
import { isInView, isShown } from '../visibility/shown.ts';
import { absoluteUrl, briefUrl, oneLine, visibleLine } from './brief.ts';

type Anchor = HTMLAnchorElement | HTMLAreaElement | SVGAElement;

const XLINK = 'http://www.w3.org/1999/xlink';

export interface ShownAnchor {
  element: Anchor;
  visible: boolean;
}

/** Every anchor that the page shows, in page order, and whether it is in the window now. Adds the frames to the list. */
export function* shownAnchors(root: Element, frames: Frame[] = []): Generator<ShownAnchor> {
  const pictures = new MapPictures();
  for (const element of renderedElements(root)) {
    if (isFrame(element)) frames.push(element);
    if (!isAnchor(element)) continue;
    const place = element instanceof HTMLAreaElement ? pictures.of(element) : element;
    if (place && isShown(place)) yield { element, visible: isInView(place) };
  }
}

function isAnchor(element: Element): element is Anchor {
  if (element instanceof SVGAElement) {
    return element.hasAttribute('href') || element.hasAttributeNS(XLINK, 'href');
  }
  const isInHtml = element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement;
  return isInHtml && element.hasAttribute('href');
}

export function hrefOf(anchor: Anchor): string {
  return briefUrl(anchor instanceof SVGAElement ? absoluteUrl(anchor.href.baseVal) : anchor.href);
}

/** A person's name for the anchor: its visible text, else its accessible name, else the words in its attributes. */
export function textOfAnchor(anchor: Anchor): string {
  const ownWords = anchor instanceof HTMLAreaElement ? anchor.alt : '';
  return (
    visibleLine(anchor) ||
    oneLine(nameOf(anchor)) ||
    oneLine(ownWords) ||
    oneLine(anchor.getAttribute('title') ?? '') ||
    oneLine(anchor.getAttribute('href') ?? hrefOf(anchor))
  );
}

/** An area has no box. It is shown where the image of its map is. */
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
