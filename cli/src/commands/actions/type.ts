import { takenText, textFlags } from '../../flags/text-flags.ts';
import type { Override } from '../protocol-command.ts';

const TEXT = textFlags('text', 'The text to type. A line break in it presses Enter, a tab presses Tab.');

export const type: Override<'type'> = {
  replaces: ['text'],
  flags: TEXT,
  params: async (values, context) => ({ text: await takenText('text', values, context) }),
};
