import { type Base, baseOf } from './machine/base.ts';
import { type Environment, readEnvironment } from './machine/environment.ts';
import { missingFolders } from './machine/folders.ts';
import { assertSafeHome } from './machine/home-folder.ts';
import { type Machine, thisMachine } from './machine/machine.ts';
import { type ChosenNode, chooseNode, isShortLived } from './machine/node-path.ts';
import { absolutePath, pathRules } from './machine/path-rules.ts';
import { applyWrites, type WriteStatus } from './plan/apply.ts';
import { assertNoConflicts } from './plan/conflicts.ts';
import type { InstallOptions } from './plan/options.ts';
import { plan } from './plan/plan.ts';
import { assertAllowedUser, assertHostBinary } from './plan/refusals.ts';
import { assertSafeForEveryone } from './plan/system-safety.ts';
import type { Skipped } from './plan/targets.ts';
import { readReceipt, receiptWrite } from './receipt/receipt.ts';
import { finishedReceipt, intendedReceipt, type ReceiptChange } from './receipt/receipt-changes.ts';

export interface InstallReport {
  ok: true;
  dryRun: boolean;
  system: boolean;
  /** The folder that holds the launcher and the receipt. */
  home: string;
  launcher: string;
  node: string;
  hostBinary: string;
  extensionIds: string[];
  manifests: { browser: string; path: string; status: WriteStatus }[];
  skipped: Skipped[];
  /** Sentences about parts that work today, but may not work for long or for every browser. */
  warnings: string[];
}

/** Registers the host for the user's browsers. A second run changes nothing that is already right. */
export function install(options: InstallOptions): Promise<InstallReport> {
  return installOn(thisMachine(), options);
}

export async function installOn(machine: Machine, given: InstallOptions): Promise<InstallReport> {
  const environment = readEnvironment(machine);
  const options = withAbsolutePaths(environment, given);
  assertAllowedUser(environment, options);
  const base = baseOf(environment.platform, options);
  await assertSafeHome(machine.files, base.folder, environment.uid);
  await assertHostBinary(machine.files, options.hostBinary);
  const node = await nodeFor(machine, environment, options);
  const planned = plan({ environment, base, node }, options);

  const previous = await readReceipt(machine.files, base.receipt);
  await assertNoConflicts(machine, planned.writes, previous);
  const statuses = options.dryRun
    ? undefined
    : await write(machine, base, {
        previous,
        planned,
        node: node.path,
        hostBinary: options.hostBinary,
      });

  return {
    ok: true,
    dryRun: options.dryRun,
    system: options.system,
    home: base.folder,
    launcher: planned.launcher,
    node: node.path,
    hostBinary: options.hostBinary,
    extensionIds: planned.extensionIds,
    manifests: planned.manifests.map((row) => ({ ...row, status: statuses?.get(row.path) ?? 'planned' })),
    skipped: planned.skipped,
    warnings: [...shortLived([node.path, options.hostBinary], machine.tempDir), ...environment.notes],
  };
}

function withAbsolutePaths({ platform }: Environment, given: InstallOptions): InstallOptions {
  const rules = pathRules(platform);
  return {
    ...given,
    home: absolutePath(rules, 'The home folder', given.home),
    hostBinary: absolutePath(rules, 'The host program', given.hostBinary),
    userDataDirs: given.userDataDirs.map((folder) => absolutePath(rules, '--user-data-dir', folder)),
  };
}

async function nodeFor(
  machine: Machine,
  environment: Environment,
  { system, hostBinary }: InstallOptions,
): Promise<ChosenNode> {
  const node = await chooseNode(environment.nodes, machine.nodeVersion);
  if (!system) return node;
  await assertSafeForEveryone(machine, [node.path, hostBinary]);
  // A fallback was not checked, and a single user may be able to replace it.
  return { path: node.path, fallbacks: [] };
}

function shortLived(paths: string[], tempDir: string): string[] {
  return paths
    .filter((path) => isShortLived(path, tempDir))
    .map(
      (path) =>
        `${path} is in a folder that is cleaned up. Install it permanently, then install bproxy again.`,
    );
}

/** The receipt is written first, so that the next run recognises files that a crash left behind. */
async function write(
  machine: Machine,
  base: Base,
  change: Omit<ReceiptChange, 'folders'>,
): Promise<Map<string, WriteStatus>> {
  const { writes } = change.planned;
  const paths = writes.flatMap((row) => (row.kind === 'file' ? [row.path] : []));
  const folders = await missingFolders(machine.files, base.rules, [base.receipt, ...paths]);
  const intended = receiptWrite(base, intendedReceipt({ ...change, folders }));
  const finished = receiptWrite(base, await finishedReceipt(machine, { ...change, folders }));
  return applyWrites(machine, [intended, ...writes, finished], base);
}
