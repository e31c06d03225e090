import { timeoutOf } from '../flags/global-flags.ts';
import type { Override } from './protocol-command.ts';

const SOURCES = ['value', 'value-file', 'value-stdin'] as const;
const RULE = '(exactly one of --value, --value-file, --value-stdin)';

/** A value may come from a file or stdin, so that a secret is not in the process list. */
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
    const text = values.string(source) ?? '';
    if (source === 'value') return { value: text };
    // Loaded here because few commands take a text from elsewhere.
    const { readTextFile, readTextStdin } = await import('../flags/text-source.ts');
    const limitMs = timeoutOf(values);
    if (source === 'value-stdin') return { value: await readTextStdin(context, '--value-stdin', limitMs) };
    return { value: await readTextFile(text, '--value-file', limitMs) };
  },
};
