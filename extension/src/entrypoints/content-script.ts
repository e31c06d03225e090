import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { listenForActions } from '../content/rpc.ts';
import { startOrReport } from '../start-or-report.ts';

/**
 * Not in the manifest: the background injects it into the isolated world of a page when the first request for that page
 * arrives. Not `defineContentScript`: wxt's wrapper announces itself to the page, with the extension's id, in a
 * `window.postMessage` and in an event on the document.
 */
export default defineUnlistedScript(() => startOrReport('content script', listenForActions));
