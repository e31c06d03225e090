import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { readPageState } from '../content/page-state.ts';

/** For actions of the background: the state of the page, by the same rules as in the content script's answers. */
export default defineUnlistedScript(() => readPageState());
