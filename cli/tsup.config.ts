import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { bproxy: 'src/main.ts', program: 'src/program.ts' },
  // One file behind the one that is started, and of the older kind: the loader of ES modules takes Node a tenth of
  // its start, and each further file its own time. What a command may not need (usage, installers, doctor) is in it,
  // and runs when it is asked for.
  format: 'cjs',
  outExtension: () => ({ js: '.cjs' }),
  target: 'node20',
  platform: 'node',
  clean: true,
  sourcemap: true,
  splitting: false,
  removeNodeProtocol: false,
  noExternal: [/.*/],
});
