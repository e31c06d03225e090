import type { Flag } from '../flags/flag.ts';

/** The word after a flag: none, one of these words, a path, or a text that no shell can guess. */
export type CompletedValue = 'none' | 'text' | 'file' | 'folder' | readonly string[];

const FOLDER_FLAGS = ['home', 'user-data-dir', 'output-dir'];
const FILE_FLAGS = ['file', 'value-file'];

export function completedValue({ kind, name, values }: Flag): CompletedValue {
  if (kind === 'boolean') return 'none';
  if (values) return values;
  if (FOLDER_FLAGS.includes(name)) return 'folder';
  return FILE_FLAGS.includes(name) ? 'file' : 'text';
}
