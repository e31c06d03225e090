import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { 'bproxy-host': 'src/bin.ts' },
  format: 'esm',
  target: 'node20',
  platform: 'node',
  outExtension: () => ({ js: '.mjs' }),
  // Nothing is loaded from node_modules at run time: the folder can be copied anywhere.
  noExternal: [/.*/],
  splitting: true,
  sourcemap: true,
  clean: true,
  // Bundled CommonJS packages expect these three.
  banner: {
    js: [
      "import { createRequire as makeRequire } from 'node:module';",
      "import { fileURLToPath as toPath } from 'node:url';",
      'const require = makeRequire(import.meta.url);',
      'const __filename = toPath(import.meta.url);',
      "const __dirname = toPath(new URL('.', import.meta.url));",
    ].join('\n'),
  },
});
