import type { PageState } from '@bproxy/shared';
import { ProtocolError } from '@bproxy/shared';
import type { ParsedRequest } from '@bproxy/shared/schemas';
import type * as z from 'zod';
import type { PipelineContext } from '../context.ts';
import type { Passage } from '../pipeline/gates.ts';
import type { Session, SessionTab } from '../state/sessions.ts';

export interface EffectInput extends Passage {
  request: ParsedRequest;
  session: Session | null;
  data: object;
  page: PageState;
  /** The extension had already run this request and returned its stored answer. */
  replay: boolean;
  /** The tab's page when the request was sent. */
  epoch: number;
  /** The number of the session's next tab when the request was sent. Tabs with this number or a higher one are new. */
  firstNewTab: number;
  context: PipelineContext;
}

export type Effect = (input: EffectInput) => object;

/** The part of an answer that the daemon needs. Throws an error that blames the extension if it sent anything else. */
export function readData<Schema extends z.ZodType>(schema: Schema, data: object): z.output<Schema> {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new ProtocolError('SCRIPT_ERROR', {
    message: 'The extension sent an answer of the wrong form.',
    suggestedAction: 'Update the extension and bproxy to the same version.',
    details: { issues: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) },
  });
}

export function sessionAndTab({ session, tab }: EffectInput): { session: Session; tab: SessionTab } {
  if (!session || !tab) throw new ProtocolError('TAB_NOT_FOUND');
  return { session, tab };
}
