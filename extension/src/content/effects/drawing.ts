import * as own from '../dom/own-properties.ts';

/** A larger canvas is looked at from a distance. */
const MOST_PX = 512;
const MOST_CANVASES = 4;

/** What the canvases in the element of an act show. No other markup tells of it. */
export function drawingsIn(element: Element | null): number[] {
  if (!element) return [];
  const all = element instanceof HTMLCanvasElement ? [element] : own.querySelectorAll(element, 'canvas');
  return [...all]
    .slice(0, MOST_CANVASES)
    .map((canvas) => (canvas instanceof HTMLCanvasElement ? drawingOf(canvas) : 0));
}

/**
 * The picture of a canvas as a number. 0 where it cannot be read: pictures of other sites are in it, or it has no size.
 * The pixels are read from a copy, because Chrome draws a canvas more slowly after its own have been read.
 */
export function drawingOf(canvas: HTMLCanvasElement): number {
  const { width, height } = canvas;
  if (width === 0 || height === 0) return 0;
  const scale = Math.min(1, MOST_PX / Math.max(width, height));
  const size = [Math.ceil(width * scale), Math.ceil(height * scale)] as const;
  const copy = new OffscreenCanvas(...size).getContext('2d', { willReadFrequently: true });
  try {
    copy?.drawImage(canvas, 0, 0, ...size);
    return copy ? digest(copy.getImageData(0, 0, ...size).data) : 0;
  } catch {
    return 0;
  }
}

function digest({ buffer }: Uint8ClampedArray<ArrayBuffer>): number {
  let sum = 0;
  for (const pixel of new Uint32Array(buffer)) sum = (Math.imul(sum, 31) + pixel) | 0;
  return sum;
}
