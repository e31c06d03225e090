import { type ActionResult, next, ProtocolError, step } from '@bproxy/shared';
import * as own from '../dom/own-properties.ts';
import { refuseForField } from '../files/accepted-files.ts';
import { fetchFiles } from '../files/fetched-files.ts';
import { fileFieldFor } from '../files/file-field.ts';
import { dropOn, giveToField, pasteOn } from '../files/give-files.ts';
import { patiently } from '../gestures/patience.ts';
import { named } from '../targets/element-names.ts';
import { resolveTarget } from '../targets/resolve-target.ts';
import type { ContentHandler, ContentRequests, Preparation } from './handler.ts';

type Request = ContentRequests['upload'];
type Taken = ActionResult['upload']['taken'];

const fetched = new WeakMap<Request, File[]>();

/** The page is asked first whether it takes the files. They come whole or not at all. */
export const fetchForUpload: Preparation<'upload'> = async (request, { until, signal, filePart }) => {
  await patiently(() => placeOf(request), { until, signal, hasActed: () => false });
  fetched.set(request, await fetchFiles(request.params.files, filePart));
};

export const upload: ContentHandler<'upload'> = async (request, acting) => {
  const files = fetched.get(request) ?? [];
  // The page may have changed while the bytes came.
  const { element, field } = placeOf(request);
  const into = named(field ?? element);
  const as = field ? 'input' : request.params.as === 'paste' ? 'paste' : 'drop';
  if (field) giveToField(field, files, acting);
  else if (as === 'paste') pasteOn(element, files, acting);
  else await dropOn(element, files, acting);
  const { stable, elapsed } = await acting.settled();
  const taken = field ? takenBy(field, files) : 'unknown';
  acting.note({ hint: HINTS[taken] });
  return {
    attached: files.map(({ name, size, type }) => ({ name, size, type })),
    into,
    as,
    taken,
    stable,
    elapsed: elapsed + acting.waitedMs,
  };
};

function placeOf({ params }: Request): { element: Element; field: HTMLInputElement | undefined } {
  const { as, files } = params;
  const element = resolveTarget(params.target);
  const field = as === undefined || as === 'input' ? fileFieldFor(element) : undefined;
  if (field) refuseForField(field, files);
  else if (as === 'input') throw noField();
  return { element, field };
}

function noField(): ProtocolError {
  return new ProtocolError('FILE_REFUSED', {
    message: 'No file field belongs to this element. Nothing was given to it.',
    details: { reason: 'no-field' },
  });
}

function takenBy(field: HTMLInputElement, files: File[]): Taken {
  const now = own.isConnected(field) ? field.files : null;
  if (!now) return 'unknown';
  if (now.length === 0) return 'cleared';
  const isSame =
    now.length === files.length &&
    files.every(({ name, size }, at) => now[at]?.name === name && now[at]?.size === size);
  return isSame ? 'held' : 'unknown';
}

const READ = step('snapshot');
const HINTS = {
  held: next`The field held these files already, or nothing shows them. They are sent with its form.`,
  cleared: next`The page has emptied the field and shows nothing of the files: it may send them, or it has refused them. Read again with ${READ}.`,
  unknown: next`Nothing on the page shows the files: it may work on them, or it has ignored them. Read again with ${READ}. ${step('elements')} lists the file fields of the page, also hidden ones.`,
} satisfies Record<Taken, unknown>;
