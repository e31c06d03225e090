import { takenText, textFlags } from '../../flags/text-flags.ts';
import type { Override } from '../protocol-command.ts';

export const fill: Override<'fill'> = {
  replaces: ['value'],
  flags: textFlags('value', 'The text to write; an empty one clears the field.'),
  params: async (values, context) => ({ value: await takenText('value', values, context) }),
};
