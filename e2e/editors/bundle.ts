import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { html } from '../harness/pages.ts';

/** Draft is made for the React before the last one. */
const OLDER = { react: 'react18', 'react-dom': 'react-dom18' };

/** A page with the real editor in it, bundled into one script as a site would do it. */
export async function editorPage(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`./${name}.js`, import.meta.url))],
    absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
    ...(name === 'draft' ? { alias: OLDER } : {}),
    bundle: true,
    format: 'iife',
    write: false,
    minify: true,
    outdir: 'out',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    loader: { '.ttf': 'empty', '.css': 'empty', '.svg': 'text' },
    logLevel: 'error',
  });
  const script = outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? '';
  return html(
    name,
    `<div id="editor"></div><output style="white-space:pre"></output><script>${inScript(script)}</script>`,
  );
}

function inScript(script: string): string {
  return script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
}
