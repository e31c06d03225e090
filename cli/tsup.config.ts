import { defineConfig } from 'tsup';

const COMMONJS_GLOBALS = [
  {
    usedIn: /typeof require !== "undefined"/,
    // Made when it is called: every command loads this chunk, and hardly one calls it.
    define:
      'const require = (id) => process.getBuiltinModule("node:module").createRequire(import.meta.url)(id);',
  },
  { usedIn: /\b__filename\b/, define: 'const __filename = import.meta.filename;' },
];

export default defineConfig({
  entry: { bproxy: 'src/main.ts' },
  format: 'esm',
  target: 'node20',
  platform: 'node',
  outExtension: () => ({ js: '.mjs' }),
  clean: true,
  sourcemap: true,
  // Everything is in the file; what a command may not need (usage, installers) stays a chunk of its own.
  removeNodeProtocol: false,
  noExternal: [/.*/],
  splitting: true,
  plugins: [
    {
      // What a CommonJS dependency takes for granted and an ES module does not have, only where it is used.
      name: 'commonjs-globals',
      renderChunk(code) {
        const needed = COMMONJS_GLOBALS.filter(({ usedIn }) => usedIn.test(code));
        if (needed.length === 0) return null;
        const [shebang = ''] = /^#!.*\n/.exec(code) ?? [];
        const defines = needed.map(({ define }) => define).join('');
        return { code: `${shebang}${defines}${code.slice(shebang.length)}` };
      },
    },
    {
      // To import from `node:fs` makes Node load its streams and promises as well: 5 ms of every command.
      name: 'built-in-modules',
      renderChunk: (code) => ({
        code: code.replace(
          /^import (\{[^}]*\}|\w+) from "(node:[\w/]+)";$/gm,
          (_, names: string, module: string) =>
            `const ${names.replaceAll(' as ', ': ')} = process.getBuiltinModule("${module}");`,
        ),
      }),
    },
  ],
});
