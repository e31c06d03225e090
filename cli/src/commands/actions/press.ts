import type { Override } from '../protocol-command.ts';

/** A key may be a comma, so keys are not a list in one flag. */
export const press: Override<'press'> = {
  replaces: ['keys'],
  flags: [
    {
      name: 'key',
      kind: 'string',
      required: true,
      repeatable: true,
      summary:
        'A key: Enter, Tab, Escape, ArrowDown, PageUp, Home, F2, a, or with modifiers: Shift+Tab, Ctrl+Enter, Mod+A (Mod is Cmd on a Mac).',
    },
  ],
  params: async (values) => ({ keys: values.list('key') }),
};
