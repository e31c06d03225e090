declare const frameNameBrand: unique symbol;

/** The name of one document in a frame of a tab, such as "f3". It is never reused: the frame's next document has another. */
export type FrameName = string & { readonly [frameNameBrand]: 'FrameName' };

export const FRAME_NAME_PATTERN = /^f[1-9]\d*$/;

export function isFrameName(text: string): text is FrameName {
  return FRAME_NAME_PATTERN.test(text);
}

export function frameName(number: number): FrameName {
  const name = `f${number}`;
  if (!isFrameName(name)) throw new Error(`${name} is no frame name`);
  return name;
}

/** A frame that the daemon knows, as the extension addresses it. */
export interface ForwardedFrame {
  name: FrameName;
  frameId: number;
  documentId: string;
}

/**
 * Why a frame was not read. `limit`: the read had enough frames. `small`, `transparent`: no person sees it. `busy`: it
 * did not answer. `gone`: it left, or went to another page, during the read. `unplaced`: bproxy does not know which
 * element shows it, so it may be hidden. The others cannot be entered: a page of an extension, of Chrome, its PDF viewer,
 * an error page, or any other that is closed to extensions.
 */
export type UnreadFrame =
  | 'limit'
  | 'small'
  | 'transparent'
  | 'busy'
  | 'gone'
  | 'extension'
  | 'browser'
  | 'pdf'
  | 'error'
  | 'closed'
  | 'unplaced';

export interface FrameInfo {
  url: string;
  /** The name to read it by: `--frame f3`. Absent if bproxy cannot enter the frame. */
  frame?: FrameName;
  /** The frame that it is in. Absent if it is in the page itself. */
  parent?: FrameName;
  /** The frame did not report its current URL, so this is the one that the page gave it. */
  requested?: true;
  title?: string;
  width: number;
  height: number;
  /** It asks for a payment card, or belongs to a known payment service. */
  payment?: true;
  /** Its content is not in the answer, and why. */
  unread?: UnreadFrame;
  /** It is of another site, and only the beginning of its content is in the answer. */
  cut?: true;
}

/** The handles that the frames of one read may have together, beside those of the page itself. */
export const MAX_HANDLES_IN_FRAMES = 200;
