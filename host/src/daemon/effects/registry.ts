import type { ForwardedAction } from '@bproxy/shared';
import { click } from './click.ts';
import { debugLog } from './debug-log.ts';
import type { Effect } from './effect.ts';
import { fillForm } from './fill-form.ts';
import { mintHandles } from './mint-handles.ts';
import { sessionResume } from './session-resume.ts';
import { tabClose } from './tab-close.ts';
import { tabOpen } from './tab-open.ts';
import { tabPin } from './tab-pin.ts';
import { tabReturn } from './tab-return.ts';
import { tabShow } from './tab-show.ts';
import { tabWake } from './tab-wake.ts';

/** How a successful answer changes the daemon, and how the caller sees it. Answers of other actions pass unchanged. */
export const effects: Partial<Record<ForwardedAction, Effect>> = {
  click,
  'debug.log': debugLog,
  elements: mintHandles,
  'fill-form': fillForm,
  links: mintHandles,
  'session.resume': sessionResume,
  snapshot: mintHandles,
  'tab.close': tabClose,
  'tab.open': tabOpen,
  'tab.pin': tabPin,
  'tab.return': tabReturn,
  'tab.show': tabShow,
  'tab.unpin': tabPin,
  'tab.wake': tabWake,
};
