import { back } from './back.ts';
import { debugLog } from './debug-log.ts';
import { dialogDismiss } from './dialog-dismiss.ts';
import { downloadList } from './download-list.ts';
import { forward } from './forward.ts';
import type { BackgroundHandlers } from './handler.ts';
import { navigate } from './navigate.ts';
import { reload } from './reload.ts';
import { requireHuman } from './require-human.ts';
import { screenshot } from './screenshot.ts';
import { sessionResume } from './session-resume.ts';
import { tabClose } from './tab-close.ts';
import { tabOpen } from './tab-open.ts';
import { tabPin } from './tab-pin.ts';
import { tabRequest } from './tab-request.ts';
import { tabReturn } from './tab-return.ts';
import { tabShow } from './tab-show.ts';
import { tabUnpin } from './tab-unpin.ts';
import { tabWake } from './tab-wake.ts';
import { wait } from './wait.ts';

export const BACKGROUND_ACTIONS: BackgroundHandlers = {
  back,
  forward,
  navigate,
  reload,
  screenshot,
  wait,
  'dialog.dismiss': dialogDismiss,
  'download.list': downloadList,
  'require-human': requireHuman,
  'session.resume': sessionResume,
  'tab.open': tabOpen,
  'tab.close': tabClose,
  'tab.pin': tabPin,
  'tab.request': tabRequest,
  'tab.return': tabReturn,
  'tab.show': tabShow,
  'tab.unpin': tabUnpin,
  'tab.wake': tabWake,
  'debug.log': debugLog,
};
