import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { objectsToLeaving } from '../content/looking/leaving.ts';

/** For the background, before it navigates, reloads or closes a tab that the user does not see. */
export default defineUnlistedScript(() => objectsToLeaving());
