import type { Override } from '../protocol-command.ts';

/** The request lasts as long as it waits for the user, and a little longer. */
export const requireHuman: Override<'require-human'> = {
  marginMs: (values) => values.integer('wait') ?? 0,
};
