import type { PageState } from '@bproxy/shared';
import * as own from './dom/own-properties.ts';

const BUSY = '[aria-busy="true"], [role="progressbar"], progress:not([value])';

export function readPageState(page: Document = document): PageState {
  const url = page.location.href;
  const state = /^(?:chrome|edge)-error:/.test(url)
    ? 'error'
    : own.readyState(page) === 'complete'
      ? 'ready'
      : 'loading';
  return {
    url,
    title: own.title(page),
    state,
    busy: state !== 'error' && (state === 'loading' || showsBusy(page)),
  };
}

/** Pages keep hidden spinners in store, often before the one that shows: every candidate is looked at. */
function showsBusy(page: Document): boolean {
  return [...own.querySelectorAll(page, BUSY)].some((element) =>
    own.checkVisibility(element, { visibilityProperty: true, opacityProperty: true }),
  );
}
