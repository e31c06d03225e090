import * as own from '../dom/own-properties.ts';
import { renderedParent } from '../dom/rendered-children.ts';
import { elementAt, type Point } from '../visibility/element-at-point.ts';

const PRIMARY = 0;
const PRIMARY_DOWN = 1;

/** The events of a mouse that stops over an element, in the browser's order. */
export function pointTo(element: Element, point: Point): void {
  const place = placeOf(point);
  const path = pathTo(element);
  send(element, 'pointerover', place);
  sendToAll(path, 'pointerenter', place);
  send(element, 'mouseover', place);
  sendToAll(path, 'mouseenter', place);
  send(element, 'pointermove', place);
  send(element, 'mousemove', place);
}

/** The events of a mouse button that is pressed and released. A page may prevent the default of each step. */
export function press(element: Element, point: Point): void {
  const place = placeOf(point);
  const down = { buttons: PRIMARY_DOWN, detail: 1 };
  const pointerDown = send(element, 'pointerdown', place, { ...down, detail: 0 });
  // A prevented pointerdown also suppresses the mouse events that would have followed.
  if (pointerDown && send(element, 'mousedown', place, down)) focusFor(element);
  const at = stillAt(element, point);
  send(at, 'pointerup', place);
  if (pointerDown) send(at, 'mouseup', place, { detail: 1 });
  // A press here and a release there is not a click on either.
  if (at === element || own.contains(at, element) || own.contains(element, at))
    send(element, 'click', place, { detail: 1 });
}

/** A page may replace or move the element between press and release. */
function stillAt(element: Element, point: Point): Element {
  return own.isConnected(element) ? element : (elementAt(point) ?? element);
}

/** The browser focuses the nearest focusable element, and removes the focus if there is none. */
function focusFor(element: Element): void {
  for (let at: Element | null = element; at; at = renderedParent(at)) {
    if (at instanceof HTMLLabelElement) return;
    if (at instanceof HTMLElement && own.tabIndex(at) >= 0) {
      own.focus(at, { preventScroll: true });
      return;
    }
    if (at instanceof SVGElement && at.tabIndex >= 0) {
      at.focus({ preventScroll: true });
      return;
    }
  }
  const active = own.activeElement(document);
  if (active instanceof HTMLElement && active !== own.body(document)) own.blur(active);
}

/** From the outermost element to this one. */
function pathTo(element: Element): Element[] {
  const path: Element[] = [];
  for (let at: Element | null = element; at; at = renderedParent(at)) path.unshift(at);
  return path;
}

function sendToAll(elements: Element[], type: string, place: Place): void {
  for (const at of elements) send(at, type, place, { bubbles: false, composed: false, cancelable: false });
}

type Place = Pick<Required<MouseEventInit>, 'clientX' | 'clientY' | 'screenX' | 'screenY'>;

function placeOf({ x, y }: Point): Place {
  const { screenX, screenY, outerHeight, innerHeight } = window;
  return { clientX: x, clientY: y, screenX: screenX + x, screenY: screenY + (outerHeight - innerHeight) + y };
}

/** Returns false if the page prevented the default. */
function send(element: Element, type: string, place: Place, change: PointerEventInit = {}): boolean {
  const common: MouseEventInit = {
    bubbles: true,
    cancelable: true,
    composed: true,
    view: window,
    ...place,
    button: PRIMARY,
    buttons: 0,
    ...change,
  };
  if (type === 'click' || type.startsWith('pointer')) {
    const isMove = type !== 'click' && type !== 'pointerdown' && type !== 'pointerup';
    const pressure = common.buttons === PRIMARY_DOWN ? 0.5 : 0;
    return own.dispatchEvent(
      element,
      new PointerEvent(type, {
        ...common,
        ...(isMove ? { button: -1 } : {}),
        pointerId: 1,
        pointerType: 'mouse',
        isPrimary: type !== 'click',
        pressure: type === 'click' ? 0 : pressure,
        width: 1,
        height: 1,
      }),
    );
  }
  return own.dispatchEvent(element, new MouseEvent(type, common));
}
