import type { PageState } from '@bproxy/shared';
import * as own from './dom/own-properties.ts';
import { isDrawn, isInView, isSpeck, rectOf } from './visibility/shown.ts';

export function readPageState(page: Document = document): PageState {
  const url = page.location.href;
  const state = /^(?:chrome|edge)-error:/.test(url)
    ? 'error'
    : own.readyState(page) === 'complete'
      ? 'ready'
      : 'loading';
  const httpStatus = statusOf();
  return {
    url,
    title: own.title(page),
    state,
    busy: state !== 'error' && (state === 'loading' || showsBusy(page)),
    ...(httpStatus ? { httpStatus } : {}),
    visibility: own.visibilityState(page),
  };
}

/** The server's status code for the document. 0 if it came from no server: `about:blank`, `blob:`. */
function statusOf(): number {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming ? navigation.responseStatus : 0;
}

const BUSY = '[aria-busy="true"], [role="progressbar"], progress';

/** Pages contain hidden spinners, often before the visible one. So every candidate is checked. */
function showsBusy(page: Document): boolean {
  return [...own.querySelectorAll(page, BUSY)].some((element) => !isFinished(element) && isSeenNow(element));
}

function isFinished(element: Element): boolean {
  if (own.getAttribute(element, 'aria-busy') === 'true') return false;
  if (element instanceof HTMLProgressElement) return element.position === 1;
  const now = own.getAttribute(element, 'aria-valuenow');
  return now !== null && Number(now) >= Number(own.getAttribute(element, 'aria-valuemax') ?? 100);
}

/** In the window: lists that load as they are scrolled always have a spinner at their end. */
function isSeenNow(element: Element): boolean {
  return isDrawn(element) && isInView(element) && !isSpeck(rectOf(element));
}
