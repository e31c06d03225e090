import type { PageState } from '@bproxy/shared';

const BUSY = '[aria-busy="true"], [role="progressbar"], progress:not([value])';

export function readPageState(page: Document = document): PageState {
  const url = page.location.href;
  const state = /^(?:chrome|edge)-error:/.test(url)
    ? 'error'
    : page.readyState === 'complete'
      ? 'ready'
      : 'loading';
  return {
    url,
    title: page.title,
    state,
    busy: state !== 'error' && (state === 'loading' || showsBusy(page)),
  };
}

/** Pages keep hidden spinners in store, often before the one that shows: every candidate is looked at. */
function showsBusy(page: Document): boolean {
  return [...page.querySelectorAll(BUSY)].some((element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  );
}
