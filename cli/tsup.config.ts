import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { bproxy: 'src/main.ts', program: 'src/program.ts' },
  // CommonJS, because the loader of ES modules takes a tenth of Node's start time. Rarely needed parts (usage,
  // installers, doctor) are separate files: reading them costs the same even if they do not run.
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
