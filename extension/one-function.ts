import { rolldown } from 'rolldown';

const ENTRY = /\/main-world\/fill-editor\.ts$/;

/**
 * Chrome sends the text of one function into the world of a page's own scripts. This makes that one function of
 * `main-world/fill-editor.ts` and all that it imports. It is minified, so that neither comments nor names of ours
 * reach the page.
 */
export function oneFunction() {
  return {
    name: 'one-function',
    async load(
      this: { addWatchFile(id: string): void },
      id: string,
    ): Promise<{ code: string; map: null } | null> {
      if (!ENTRY.test(id)) return null;
      const bundle = await rolldown({ input: id });
      const { output } = await bundle.generate({
        format: 'iife',
        name: 'inPage',
        minify: true,
        // A strict function does not show its text to those it calls.
        strict: true,
        generatedCode: { symbols: false },
      });
      await bundle.close();
      const [{ code, moduleIds }] = output;
      for (const file of moduleIds) this.addWatchFile(file);
      const body = `${code}\nreturn inPage.fillEditor(...arguments);`;
      return { code: `export async function fillEditor() {\n${body}\n}`, map: null };
    },
  };
}
