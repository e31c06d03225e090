import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { html } from './pages.ts';

const E2E = fileURLToPath(new URL('..', import.meta.url));

/** A page that runs this script, with the packages that it imports from npm inside. */
export async function bundledPage(
  title: string,
  script: string,
  body = '<div id="app"></div>',
): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: E2E, loader: 'jsx' },
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.css': 'text', '.ttf': 'dataurl' },
    logLevel: 'error',
  });
  const code = outputFiles[0]?.text.replaceAll('</script', '<\\/script') ?? '';
  return html(title, `${body}<script>${code}</script>`);
}
