import { timeoutOf } from '../global-flags.ts';
import type { Override } from '../protocol-command.ts';
import { readTextFile, readTextStdin } from '../text-source.ts';

const SOURCES = ['value', 'value-file', 'value-stdin'] as const;
const RULE = '(exactly one of --value, --value-file, --value-stdin)';

/** A value may come from a file or stdin, so that a secret need not stand in the process list. */
export const fill: Override<'fill'> = {
  replaces: ['value'],
  flags: [
    {
      name: 'value',
      kind: 'string',
      summary: `The text to write; an empty one clears the field. Other users can see it in the process list: give a secret with --value-stdin ${RULE}.`,
      allowEmpty: true,
    },
    {
      name: 'value-file',
      kind: 'string',
      summary: `A file with the text, written exactly as it is ${RULE}.`,
    },
    { name: 'value-stdin', kind: 'boolean', summary: `Take the text from stdin, exactly as it is ${RULE}.` },
  ],
  async params(values, context) {
    const source = values.oneOf(SOURCES);
    const limitMs = timeoutOf(values);
    if (source === 'value-stdin') return { value: await readTextStdin(context, '--value-stdin', limitMs) };
    const text = values.string(source) ?? '';
    return { value: source === 'value' ? text : await readTextFile(text, '--value-file', limitMs) };
  },
};
