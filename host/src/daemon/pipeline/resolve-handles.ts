import {
  type ElementHandle,
  type ForwardedFrame,
  type ForwardedHandle,
  isElementHandle,
  isFrameName,
  ProtocolError,
  traitsOf,
} from '@bproxy/shared';
import type { ParsedRequest } from '@bproxy/shared/schemas';
import type { PipelineContext } from '../context.ts';
import type { Resolution } from '../state/element-handles.ts';
import type { HandleScope } from '../state/handle-keys.ts';

type Lost = Extract<Resolution, { lost: string }>['lost'];

const CODE_OF_LOSS = {
  unknown: 'ELEMENT_HANDLE_NOT_FOUND',
  expired: 'ELEMENT_HANDLE_NOT_FOUND',
  evicted: 'ELEMENT_HANDLE_NOT_FOUND',
  navigated: 'ELEMENT_HANDLE_STALE',
  asleep: 'ELEMENT_HANDLE_STALE',
  other_tab: 'ELEMENT_HANDLE_SCOPE_MISMATCH',
} as const satisfies Record<Lost, string>;

const WORDS_OF_LOSS: Record<Lost, string> = {
  unknown: 'is not known in this tab',
  expired: 'has expired: no read has shown its element for two minutes',
  evicted: 'was dropped: newer reads made more handles than bproxy keeps',
  navigated: 'belongs to a page that the tab has left',
  asleep: 'belongs to a page that Chrome has unloaded',
  other_tab: 'belongs to another tab of this session',
};

/** Runs before the wait and before a request is sent again: an invalid handle ends the request. */
export function refuseLostHandles(asked: Asked): void {
  for (const path of FRAMES) replaceAt(asked.request.params, path, (value) => frameOf(value, asked));
  for (const path of pathsOf(asked).filter((each) => !isList(each))) {
    replaceAt(asked.request.params, path.split('.'), (value) =>
      isHandleRef(value) ? lookUp(value.handle, asked) : value,
    );
  }
}

/** The params with every handle in the form that the page knows. Called once, when the request's turn has come. */
export function resolveHandles(asked: Asked): unknown {
  const params = FRAMES.reduce<unknown>(
    (before, path) => replaceAt(before, path, (value) => frameOf(value, asked)),
    asked.request.params,
  );
  return pathsOf(asked).reduce<unknown>(
    (before, path) =>
      replaceAt(before, path.split('.'), (value) => {
        if (!isHandleRef(value)) return value;
        return isList(path) ? lookUpInList(value.handle, asked) : lookUp(value.handle, asked);
      }),
    params,
  );
}

interface Asked {
  request: ParsedRequest;
  /** Null for a request that works in no tab. */
  scope: HandleScope | null;
  context: Pick<PipelineContext, 'handles' | 'log'>;
}

const pathsOf = ({ request }: Asked) => traitsOf(request.action).targets ?? [];
const isList = (path: string) => path.includes('*');

/** Where params may name a frame, in every action that knows frames. */
const FRAMES = [['frame'], ['any', '*', 'frame']] as const;

function frameOf(value: unknown, { scope, context }: Asked): unknown {
  if (typeof value !== 'string' || !isFrameName(value)) return value;
  if (!scope) throw new ProtocolError('TAB_NOT_FOUND');
  const found: ForwardedFrame | undefined = context.handles.frame(scope, value);
  if (found) return found;
  throw new ProtocolError('FRAME_NOT_FOUND', {
    message: `No read of this tab has named a frame ${value}.`,
    details: { frame: value, reason: 'unknown' },
  });
}

function lookUp(handle: ElementHandle, { request, scope, context }: Asked): unknown {
  if (!scope) throw new ProtocolError('TAB_NOT_FOUND');
  const resolution = context.handles.resolve(scope, handle);
  const outcome = 'found' in resolution ? 'found' : resolution.lost;
  context.log('handle_resolve', { id: request.id, handle, session: scope.session, tab: scope.tab, outcome });
  if ('found' in resolution) return resolution.found;
  throw new ProtocolError(CODE_OF_LOSS[resolution.lost], {
    message: `The handle ${handle} ${WORDS_OF_LOSS[resolution.lost]}.`,
    details: { handle, reason: resolution.lost },
  });
}

/** One bad handle in a list fails alone; the page still handles the others. */
function lookUpInList(handle: ElementHandle, asked: Asked): unknown {
  try {
    return lookUp(handle, asked);
  } catch (thrown) {
    if (!(thrown instanceof ProtocolError)) throw thrown;
    return { handle, read: 0, documentId: '', lost: thrown.error } satisfies ForwardedHandle;
  }
}

function replaceAt(value: unknown, path: readonly string[], lookUp: (value: unknown) => unknown): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return lookUp(value);
  if (head === '*') return Array.isArray(value) ? value.map((item) => replaceAt(item, rest, lookUp)) : value;
  if (typeof value !== 'object' || value === null || !(head in value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === head ? replaceAt(item, rest, lookUp) : item]),
  );
}

function isHandleRef(value: unknown): value is { handle: ElementHandle } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'handle' in value &&
    typeof value.handle === 'string' &&
    isElementHandle(value.handle)
  );
}
