import { rolldown } from 'rolldown';

const ENTRY = /\/main-world\/(fill-editor|answer-dialogs)\.ts$/;

/**
 * Chrome sends the source of one function into the world of a page's own scripts. This plugin builds such a function from
 * its file in `main-world/` and the imports of that. It is minified, so that none of our comments and names reach the page.
 */
export function oneFunction() {
  return {
    name: 'one-function',
    async load(
      this: { addWatchFile(id: string): void },
      id: string,
    ): Promise<{ code: string; map: null } | null> {
      const file = ENTRY.exec(id)?.[1];
      if (!file) return null;
      const name = file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
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
      for (const source of moduleIds) this.addWatchFile(source);
      const body = `${code}\nreturn inPage.${name}(...arguments);`;
      return { code: `export async function ${name}() {\n${body}\n}`, map: null };
    },
  };
}
