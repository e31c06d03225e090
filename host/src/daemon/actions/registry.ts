import type { ActionParams, ActionResult } from '@bproxy/shared';
import { debugLast } from './debug-last.ts';
import { debugStatus } from './debug-status.ts';
import type { ActionInput, DaemonAction, DaemonHandler } from './handler.ts';
import { sessionBind } from './session-bind.ts';
import { sessionClose } from './session-close.ts';
import { sessionCreate } from './session-create.ts';
import { sessionList } from './session-list.ts';
import { sessionUnbind } from './session-unbind.ts';
import { tabList } from './tab-list.ts';

const handlers: { [A in DaemonAction]: DaemonHandler<A> } = {
  'debug.last': debugLast,
  'debug.status': debugStatus,
  'session.bind': sessionBind,
  'session.close': sessionClose,
  'session.create': sessionCreate,
  'session.list': sessionList,
  'session.unbind': sessionUnbind,
  'tab.list': tabList,
};

type RequestOf<A extends DaemonAction> = { [Each in A]: { action: Each; params: ActionParams[Each] } }[A];

export function runDaemonAction<A extends DaemonAction>(
  request: RequestOf<A>,
  input: ActionInput,
): ActionResult[A] | Promise<ActionResult[A]> {
  const handler: DaemonHandler<A> = handlers[request.action];
  return handler(request.params, input);
}
