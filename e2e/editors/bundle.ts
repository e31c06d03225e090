import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { html } from '../harness/pages.ts';

/** A page with the real editor in it, bundled into one script as a site would do it. */
export async function editorPage(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`./${name}.js`, import.meta.url))],
    bundle: true,
    format: 'iife',
    write: false,
    minify: true,
    outdir: 'out',
    define: { 'process.env.NODE_ENV': '"production"' },
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
