import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { bproxy: 'src/main.ts', program: 'src/program.ts' },
  // Of the older kind: the loader of ES modules takes Node a tenth of its start. What a command may not need (usage,
  // installers, doctor) is in files of its own: to read it, even if it does not run, takes as long.
  format: 'cjs',
  outExtension: () => ({ js: '.cjs' }),
  target: 'node20',
  platform: 'node',
  clean: true,
  sourcemap: true,
  splitting: true,
  removeNodeProtocol: false,
  noExternal: [/.*/],
});
