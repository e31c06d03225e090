import type { ForwardedAction } from '@bproxy/shared';
import { actedInPage } from './acted.ts';
import { debugLog } from './debug-log.ts';
import type { Effect } from './effect.ts';
import { fillForm } from './fill-form.ts';
import { mintHandles, nameFrames, snapshotAnswered } from './mint-handles.ts';
import { sessionResume } from './session-resume.ts';
import { tabClose } from './tabs/tab-close.ts';
import { tabOpen } from './tabs/tab-open.ts';
import { tabPin } from './tabs/tab-pin.ts';
import { tabReturn } from './tabs/tab-return.ts';
import { tabShow } from './tabs/tab-show.ts';
import { tabWake } from './tabs/tab-wake.ts';
import { wait } from './wait.ts';

/** How a successful answer changes the daemon, and how the caller sees it. Answers of other actions pass unchanged. */
export const effects: Partial<Record<ForwardedAction, Effect>> = {
  back: actedInPage,
  click: actedInPage,
  'click-at': (input) => actedInPage({ ...input, data: mintHandles(input) }),
  'debug.log': debugLog,
  drag: actedInPage,
  edit: actedInPage,
  elements: mintHandles,
  fill: actedInPage,
  'fill-form': fillForm,
  focus: actedInPage,
  forward: actedInPage,
  hover: actedInPage,
  images: nameFrames,
  links: mintHandles,
  navigate: actedInPage,
  outline: nameFrames,
  press: actedInPage,
  reload: actedInPage,
  scroll: actedInPage,
  select: actedInPage,
  'select-text': actedInPage,
  'session.resume': sessionResume,
  snapshot: snapshotAnswered,
  'tab.close': tabClose,
  'tab.open': tabOpen,
  'tab.pin': tabPin,
  'tab.return': tabReturn,
  'tab.show': tabShow,
  'tab.unpin': tabPin,
  'tab.wake': tabWake,
  text: nameFrames,
  type: actedInPage,
  upload: actedInPage,
  wait,
};
