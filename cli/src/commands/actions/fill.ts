import { takenText, textFlags } from '../../flags/text-flags.ts';
import { CommandFailure } from '../../output/failure.ts';
import type { Override } from '../protocol-command.ts';

export const fill: Override<'fill'> = {
  replaces: ['value'],
  flags: textFlags('value', 'The text to write; an empty one clears the field.'),
  async params(values, context) {
    if (values.string('method') !== 'auto' && !values.has('world')) {
      throw new CommandFailure('bproxy fill requires --world with every --method but auto.');
    }
    return { value: await takenText('value', values, context) };
  },
};
