import { isPlain } from '../../flags/global-flags.ts';
import type { Override } from '../protocol-command.ts';

/**
 * With --output-dir or in plain output, the picture becomes a file: base64 would only fill the context of an agent.
 */
export const screenshot: Override<'screenshot'> = {
  flags: [
    {
      name: 'output-dir',
      kind: 'string',
      summary:
        "Write the picture to a new file in this folder, and print its path. Plain output uses the session's own folder without it.",
    },
  ],
  /** Rejects an unusable folder before the picture is taken. */
  async params(values) {
    const folder = values.string('output-dir');
    if (folder === undefined) return {};
    const { makeFolder } = await import('../../output/picture-file.ts');
    makeFolder(folder);
    return {};
  },
  async finish(data, values, context) {
    const given = values.string('output-dir');
    if (given === undefined && !isPlain(values, context.env)) return data;
    const { pictureFile } = await import('../../output/picture-file.ts');
    return pictureFile(data, given, values, context);
  },
};
