import { type ActionParams, ProtocolError } from '@bproxy/shared';
import { isDisabled } from '../accessibility/accessible.ts';
import { attributeOf } from '../dom/element-facts.ts';
import { known } from '../dom/known-element.ts';
import { isInert, notActionable } from '../gestures/actionability.ts';

type DescribedFile = ActionParams['upload']['files'][number];

/** Names that pages use for types whose own name is another. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'application/x-gzip': 'application/gzip',
  'application/x-pdf': 'application/pdf',
  'application/x-zip': 'application/zip',
  'application/x-zip-compressed': 'application/zip',
  'application/xml': 'text/xml',
  'audio/mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'text/x-csv': 'text/csv',
  'application/csv': 'text/csv',
};

/** Throws if a person could not choose these files in the field. That it cannot be seen is usual. */
export function refuseForField(field: HTMLInputElement, files: readonly DescribedFile[]): void {
  if (isDisabled(field)) throw notActionable('disabled');
  if (known(field).isVisible && isInert(field)) throw notActionable('inert');
  if (attributeOf(field, 'webkitdirectory') !== null) {
    throw refused('directory', 'The field takes a whole folder, and bproxy gives single files.', {});
  }
  if (files.length > 1 && !field.multiple) {
    throw refused('multiple', `The field takes one file, and ${files.length} were given.`, {});
  }
  const accept = attributeOf(field, 'accept') ?? '';
  const others = files.filter((file) => !isAccepted(file, accept));
  if (others.length === 0) return;
  const names = others.map(({ name }) => name);
  throw refused('accept', 'The field does not accept files of this type.', { accept, files: names });
}

function refused(reason: string, message: string, details: object): ProtocolError {
  return new ProtocolError('FILE_REFUSED', {
    message: `${message} Nothing was given to it.`,
    details: { reason, ...details },
  });
}

/** As Chrome's file chooser reads `accept`. What is neither an ending nor a type says nothing. */
export function isAccepted({ name, type }: Pick<DescribedFile, 'name' | 'type'>, accept: string): boolean {
  const wanted = accept
    .toLowerCase()
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word.startsWith('.') || word.includes('/'));
  const given = type.toLowerCase();
  return wanted.length === 0 || wanted.some((word) => isOf(word, name.toLowerCase(), given));
}

function isOf(word: string, name: string, type: string): boolean {
  if (word.startsWith('.')) return name.endsWith(word);
  if (word === '*/*') return true;
  if (word.endsWith('/*')) return type.startsWith(word.slice(0, -1));
  return (OTHER_NAMES[word] ?? word) === type;
}
