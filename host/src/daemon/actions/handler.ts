import type { ActionParams, ActionResult, ActionsAt } from '@bproxy/shared';
import type { ParsedRequest } from '@bproxy/shared/schemas';
import type { PipelineContext } from '../context.ts';
import type { Session } from '../state/sessions.ts';

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
