import { timeoutOf } from '../../flags/global-flags.ts';
import { parseObject } from '../../flags/json-object.ts';
import { named } from '../../flags/target.ts';
import { CommandFailure } from '../../output/failure.ts';
import type { Override } from '../protocol-command.ts';

const SOURCES = ['json', 'file', 'stdin', 'set'] as const;
const RULE = '(exactly one of --json, --file, --stdin, --set)';
const SHAPE = '{"fields":[{"target":…,"value":…,"method":…,"world":…}]}';

/** The fields are a list of objects, which no flag can hold. The daemon validates each of them. */
export const fillForm: Override<'fill-form'> = {
  replaces: ['fields'],
  flags: [
    {
      name: 'json',
      kind: 'string',
      summary: `The fields: ${SHAPE}. Other users can see them in the process list: give secrets with --stdin ${RULE}.`,
    },
    { name: 'file', kind: 'string', summary: `A file with that JSON ${RULE}.` },
    { name: 'stdin', kind: 'boolean', summary: `Take that JSON from stdin ${RULE}.` },
    {
      name: 'set',
      kind: 'string',
      repeatable: true,
      summary: `A field and its text: el3=Ann, or a CSS selector as in '#city=Cork'. It is written by the method auto. Not for secrets ${RULE}.`,
    },
  ],
  async params(values, context) {
    const source = values.oneOf(SOURCES);
    if (source === 'set') {
      const { splitField } = await import('../../flags/set-field.ts');
      const fields = values.list('set').map(splitField);
      return {
        fields: fields.map(({ target, value }) => ({
          target: named(target),
          value,
          method: 'auto',
        })),
      };
    }
    const given = values.string(source) ?? '';
    const { readTextFile, readTextStdin } = await import('../../flags/text-source.ts');
    const text = {
      json: () => given,
      file: () => readTextFile(given, '--file', timeoutOf(values)),
      stdin: () => readTextStdin(context, '--stdin', timeoutOf(values)),
    }[source];
    const payload = parseObject(await text(), `--${source}`);
    if (Array.isArray(payload['fields'])) return payload;
    throw new CommandFailure(`--${source} must hold ${SHAPE}.`);
  },
};
