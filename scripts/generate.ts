import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commandList } from '../cli/src/commands/commands.ts';
import { actionsPage } from './generate/actions-page.ts';
import { browsersPage } from './generate/browsers-page.ts';
import { cliPage } from './generate/cli-page.ts';
import { errorsPage } from './generate/errors-page.ts';
import {
  DESCRIBED_FLAGS_MODULE,
  FLAGS_MODULE,
  flagsModule,
  withoutSummaries,
} from './generate/flags-module.ts';
import { deriveFlagTable } from './generate/param-rows.ts';

// Writes the files generated from the contract. With --check it writes nothing and fails if one is out of date.
const root = join(import.meta.dirname, '..');
const flags = deriveFlagTable();
const files: Record<string, string> = {
  [FLAGS_MODULE.path]: flagsModule(root, FLAGS_MODULE, withoutSummaries(flags)),
  [DESCRIBED_FLAGS_MODULE.path]: flagsModule(root, DESCRIBED_FLAGS_MODULE, flags),
  'docs/reference/cli.md': cliPage(commandList(flags)),
  'docs/reference/actions.md': actionsPage(root, flags),
  'docs/reference/browsers.md': browsersPage(),
  'docs/reference/errors.md': errorsPage(),
};
const old = Object.keys(files).filter((file) => current(file) !== files[file]);

if (process.argv.includes('--check')) {
  for (const file of old) console.error(`${file} is out of date; run \`pnpm gen\` and commit it.`);
  process.exitCode = old.length > 0 ? 1 : 0;
} else {
  for (const file of old) write(file, files[file] ?? '');
  console.log(old.length > 0 ? `Wrote ${old.join(', ')}.` : 'Everything is up to date.');
}

function current(file: string): string | undefined {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return undefined;
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
