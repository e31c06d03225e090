import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { MINIMUM_NODE_MAJOR, NODE_VARIABLES, type Platform } from '@bproxy/manifests';
import { InstallError } from './install-error.ts';
import type { Machine } from './machine.ts';

export interface NodeCandidate {
  path: string;
  real: string;
}

export interface NodeFacts {
  /** The Node that runs the installer. It has its links resolved, so it names a version under Homebrew, nvm, fnm. */
  running: string;
  tempDir: string;
  /** Paths that package managers keep pointing at the current Node, whether or not they exist today. */
  knownAliases: string[];
  aliases: NodeCandidate[];
  onPath: NodeCandidate[];
}

export interface ChosenNode {
  path: string;
  fallbacks: string[];
}

export type NodeVersionOf = (node: string) => Promise<string>;

const CLEANED_FOLDERS = [
  '/tmp',
  '/var/tmp',
  '/private/tmp',
  '/var/folders',
  '/private/var/folders',
  '/dev/shm',
];

export function nodeFacts(platform: Platform, machine: Machine): NodeFacts {
  const { join, delimiter, isAbsolute } = platform === 'win32' ? path.win32 : path.posix;
  const program = platform === 'win32' ? 'node.exe' : 'node';
  const folders = (machine.env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  const existing = (paths: string[]): NodeCandidate[] =>
    paths.flatMap((candidate) => {
      const real = machine.realPath(candidate);
      return real === undefined ? [] : [{ path: candidate, real }];
    });
  const knownAliases = aliasesOf(platform, machine, join);
  return {
    running: machine.realPath(machine.execPath) ?? machine.execPath,
    tempDir: machine.tempDir,
    knownAliases,
    aliases: existing(knownAliases),
    onPath: existing(folders.map((folder) => join(folder, program))),
  };
}

function aliasesOf(platform: Platform, { env, homeDir }: Machine, join: typeof path.join): string[] {
  if (platform === 'win32') {
    return [join(env['ProgramFiles'] || 'C:\\Program Files', 'nodejs', 'node.exe')];
  }
  const volta = join(homeDir, '.volta/bin/node');
  const system = ['/usr/local/bin/node', '/usr/bin/node'];
  if (platform === 'darwin') {
    const fnm = join(homeDir, 'Library/Application Support/fnm/aliases/default/bin/node');
    const brew = [
      '/opt/homebrew/opt/node/bin/node',
      '/opt/homebrew/bin/node',
      '/usr/local/opt/node/bin/node',
    ];
    return [...brew, ...system, fnm, volta];
  }
  const fnm = join(homeDir, '.local/share/fnm/aliases/default/bin/node');
  return [...system, '/home/linuxbrew/.linuxbrew/opt/node/bin/node', fnm, volta];
}

/** Best first: what survives an update of Node, then what only works today. */
export function rankNodes({ running, tempDir, aliases, onPath }: NodeFacts): NodeCandidate[] {
  const isRunning = ({ real }: NodeCandidate) => real === running;
  const ranked = [
    ...aliases.filter(isRunning),
    ...onPath.filter((node) => isRunning(node) && !namesVersion(node.path)),
    { path: running, real: running },
    ...aliases,
    ...onPath,
  ];
  const lasting = ranked.filter((node) => isLasting(node, tempDir));
  return uniqueByPath([...lasting, ...ranked]);
}

/** Takes the best candidate that really runs and is new enough. */
export async function chooseNode(
  facts: NodeFacts,
  versionOf: NodeVersionOf = askVersion,
): Promise<ChosenNode> {
  const tried: string[] = [];
  for (const candidate of rankNodes(facts)) {
    const version = await versionOf(candidate.path).catch(() => 'does not run');
    if (majorOf(version) >= MINIMUM_NODE_MAJOR) {
      return {
        path: candidate.path,
        fallbacks: facts.knownAliases.filter((alias) => alias !== candidate.path),
      };
    }
    tried.push(`${candidate.path} (${version})`);
  }
  throw new InstallError(
    'no-node',
    `bproxy needs Node ${MINIMUM_NODE_MAJOR} or later to run from the browser. Tried: ${tried.join(', ')}. ` +
      'Install a newer Node and run this again.',
  );
}

async function askVersion(node: string): Promise<string> {
  const blank = Object.fromEntries(NODE_VARIABLES.map((name) => [name, undefined]));
  const options = { env: { ...process.env, ...blank }, timeout: 10_000 };
  const { stdout } = await promisify(execFile)(node, ['--version'], options);
  return stdout.trim();
}

function majorOf(version: string): number {
  return Number(/^v(\d+)\./.exec(version)?.[1] ?? 0);
}

function namesVersion(file: string): boolean {
  return /[\\/@v-]\d+\.\d+\.\d+/.test(file);
}

function isLasting(node: NodeCandidate, tempDir: string): boolean {
  return !isShortLived(node.path, tempDir) && !isShortLived(node.real, tempDir);
}

/** fnm's per-shell links end with the shell; npx, dlx and temporary folders are cleaned up behind our back. */
export function isShortLived(file: string, tempDir: string): boolean {
  const passing = /[\\/](_npx|fnm_multishells|dlx(-[^\\/]*)?)[\\/]/;
  return passing.test(file) || [tempDir, ...CLEANED_FOLDERS].some((folder) => isInside(file, folder));
}

function isInside(file: string, folder: string): boolean {
  return file.startsWith(`${folder}/`) || file.startsWith(`${folder}\\`);
}

function uniqueByPath(nodes: NodeCandidate[]): NodeCandidate[] {
  return [...new Map(nodes.map((node) => [node.path, node])).values()];
}
