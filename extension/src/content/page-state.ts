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
  };
}

/** What the server answered when the document was loaded. 0 if it came from nowhere: `about:blank`, `blob:`. */
function statusOf(): number {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming ? navigation.responseStatus : 0;
}

const BUSY = '[aria-busy="true"], [role="progressbar"], progress';

/** Pages keep hidden spinners in store, often before the one that shows: every candidate is looked at. */
function showsBusy(page: Document): boolean {
  return [...own.querySelectorAll(page, BUSY)].some((element) => !isFinished(element) && isSeenNow(element));
}

function isFinished(element: Element): boolean {
  if (own.getAttribute(element, 'aria-busy') === 'true') return false;
  if (element instanceof HTMLProgressElement) return element.position === 1;
  const now = own.getAttribute(element, 'aria-valuenow');
  return now !== null && Number(now) >= Number(own.getAttribute(element, 'aria-valuemax') ?? 100);
}

/** In the window: lists that load as they are scrolled have a spinner at their end all the time. */
function isSeenNow(element: Element): boolean {
  return isDrawn(element) && isInView(element) && !isSpeck(rectOf(element));
}
