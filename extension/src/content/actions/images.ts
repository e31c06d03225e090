import type { ImageInfo } from '@bproxy/shared';
import { nameOf, withAccessibility } from '../accessibility/accessible.ts';
import { renderedElements } from '../dom/rendered-walk.ts';
import { isFrame, reportFrames } from '../frames/found-frames.ts';
import { absoluteUrl, briefUrl, oneLine } from '../reading/brief.ts';
import { capped } from '../reading/read-work.ts';
import { readRoot } from '../targets/by-selector.ts';
import { isShown, isSpeck, rectOf } from '../visibility/shown.ts';
import type { ContentHandler } from './handler.ts';

const MOST_IMAGES = 500;

/** Elements with a source that the agent can look at. Drawings (`svg`, `canvas`) have none. */
type Picture = HTMLImageElement | HTMLInputElement | SVGImageElement;

export const images: ContentHandler<'images'> = async ({ params }, tools) => {
  const { frames, ...read } = withAccessibility(() => {
    const all = [...renderedElements(readRoot(params.selector))];
    const found = all.filter(isPicture).filter(isListed);
    return {
      frames: all.filter(isFrame),
      images: found.slice(0, MOST_IMAGES).map(describe),
      ...capped(found.length, MOST_IMAGES),
    };
  });
  await reportFrames(frames, tools);
  return read;
};

function isPicture(element: Element): element is Picture {
  if (element instanceof HTMLInputElement) return element.type === 'image';
  return element instanceof HTMLImageElement || element instanceof SVGImageElement;
}

function isListed(picture: Picture): boolean {
  return sourceOf(picture) !== '' && isShown(picture) && (!isSpeck(rectOf(picture)) || isAwaited(picture));
}

/** A lazy image has no size before it is scrolled to. */
function isAwaited(picture: Picture): boolean {
  return picture instanceof HTMLImageElement && !picture.complete;
}

/** Checks the attribute first: for an empty one the browser returns the URL of the page. */
function sourceOf(picture: Picture): string {
  if (picture instanceof SVGImageElement) {
    return picture.href.baseVal === '' ? '' : absoluteUrl(picture.href.baseVal);
  }
  const chosen = picture instanceof HTMLImageElement ? picture.currentSrc : '';
  return chosen || (picture.getAttribute('src') ? picture.src : '');
}

function describe(picture: Picture): ImageInfo {
  const { width, height } = rectOf(picture);
  const natural =
    picture instanceof HTMLImageElement && picture.naturalWidth > 0 && picture.naturalHeight > 0;
  return {
    src: briefUrl(sourceOf(picture)),
    alt: oneLine(picture.getAttribute('alt') || nameOf(picture)),
    width: natural ? picture.naturalWidth : Math.round(width),
    height: natural ? picture.naturalHeight : Math.round(height),
  };
}
