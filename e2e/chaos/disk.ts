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

  /** Fills the disk to the last byte. */
  fill(): void {
    const { bavail, bsize } = statfsSync(this.#path);
    try {
      writeFileSync(join(this.#path, STUFFING), Buffer.alloc(bavail * bsize));
      // Another process took the last blocks first.
      writeFileSync(join(this.#path, STUFFING), Buffer.alloc(bsize), { flag: 'a' });
    } catch {
      // Full before the end, as intended.
    }
  }

  free(): void {
    rmSync(join(this.#path, STUFFING), { force: true });
  }

  unmount(): void {
    // Lazily: a process with an open file there keeps it, and no other process sees it.
    execFileSync('umount', ['-l', this.#path]);
  }
}
