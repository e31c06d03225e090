import { createReadStream, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { Pages } from '../harness/pages.ts';

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.png': 'image/png' };

/** The files of an npm package, as a site would serve them: `/tinymce/tinymce.min.js`. */
export function packageFiles(name: string): Parameters<typeof Pages.serve>[0] {
  const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return Object.fromEntries(
    files.map((file) => {
      const path = join(file.parentPath, file.name);
      return [
        `/${name}${path.slice(folder.length)}`,
        (_, response) => {
          response.setHeader('content-type', TYPES[extname(path)] ?? 'text/plain');
          createReadStream(path).pipe(response);
        },
      ];
    }),
  );
}
