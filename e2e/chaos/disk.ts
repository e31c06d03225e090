import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SIZE = '48m';
const STUFFING = 'stuffing';

/** A small disk of its own for the state folder, so that it can be full. Only root can make one. */
export class Disk {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  static mount(path: string): Disk | null {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0700`, 'tmpfs', path], {
        stdio: 'ignore',
      });
      return new Disk(path);
    } catch {
      return null;
    }
  }

  /** Not one more byte fits. */
  fill(): void {
    const { bavail, bsize } = statfsSync(this.#path);
    try {
      writeFileSync(join(this.#path, STUFFING), Buffer.alloc(bavail * bsize));
      // Whoever was quicker took the last blocks.
      writeFileSync(join(this.#path, STUFFING), Buffer.alloc(bsize), { flag: 'a' });
    } catch {
      // Full before the end: that is what was wanted.
    }
  }

  free(): void {
    rmSync(join(this.#path, STUFFING), { force: true });
  }

  unmount(): void {
    // Lazily: whatever still holds a file there keeps it, and nobody else sees it.
    execFileSync('umount', ['-l', this.#path]);
  }
}
