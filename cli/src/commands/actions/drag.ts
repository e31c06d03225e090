import type { Flag } from '../../flags/flag.ts';
import { named } from '../../flags/target.ts';
import type { Override } from '../protocol-command.ts';

const ENDS = ['from', 'to'] as const;

const FLAGS: Flag[] = [
  {
    name: 'from',
    kind: 'string',
    required: true,
    summary: 'The element to drag: a handle such as el3, or a CSS selector.',
  },
  {
    name: 'to',
    kind: 'string',
    summary: 'The element to drop it on: a handle, or a CSS selector (this or --by).',
  },
];

/** Two elements in one command: each is named in one flag. */
export const drag: Override<'drag'> = {
  replaces: ['from', 'to'],
  flags: FLAGS,
  params: async (values) =>
    Object.fromEntries(
      ENDS.flatMap((name) => {
        const text = values.string(name);
        return text === undefined ? [] : [[name, named(text)]];
      }),
    ),
};
