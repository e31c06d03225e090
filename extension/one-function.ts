import { rolldown } from 'rolldown';

const ENTRY = /\/main-world\/fill-editor\.ts$/;

/**
 * Chrome sends the source of one function into the world of a page's own scripts. This plugin builds that function from
 * `main-world/fill-editor.ts` and its imports. It is minified, so that none of our comments and names reach the page.
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
        // The functions that a strict function calls cannot read its source.
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
