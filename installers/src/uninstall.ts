import { MANIFEST_FILE } from '@bproxy/manifests';
import { codeOf, fileTrouble } from '@bproxy/shared';
import { InstallError } from './install-error.ts';
import { type Base, baseOf } from './machine/base.ts';
import { type Environment, readEnvironment } from './machine/environment.ts';
import type { Files } from './machine/files.ts';
import { removeEmptyFolders } from './machine/folders.ts';
import { assertSafeHome } from './machine/home-folder.ts';
import { type Machine, thisMachine } from './machine/machine.ts';
import { absolutePath, pathRules } from './machine/path-rules.ts';
import { applyWrites } from './plan/apply.ts';
import type { UninstallOptions } from './plan/options.ts';
import { assertAllowedUser } from './plan/refusals.ts';
import { browserNamed, userDataTarget } from './plan/targets.ts';
import { assertCanPurge, purge } from './purge.ts';
import {
  isOurFile,
  isOurKey,
  type Receipt,
  type ReceiptFile,
  readReceipt,
  receiptWrite,
} from './receipt/receipt.ts';
import { withFiles } from './receipt/receipt-changes.ts';

/** `kept`: the file changed after bproxy wrote it, so bproxy may no longer remove it. */
export type RemovalStatus = 'removed' | 'planned' | 'missing' | 'kept';

export interface UninstallReport {
  ok: true;
  dryRun: boolean;
  system: boolean;
  home: string;
  /** False when there was nothing to remove. */
  installed: boolean;
  files: { browser: string | null; path: string; status: RemovalStatus }[];
  /** The additional paths that --purge removed. */
  purged: string[];
}

/** Removes the entries of the receipt that are still unchanged. A second run does nothing. */
export function uninstall(options: UninstallOptions): Promise<UninstallReport> {
  return uninstallOn(thisMachine(), options);
}

export async function uninstallOn(machine: Machine, options: UninstallOptions): Promise<UninstallReport> {
  const { dryRun, system } = options;
  const environment = readEnvironment(machine);
  assertAllowedUser(environment, options);
  const rules = pathRules(environment.platform);
  const home = absolutePath(rules, 'The home folder', options.home);
  const base = baseOf(environment.platform, { system, home });
  const isChosen = chosenRows(environment, options);
  await assertSafeHome(machine.files, base.folder, environment.uid);
  if (options.purge) await assertCanPurge(machine.files, base, options);
  const receipt = await readReceipt(machine.files, base.receipt);
  const files = receipt ? await removeListed(machine, base, receipt, { isChosen, dryRun }) : [];
  return {
    ok: true,
    dryRun,
    system,
    home: base.folder,
    installed: receipt !== undefined,
    files,
    purged: options.purge && !dryRun ? await purge(machine.files, base) : [],
  };
}

async function removeListed(
  machine: Machine,
  base: Base,
  receipt: Receipt,
  { isChosen, dryRun }: { isChosen: (row: ReceiptFile) => boolean; dryRun: boolean },
): Promise<UninstallReport['files']> {
  const manifests = receipt.files.filter(({ browser }) => browser !== null);
  const left = manifests.filter((row) => !isChosen(row));
  const shared = receipt.files.filter(({ browser }) => browser === null);
  const gone = [...manifests.filter(isChosen), ...(left.length > 0 ? [] : shared)];
  const stillRead = new Set(left.map(({ path }) => path));

  const statuses = new Map<string, RemovalStatus>();
  for (const row of gone) {
    if (stillRead.has(row.path) || statuses.has(row.path)) continue;
    statuses.set(row.path, await remove(machine, row, receipt, dryRun));
  }
  if (!dryRun) await settle(machine, base, receipt, left.length > 0 ? [...shared, ...left] : []);
  return gone.flatMap(({ browser, path }) => {
    const status = statuses.get(path);
    return status ? [{ browser, path, status }] : [];
  });
}

function chosenRows({ platform }: Environment, options: UninstallOptions): (row: ReceiptFile) => boolean {
  const rules = pathRules(platform);
  const names = options.browsers.map((name) => browserNamed(platform, name).name);
  const paths = options.userDataDirs.map((folder) =>
    rules.join(userDataTarget(platform, absolutePath(rules, '--user-data-dir', folder)).place, MANIFEST_FILE),
  );
  if (names.length === 0 && paths.length === 0) return () => true;
  return ({ browser, path }) => (browser !== null && names.includes(browser)) || paths.includes(path);
}

async function remove(
  { files, registry }: Machine,
  { path, value }: ReceiptFile,
  receipt: Receipt,
  dryRun: boolean,
): Promise<RemovalStatus> {
  const isKey = value !== undefined;
  const found = isKey ? await registry.read(path) : await files.read(path);
  if (found === undefined) return 'missing';
  const ours = typeof found === 'string' ? isOurKey(receipt, path, found) : isOurFile(receipt, path, found);
  if (!ours) return 'kept';
  if (dryRun) return 'planned';
  await removed(path, isKey ? registry.remove(path) : removeFile(files, path));
  return 'removed';
}

/** The receipt is removed last, so that an interrupted uninstall can run again. */
async function settle(machine: Machine, base: Base, receipt: Receipt, rows: ReceiptFile[]): Promise<void> {
  const { files } = machine;
  const outside = await removeEmptyFolders(
    files,
    receipt.folders.filter((folder) => folder !== base.folder),
  );
  const folders = receipt.folders.filter((folder) => folder === base.folder || outside.includes(folder));
  if (rows.length > 0) {
    await applyWrites(machine, [receiptWrite(base, withFiles(receipt, rows, folders))], base);
    return;
  }
  await removeEmptyFolders(files, [base.bin]);
  await removed(base.receipt, removeFile(files, base.receipt));
  await removeEmptyFolders(files, folders);
}

async function removeFile(files: Files, path: string): Promise<void> {
  await files.remove(path).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
}

async function removed(path: string, work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    throw new InstallError(
      'write-failed',
      `${path} could not be removed: ${fileTrouble(error)}. Make it writable and run this again: what is gone already stays gone.`,
      { cause: error },
    );
  });
}
