import { connect } from '@bproxy/client';
import { isRecord } from '@bproxy/shared';
import type { Override } from '../protocol-command.ts';

/** From the disk to the page, on a busy computer. */
const MS_PER_MIB = 500;

/** The command reads the files, so that the daemon never opens one. Their bytes follow when the daemon asks for them. */
export const upload: Override<'upload'> = {
  replaces: ['files'],
  flags: [
    {
      name: 'file',
      kind: 'string',
      required: true,
      repeatable: true,
      summary: 'A file of this computer; repeat the flag for several.',
    },
  ],
  async params(values) {
    const { describeFiles } = await import('../../files/given-files.ts');
    return { files: describeFiles(values.list('file')) };
  },
  async marginMs(values) {
    const { totalSize } = await import('../../files/given-files.ts');
    return Math.ceil(totalSize(values.list('file')) / 1024 / 1024) * MS_PER_MIB;
  },
  async supply(error, values, { home, id }) {
    const missing = missingOf(error['details']);
    if (error.code !== 'UPLOAD_INCOMPLETE' || missing.length === 0) return false;
    const { sendParts } = await import('../../files/given-files.ts');
    const client = connect(home);
    const paths = values.list('file');
    for (const { file, from: start } of missing) {
      const path = paths[file];
      if (path === undefined) return false;
      await sendParts(path, start, (from, bytes) => client.sendPart({ id, file, from }, bytes));
    }
    return true;
  },
};

function missingOf(details: unknown): Array<{ file: number; from: number }> {
  if (!isRecord(details) || !Array.isArray(details['missing'])) return [];
  const places: unknown[] = details['missing'];
  return places.flatMap((place) =>
    isRecord(place) && typeof place['file'] === 'number' && typeof place['from'] === 'number'
      ? [{ file: place['file'], from: place['from'] }]
      : [],
  );
}
