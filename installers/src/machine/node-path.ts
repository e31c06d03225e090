import { MINIMUM_NODE_MAJOR, type Platform } from '@bproxy/manifests';
import { InstallError } from '../install-error.ts';
import type { Machine } from './machine.ts';
import { type PathRules, pathRules } from './path-rules.ts';

export interface NodeCandidate {
  path: string;
  real: string;
}

export interface NodeFacts {
  /**
   * The Node that runs the installer. Its links are resolved, so under Homebrew, nvm and fnm the path contains a
   * version.
   */
  running: string;
  tempDir: string;
  /** Paths that package managers keep pointing at the current Node. They may not exist today. */
  knownAliases: string[];
  aliases: NodeCandidate[];
  onPath: NodeCandidate[];
}

export interface ChosenNode {
  path: string;
  fallbacks: string[];
}

const CLEANED_FOLDERS = [
  '/tmp',
  '/var/tmp',
  '/private/tmp',
  '/var/folders',
  '/private/var/folders',
  '/dev/shm',
];

export function nodeFacts(platform: Platform, machine: Machine): NodeFacts {
  const { join, delimiter, isAbsolute } = pathRules(platform);
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

function aliasesOf(platform: Platform, { env, homeDir }: Machine, join: PathRules['join']): string[] {
  if (platform === 'win32') {
    return [join(env['ProgramFiles'] || 'C:\\Program Files', 'nodejs', 'node.exe')];
  }
  // Volta's shim chooses a Node, so it is never the running one. Volta keeps the running one on updates.
  const volta = join(homeDir, '.volta/bin/node');
  // Exists only if nvm is configured to keep it (NVM_SYMLINK_CURRENT).
  const nvm = join(homeDir, '.nvm/current/bin/node');
  const system = ['/usr/local/bin/node', '/usr/bin/node'];
  if (platform === 'darwin') {
    const fnm = join(homeDir, 'Library/Application Support/fnm/aliases/default/bin/node');
    const brew = [
      '/opt/homebrew/opt/node/bin/node',
      '/opt/homebrew/bin/node',
      '/usr/local/opt/node/bin/node',
    ];
    return [...brew, ...system, fnm, nvm, volta];
  }
  const fnm = join(homeDir, '.local/share/fnm/aliases/default/bin/node');
  return [...system, '/home/linuxbrew/.linuxbrew/opt/node/bin/node', fnm, nvm, volta];
}

/** Returns the best first: paths that survive an update of Node, then paths that only work today. */
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

/** Chooses the best candidate that runs and is new enough. */
export async function chooseNode(facts: NodeFacts, versionOf: Machine['nodeVersion']): Promise<ChosenNode> {
  const tried: string[] = [];
  for (const candidate of rankNodes(facts)) {
    if (isThrowAway(candidate.path) || isThrowAway(candidate.real)) {
      tried.push(`${candidate.path} (in a cache that is emptied at any time)`);
      continue;
    }
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

function majorOf(version: string): number {
  return Number(/^v(\d+)\./.exec(version)?.[1] ?? 0);
}

function namesVersion(file: string): boolean {
  return /[\\/@v-]\d+\.\d+\.\d+/.test(file);
}

function isLasting(node: NodeCandidate, tempDir: string): boolean {
  return !isShortLived(node.path, tempDir) && !isShortLived(node.real, tempDir);
}

/** fnm's per-shell links end with the shell. npx and dlx empty their caches without notice. */
export function isThrowAway(file: string): boolean {
  return /[\\/](_npx|fnm_multishells|dlx(-[^\\/]*)?)[\\/]/.test(file);
}

/** Temporary folders are cleaned up, too, but some people keep programs there on purpose. */
export function isShortLived(file: string, tempDir: string): boolean {
  return isThrowAway(file) || [tempDir, ...CLEANED_FOLDERS].some((folder) => isInside(file, folder));
}

function isInside(file: string, folder: string): boolean {
  return file.startsWith(`${folder}/`) || file.startsWith(`${folder}\\`);
}

function uniqueByPath(nodes: NodeCandidate[]): NodeCandidate[] {
  return [...new Map(nodes.map((node) => [node.path, node])).values()];
}
