import { type ForwardedElementTarget, type ForwardedFrame, ProtocolError } from '@bproxy/shared';
import type { PageRequest } from '../../content-messages.ts';
import { within } from '../time-limit.ts';

/** A frame that a request is for, and the handle that led to it, if it was a handle. */
export interface AimedFrame extends ForwardedFrame {
  handle?: string;
}

/** What became of a document in a frame that is not there any more. */
type Fate = 'frame-navigated' | 'frame-gone';

const LOOK_MS = 500;

/** The frame that the request names, or that the elements of its handles are in. Undefined for the page itself. */
export function frameOfRequest(request: PageRequest): AimedFrame | undefined {
  const named = frameNamedBy(request);
  const handles = targetsOf(request).flatMap((target) =>
    'handle' in target && !target.lost ? [target] : [],
  );
  const inFrames = handles.filter(({ frame }) => frame !== undefined);
  const documents = new Set(handles.map(({ documentId }) => documentId));
  if (named) documents.add(named.documentId);
  const isMixed = documents.size > 1 && (named !== undefined || inFrames.length > 0);
  const [first] = inFrames;
  if (isMixed) {
    throw new ProtocolError('ELEMENT_HANDLE_SCOPE_MISMATCH', {
      message: 'The targets of the request are in different frames, or not in the one that it names.',
      suggestedAction: 'Make one request for each frame.',
      details: { ...(first ? { handle: first.handle } : {}), reason: 'other-frame' },
    });
  }
  if (named) return named;
  return first?.frame && { ...first.frame, handle: first.handle };
}

function frameNamedBy(request: PageRequest): ForwardedFrame | undefined {
  if (request.type === 'look') return request.condition.frame;
  const params = 'request' in request ? request.request.params : {};
  return 'frame' in params ? params.frame : undefined;
}

/** The elements that the request is about. */
export function targetsOf(request: PageRequest): ForwardedElementTarget[] {
  if (request.type === 'look') return request.condition.element ? [request.condition.element] : [];
  if (!('request' in request)) return [];
  const { params } = request.request;
  const targets = 'fields' in params ? params.fields.map(({ target }) => target) : [];
  if ('target' in params && params.target) targets.push(params.target);
  if ('trigger' in params) targets.push(params.trigger);
  if ('from' in params && typeof params.from === 'object') targets.push(params.from);
  if ('to' in params && typeof params.to === 'object') targets.push(params.to);
  return targets;
}

/** The error for a frame that left, or shows another document. Nothing was done in it. */
export async function frameLost(tabId: number, frame: AimedFrame): Promise<ProtocolError> {
  const reason = await fateOf(tabId, frame);
  const what = WORDS[reason];
  if (frame.handle === undefined) {
    return new ProtocolError('FRAME_NOT_FOUND', {
      message: `The frame ${frame.name} ${what}.`,
      details: { frame: frame.name, reason },
    });
  }
  return new ProtocolError('ELEMENT_HANDLE_STALE', {
    message: `The frame of the handle ${frame.handle} ${what}.`,
    details: { handle: frame.handle, frame: frame.name, reason },
  });
}

const WORDS: Record<Fate, string> = {
  'frame-navigated': 'shows another page now, or has loaded its page again',
  'frame-gone': 'has left the page',
};

export async function fateOf(tabId: number, { frameId, documentId }: ForwardedFrame): Promise<Fate> {
  const now = await chrome.webNavigation.getFrame({ tabId, frameId }).catch(() => null);
  if (now) return now.documentId === documentId ? 'frame-gone' : 'frame-navigated';
  // Chrome lists no frame with a `blob:` address, but enters it.
  const look = { target: { tabId, frameIds: [frameId] }, injectImmediately: true, func: () => true };
  const answers = await within(LOOK_MS, () => chrome.scripting.executeScript(look).catch(() => []));
  return Array.isArray(answers) && answers.length > 0 ? 'frame-navigated' : 'frame-gone';
}
