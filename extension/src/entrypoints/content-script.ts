import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { listenForActions } from '../content/rpc.ts';
import { startOrReport } from '../start-or-report.ts';

/**
 * In no manifest: the background puts it into the isolated world of a page when the first request for it
 * arrives. Not `defineContentScript`: wxt's wrapper of those announces itself to the page, with the
 * extension's id, in a `window.postMessage` and in an event on the document.
 */
export default defineUnlistedScript(() => startOrReport('content script', listenForActions));
