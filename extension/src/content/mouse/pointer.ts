import * as own from '../dom/own-properties.ts';
import { renderedParent } from '../dom/rendered-children.ts';
import { sleep } from '../page-clock.ts';
import { elementAt, type Point } from '../visibility/element-at-point.ts';
import { blurField, focusField } from '../writing/field-focus.ts';
import { placeCaret, selectAround } from './point-in-text.ts';

export type MouseButton = 'left' | 'middle' | 'right';

/** The modifier keys that are held, as the events name them. */
export type HeldKeys = Partial<Record<'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey', boolean>>;

export interface Press {
  button?: MouseButton;
  /** 2 is a double click. */
  count?: number;
  held?: HeldKeys;
}

/** The number of a button in `button`, and its bit in `buttons`. */
const BUTTONS: Record<MouseButton, { button: number; bit: number }> = {
  left: { button: 0, bit: 1 },
  middle: { button: 1, bit: 4 },
  right: { button: 2, bit: 2 },
};

/** Pages that measure the time between two clicks take none at all for one click that was reported twice. */
const BETWEEN_CLICKS_MS = 40;

/** The element under the pointer since the last move, so that a page hears what the pointer leaves. */
let under: Element | null = null;

/** The events of a mouse that stops over an element, in the browser's order. */
export function pointTo(element: Element, point: Point, held: HeldKeys = {}): void {
  const place = { ...placeOf(point), ...held };
  const before = under && own.isConnected(under) && under !== element ? under : null;
  if (before) leave(before, element, place);
  const path = pathTo(element);
  const entered = before ? path.filter((at) => !pathTo(before).includes(at)) : path;
  send(element, 'pointerover', place, { relatedTarget: before });
  sendToAll(entered, 'pointerenter', place, before);
  send(element, 'mouseover', place, { relatedTarget: before });
  sendToAll(entered, 'mouseenter', place, before);
  moveTo(element, place);
  under = element;
}

function leave(before: Element, next: Element, place: Place): void {
  const left = pathTo(before)
    .filter((at) => !pathTo(next).includes(at))
    .reverse();
  send(before, 'pointerout', place, { relatedTarget: next });
  sendToAll(left, 'pointerleave', place, next);
  send(before, 'mouseout', place, { relatedTarget: next });
  sendToAll(left, 'mouseleave', place, next);
}

function moveTo(element: Element, place: Place): void {
  send(element, 'pointermove', place);
  send(element, 'mousemove', place);
}

/**
 * The events of a mouse button that is pressed and released, once or several times. The first press is sent before
 * anything else can run. A page may prevent the default of each step. Resolves with false if it prevented that of the
 * last click.
 */
export async function press(
  element: Element,
  point: Point,
  { button = 'left', count = 1, held = {} }: Press = {},
): Promise<boolean> {
  let isFree = true;
  for (let detail = 1; detail <= count; detail += 1) {
    if (detail > 1) await sleep(BETWEEN_CLICKS_MS);
    const at = own.isConnected(element) ? element : (elementAt(point) ?? element);
    isFree = pressOnce(at, { ...placeOf(point), ...held }, point, button, detail);
  }
  return isFree;
}

function pressOnce(element: Element, place: Place, point: Point, name: MouseButton, detail: number): boolean {
  const { button, bit } = BUTTONS[name];
  const down = { button, buttons: bit, detail };
  const pointerDown = send(element, 'pointerdown', place, { ...down, detail: 0 });
  // A prevented pointerdown also suppresses the mouse events that would have followed.
  if (pointerDown && send(element, 'mousedown', place, down)) {
    focusFor(element);
    if (detail === 1) placeCaret(element, point);
    else selectAround(element, detail === 2 ? 'word' : 'paragraph');
  }
  // The browser's own menu needs a real press.
  const menu = name !== 'right' || send(element, 'contextmenu', place, { button, buttons: bit });
  const at = stillAt(element, point);
  send(at, 'pointerup', place, { button });
  if (pointerDown) send(at, 'mouseup', place, { button, detail });
  // A press here and a release there is not a click on either.
  if (at !== element && !own.contains(at, element) && !own.contains(element, at)) return true;
  if (name !== 'left') return send(at, 'auxclick', place, { button, detail }) && menu;
  const isFree = send(element, 'click', place, { button, detail });
  return detail === 2 ? send(element, 'dblclick', place, { button, detail }) && isFree : isFree;
}

/** Presses the button and keeps it down, for a drag. Returns whether the page left each event its default. */
export function pressDown(element: Element, point: Point): { pointer: boolean; mouse: boolean } {
  const place = placeOf(point);
  const down = { button: 0, buttons: 1, detail: 1 };
  const pointer = send(element, 'pointerdown', place, { ...down, detail: 0 });
  const mouse = pointer && send(element, 'mousedown', place, down);
  if (mouse) focusFor(element);
  return { pointer, mouse };
}

