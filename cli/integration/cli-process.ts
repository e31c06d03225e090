import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const cliRoot = join(import.meta.dirname, '..');
export const DIST = join(cliRoot, 'dist');
export const PROGRAM = join(DIST, 'bproxy.cjs');

/** The sources that are bundled into the program. */
const SOURCES = ['cli/src', 'client/src', 'shared/src', 'installers/src', 'doctor/src', 'manifests'].map(
  (path) => join(cliRoot, '..', path),
);

/** Builds the program if a source is newer, so that the tests never run an old build. */
export function buildCli(): void {
  const built = statSync(PROGRAM, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const newest = Math.max(statSync(join(cliRoot, 'tsup.config.ts')).mtimeMs, ...SOURCES.flatMap(changeTimes));
  if (built > newest) return;
  execFileSync(join(cliRoot, 'node_modules/.bin/tsup'), { cwd: cliRoot, stdio: 'pipe' });
}

function changeTimes(folder: string): number[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name.endsWith('.test.ts')) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? changeTimes(path) : [statSync(path).mtimeMs];
  });
}

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export function startCli(
  args: readonly string[],
  env: Record<string, string> = {},
): ChildProcessWithoutNullStreams {
  const { BPROXY_HOME: _home, BPROXY_SERVICE_BIN: _bin, ...inherited } = process.env;
  return spawn(process.execPath, [PROGRAM, ...args], { env: { ...inherited, ...env } });
}

/** Runs the built program until it exits. */
export async function runCli(
  args: readonly string[],
  env: Record<string, string> = {},
  stdin: string | Buffer = '',
): Promise<Ended> {
  const child = startCli(args, env);
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ]);
  return { code, stdout, stderr };
}

async function text(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
