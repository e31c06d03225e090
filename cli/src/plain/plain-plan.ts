import { randomBytes } from 'node:crypto';
import { isAction, traitsOf } from '@bproxy/shared';
import type { ExitPlan } from '../output/exit-plan.ts';
import { sheetOf } from './answer-sheet.ts';
import { printed } from './fence.ts';

const drawToken = () => randomBytes(3).toString('hex');

/** The same plan for a reader: the exit code stays, and text takes the place of the object. */
export function inPlain(plan: ExitPlan, path: readonly string[]): ExitPlan {
  const { stdout } = plan;
  if (typeof stdout !== 'object') return plan;
  const action = path.join('.');
  const id = isAction(action) && traitsOf(action).destructive && 'id' in stdout ? stdout.id : undefined;
  return {
    ...plan,
    stdout: printed(sheetOf(path, stdout), drawToken),
    ...(typeof id === 'string' ? { id } : {}),
  };
}