/**
 * Moves with the button down. A page that has captured the pointer expects its events at the pressed element. A script
 * cannot capture one for real, so they go there, from where they bubble; those of the mouse go to what is under it.
 * `withMouse` is false where the page prevented the press.
 */
export function moveDown(pressed: Element, over: Element, point: Point, withMouse: boolean): void {
  const place = placeOf(point);
  if (over !== under) {
    const before = under && own.isConnected(under) ? under : null;
    if (withMouse && before) send(before, 'mouseout', place, { buttons: 1, relatedTarget: over });
    send(over, 'pointerover', place, { buttons: 1, relatedTarget: before });
    const entered = pathTo(over).filter((at) => !before || !pathTo(before).includes(at));
    sendToAll(entered, 'pointerenter', place, before);
    if (withMouse) {
      send(over, 'mouseover', place, { buttons: 1, relatedTarget: before });
      sendToAll(entered, 'mouseenter', place, before);
    }
    under = over;
  }
  send(own.isConnected(pressed) ? pressed : over, 'pointermove', place, { buttons: 1 });
  if (withMouse) send(over, 'mousemove', place, { buttons: 1 });
}

export function releaseAt(pressed: Element, over: Element, point: Point, withMouse: boolean): void {
  const place = placeOf(point);
  send(own.isConnected(pressed) ? pressed : over, 'pointerup', place, { button: 0 });
  if (withMouse) send(over, 'mouseup', place, { button: 0, detail: 1 });
}

/** Sends an event of a drag with its data. Returns false if the page prevented the default. */
export function sendDrag(
  element: Element,
  type: 'dragstart' | 'drag' | 'dragenter' | 'dragover' | 'dragleave' | 'drop' | 'dragend',
  point: Point,
  dataTransfer: DataTransfer,
  relatedTarget: Element | null = null,
): boolean {
  const init = {
    ...common(placeOf(point)),
    dataTransfer,
    relatedTarget,
    cancelable: type !== 'dragleave' && type !== 'dragend',
  };
  return own.dispatchEvent(element, new DragEvent(type, init));
}

/** A page may replace or move the element between press and release. */
function stillAt(element: Element, point: Point): Element {
  return own.isConnected(element) ? element : (elementAt(point) ?? element);
}

/** The browser focuses the nearest focusable element, and removes the focus if there is none. */
function focusFor(element: Element): void {
  for (let at: Element | null = element; at; at = renderedParent(at)) {
    if (at instanceof HTMLLabelElement) return;
    if (at instanceof HTMLElement && (own.tabIndex(at) >= 0 || own.matches(at, FOCUSED_BY_A_PRESS))) {
      focusField(at);
      return;
    }
    if (at instanceof SVGElement && (at.tabIndex >= 0 || own.matches(at, FOCUSED_BY_A_PRESS))) {
      at.focus({ preventScroll: true });
      return;
    }
  }
  const active = own.activeElement(document);
  if (active instanceof HTMLElement && active !== own.body(document)) blurField(active);
}

/** Tab stops at none of these that have a negative `tabindex`. */
const FOCUSED_BY_A_PRESS = '[contenteditable]:not([contenteditable="false" i]), [tabindex]';

/** From the outermost element to this one. */
function pathTo(element: Element): Element[] {
  const path: Element[] = [];
  for (let at: Element | null = element; at; at = renderedParent(at)) path.unshift(at);
  return path;
}

function sendToAll(elements: Element[], type: string, place: Place, relatedTarget: Element | null): void {
  const init = { bubbles: false, composed: false, cancelable: false, relatedTarget };
  for (const at of elements) send(at, type, place, init);
}

type Place = Pick<Required<MouseEventInit>, 'clientX' | 'clientY' | 'screenX' | 'screenY'> & HeldKeys;

function placeOf({ x, y }: Point): Place {
  const { screenX, screenY, outerHeight, innerHeight } = window;
  return { clientX: x, clientY: y, screenX: screenX + x, screenY: screenY + (outerHeight - innerHeight) + y };
}

function common(place: Place): MouseEventInit {
  return { bubbles: true, cancelable: true, composed: true, view: window, ...place, button: 0, buttons: 0 };
}

/** Returns false if the page prevented the default. */
function send(element: Element, type: string, place: Place, change: PointerEventInit = {}): boolean {
  const init: MouseEventInit = { ...common(place), ...change };
  const isClick = type === 'click' || type === 'auxclick' || type === 'contextmenu';
  if (isClick || type.startsWith('pointer')) {
    const isMove = !isClick && type !== 'pointerdown' && type !== 'pointerup';
    const isDown = !isClick && (init.buttons ?? 0) > 0;
    return own.dispatchEvent(
      element,
      new PointerEvent(type, {
        ...init,
        ...(isMove ? { button: -1 } : {}),
        pointerId: 1,
        pointerType: 'mouse',
        isPrimary: !isClick,
        pressure: isDown ? 0.5 : 0,
        width: 1,
        height: 1,
      }),
    );
  }
  return own.dispatchEvent(element, new MouseEvent(type, init));
}
