import { type ActionParams, type ActionResult, type ActionsAt, traitsOf } from '@bproxy/shared';
import type { ParsedRequest } from '@bproxy/shared/schemas';
import type { PipelineContext } from '../pipeline/context.ts';
import type { Session } from '../state/sessions.ts';
import { debugLast } from './debug-last.ts';
import { debugStatus } from './debug-status.ts';
import { sessionBind } from './session-bind.ts';
import { sessionClose } from './session-close.ts';
import { sessionCreate } from './session-create.ts';
import { sessionList } from './session-list.ts';
import { sessionResume } from './session-resume.ts';
import { sessionUnbind } from './session-unbind.ts';
import { tabList } from './tab-list.ts';

export type DaemonAction = ActionsAt<'daemon'>;

export interface ActionInput {
  request: ParsedRequest;
  session: Session | null;
  context: PipelineContext;
  deadline: AbortSignal;
}

export type DaemonHandler<A extends DaemonAction> = (
  params: ActionParams[A],
  input: ActionInput,
) => ActionResult[A] | Promise<ActionResult[A]>;

const handlers: { [A in DaemonAction]: DaemonHandler<A> } = {
  'debug.last': debugLast,
  'debug.status': debugStatus,
  'session.bind': sessionBind,
  'session.close': sessionClose,
  'session.create': sessionCreate,
  'session.list': sessionList,
  'session.resume': sessionResume,
  'session.unbind': sessionUnbind,
  'tab.list': tabList,
};

type DaemonRequest = Extract<ParsedRequest, { action: DaemonAction }>;
type RequestOf<A extends DaemonAction> = { [Each in A]: { action: Each; params: ActionParams[Each] } }[A];

export function isDaemonRequest(request: ParsedRequest): request is DaemonRequest {
  return traitsOf(request.action).at === 'daemon';
}

export function runDaemonAction<A extends DaemonAction>(
  request: RequestOf<A>,
  input: ActionInput,
): ActionResult[A] | Promise<ActionResult[A]> {
  const handler: DaemonHandler<A> = handlers[request.action];
  return handler(request.params, input);
}
