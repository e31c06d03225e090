import { applyWrites, type WriteStatus } from './apply.ts';
import { assertNoConflicts } from './conflicts.ts';
import { readEnvironment } from './environment.ts';
import { missingFolders } from './folders.ts';
import { assertSafeHome } from './home-folder.ts';
import { type Machine, thisMachine } from './machine.ts';
import { chooseNode, isShortLived } from './node-path.ts';
import { absolutePath, type InstallOptions } from './options.ts';
import { type FileWrite, plan } from './plan.ts';
import { readReceipt, receiptPath, receiptWrite } from './receipt.ts';
import { finishedReceipt, intendedReceipt, type ReceiptChange } from './receipt-changes.ts';
import { assertCanApply, assertHostBinary, assertUserOfBrowser } from './refusals.ts';
import type { Skipped } from './targets.ts';

export interface InstallReport {
  ok: true;
  dryRun: boolean;
  home: string;
  launcher: string;
  node: string;
  hostBinary: string;
  extensionIds: string[];
  manifests: { browser: string; path: string; status: WriteStatus }[];
  skipped: Skipped[];
  /** Sentences about what works today but may not for long. */
  warnings: string[];
}

/** Registers the host for the user's browsers. Running it again changes nothing that is right already. */
export function install(options: InstallOptions): Promise<InstallReport> {
  return installOn(thisMachine(), options);
}

export async function installOn(machine: Machine, given: InstallOptions): Promise<InstallReport> {
  const options = {
    ...given,
    home: absolutePath('The home folder', given.home),
    hostBinary: absolutePath('The host program', given.hostBinary),
    userDataDirs: given.userDataDirs.map((folder) => absolutePath('--user-data-dir', folder)),
  };
  const environment = readEnvironment(machine);
  assertUserOfBrowser(environment);
  if (!options.dryRun) assertCanApply(environment);
  await assertSafeHome(options.home, environment.uid);
  await assertHostBinary(options.hostBinary);
  const node = await chooseNode(environment.nodes);
  const planned = plan({ environment, node }, options);

  const files = planned.writes.filter((write): write is FileWrite => write.kind === 'file');
  const previous = await readReceipt(options.home);
  await assertNoConflicts(files, previous);
  const statuses = options.dryRun
    ? undefined
    : await write(options.home, {
        previous,
        planned,
        node: node.path,
        hostBinary: options.hostBinary,
        files,
      });

  return {
    ok: true,
    dryRun: options.dryRun,
    home: options.home,
    launcher: planned.launcher,
    node: node.path,
    hostBinary: options.hostBinary,
    extensionIds: planned.extensionIds,
    manifests: planned.manifests.map((row) => ({ ...row, status: statuses?.get(row.path) ?? 'planned' })),
    skipped: planned.skipped,
    warnings: [node.path, options.hostBinary]
      .filter((path) => isShortLived(path, machine.tempDir))
      .map(
        (path) =>
          `${path} is in a folder that is cleaned up. Install it permanently, then install bproxy again.`,
      ),
  };
}

/** The receipt goes first: a file that a crash leaves behind must be known as ours by the next run. */
async function write(
  home: string,
  change: Omit<ReceiptChange, 'folders'>,
): Promise<Map<string, WriteStatus>> {
  const folders = await missingFolders([receiptPath(home), ...change.files.map(({ path }) => path)]);
  const intended = receiptWrite(home, intendedReceipt({ ...change, folders }));
  const finished = receiptWrite(home, await finishedReceipt({ ...change, folders }));
  return applyWrites([intended, ...change.files, finished]);
}
