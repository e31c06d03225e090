import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { bundledPage } from '../harness/bundled-page.ts';
import type { Pages } from '../harness/pages.ts';
import { until, type World } from '../harness/world.ts';

export interface PackagePage {
  /** Runs in the page. `tell({ … })` sends what the page now holds to the test. */
  script: string;
  body?: string;
  /** Style sheets of the package. */
  styles?: readonly string[];
}

type Held = Record<string, unknown>;

/** The page sends its state by itself, so no read by bproxy is needed to see it, and no node changes for it. */
const TELL = `
const held = {};
globalThis.tell = (change) => {
  Object.assign(held, change);
  fetch('/held', {
    method: 'POST',
    body: JSON.stringify({ path: location.pathname, at: performance.timeOrigin + performance.now(), held }),
  });
};
addEventListener('load', () => setTimeout(tell, 0, { ready: true }));
`;

/** Pages with packages from npm, and what each one last said that it holds. */
export class PackagePages {
  readonly #told = new Map<string, { at: number; held: Held }>();
  #pages: Pages | undefined;

  async serve(world: World, given: Record<string, PackagePage>): Promise<void> {
    const built = Object.entries(given).map(async ([path, { script, body, styles = [] }]) => {
      const imports = styles.map((file, at) => `import style${at} from '${file}';`).join('\n');
      const sheets = styles.map(
        (_, at) =>
          `document.head.append(Object.assign(document.createElement('style'), { textContent: style${at} }));`,
      );
      return [path, await bundledPage(path, [imports, TELL, ...sheets, script].join('\n'), body)] as const;
    });
    this.#pages = await world.serve({
      ...Object.fromEntries(await Promise.all(built)),
      '/start': 'start',
      '/held': async (request, response) => {
        const parts: Buffer[] = [];
        for await (const part of request) parts.push(part);
        const { path, at, held } = JSON.parse(Buffer.concat(parts).toString());
        // Two requests may overtake each other.
        if (at >= (this.#told.get(path)?.at ?? 0)) this.#told.set(path, { at, held });
        response.end();
      },
    });
  }

  url(path: string): string {
    return this.#pages?.url(path) ?? '';
  }

  /** Loads a page in the session's tab, and waits until its package has started. */
  async load(world: World, path: string, session: string): Promise<void> {
    this.#told.delete(path);
    await world.call('navigate', { url: this.url(path) }, session);
    await until(`${path} has started`, () => this.held(path)['ready'] === true);
  }

  held(path: string): Held {
    return this.#told.get(path)?.held ?? {};
  }

  /** Waits until the page holds this, and shows in the failure what it holds instead. */
  async expectHeld(path: string, wanted: Held): Promise<void> {
    const holds = () =>
      Object.entries(wanted).every(([key, value]) => isDeepStrictEqual(this.held(path)[key], value));
    await until('the page holds it', holds, 8_000).catch(() => {});
    expect(this.held(path)).toMatchObject(wanted);
  }
}
