import type { ForwardedFrame, FrameName } from '@bproxy/shared';
import { type HandleScope, tabKey } from './handle-keys.ts';

/** The prefix of their numbers, which are counted like those of handles. */
export const FRAME_PREFIX = 'f';
/** Pages that replace their advertisements name new frames for hours. */
const MOST_IN_TAB = 500;

/** The frames that reads have named. A name stays with its document, also after that document is gone. */
export class FrameNames {
  readonly #frames = new Map<string, Map<FrameName, ForwardedFrame>>();

  /** Returns the highest number in use. */
  record(scope: HandleScope, named: readonly ForwardedFrame[]): number {
    const key = tabKey(scope);
    const frames = this.#frames.get(key) ?? new Map<FrameName, ForwardedFrame>();
    this.#frames.set(key, frames);
    for (const frame of named) frames.set(frame.name, frame);
    for (const oldest of frames.keys()) if (frames.size > MOST_IN_TAB) frames.delete(oldest);
    return Math.max(0, ...named.map(({ name }) => Number(name.slice(FRAME_PREFIX.length))));
  }

  find(scope: HandleScope, name: FrameName): ForwardedFrame | undefined {
    return this.#frames.get(tabKey(scope))?.get(name);
  }

  drop(matches: (key: string) => boolean): void {
    for (const key of [...this.#frames.keys()].filter(matches)) this.#frames.delete(key);
  }
}
