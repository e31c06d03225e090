import { readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { MANIFEST_FILE } from '@bproxy/manifests';
import { applyWrites } from './apply.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { removeEmptyFolders } from './folders.ts';
import { assertSafeHome } from './home-folder.ts';
import { InstallError } from './install-error.ts';
import { type Machine, thisMachine } from './machine.ts';
import { absolutePath, type UninstallOptions } from './options.ts';
import { isOurs, type Receipt, type ReceiptFile, readReceipt, receiptPath, receiptWrite } from './receipt.ts';
import { withFiles } from './receipt-changes.ts';
import { assertCanApply, assertUserOfBrowser } from './refusals.ts';
import { browserNamed, userDataTarget } from './targets.ts';

/** `kept`: changed since bproxy wrote it, so it is no longer bproxy's to remove. */
export type RemovalStatus = 'removed' | 'planned' | 'missing' | 'kept';

export interface UninstallReport {
  ok: true;
  dryRun: boolean;
  home: string;
  /** False when there was nothing to remove. */
  installed: boolean;
  files: { browser: string | null; path: string; status: RemovalStatus }[];
}

/** Removes what the receipt lists, as far as it is still what was written. Running it again does nothing. */
export function uninstall(options: UninstallOptions): Promise<UninstallReport> {
  return uninstallOn(thisMachine(), options);
}

export async function uninstallOn(machine: Machine, options: UninstallOptions): Promise<UninstallReport> {
  const { dryRun } = options;
  const home = absolutePath('The home folder', options.home);
  const environment = readEnvironment(machine);
  assertUserOfBrowser(environment);
  if (!dryRun) assertCanApply(environment);
  const isChosen = chosenRows(environment, options);
  await assertSafeHome(home, environment.uid);
  const receipt = await readReceipt(home);
  if (!receipt) return { ok: true, dryRun, home, installed: false, files: [] };

  const manifests = receipt.files.filter(({ browser }) => browser !== null);
  const left = manifests.filter((row) => !isChosen(row));
  const launcher = receipt.files.filter(({ browser }) => browser === null);
  const gone = [...manifests.filter(isChosen), ...(left.length > 0 ? [] : launcher)];
  const stillRead = new Set(left.map(({ path }) => path));

  const statuses = new Map<string, RemovalStatus>();
  for (const { path } of gone) {
    if (stillRead.has(path) || statuses.has(path)) continue;
    statuses.set(path, await remove(path, receipt, dryRun));
  }
  if (!dryRun) await settle(home, receipt, left.length > 0 ? [...launcher, ...left] : []);
  return {
    ok: true,
    dryRun,
    home,
    installed: true,
    files: gone.flatMap(({ browser, path }) => {
      const status = statuses.get(path);
      return status ? [{ browser, path, status }] : [];
    }),
  };
}

function chosenRows({ platform }: Environment, options: UninstallOptions): (row: ReceiptFile) => boolean {
  const names = options.browsers.map((name) => browserNamed(platform, name).name);
  const paths = options.userDataDirs.map((folder) =>
    join(userDataTarget(platform, absolutePath('--user-data-dir', folder)).place, MANIFEST_FILE),
  );
  if (names.length === 0 && paths.length === 0) return () => true;
  return ({ browser, path }) => (browser !== null && names.includes(browser)) || paths.includes(path);
}

async function remove(path: string, receipt: Receipt, dryRun: boolean): Promise<RemovalStatus> {
  const content = await readFile(path).catch(() => undefined);
  if (!content) return 'missing';
  if (!isOurs(receipt, path, content)) return 'kept';
  if (dryRun) return 'planned';
  await removeFile(path);
  return 'removed';
}

/** The receipt goes last, so that an interrupted uninstall can be run again. */
async function settle(home: string, receipt: Receipt, rows: ReceiptFile[]): Promise<void> {
  const outside = await removeEmptyFolders(receipt.folders.filter((folder) => folder !== home));
  const folders = receipt.folders.filter((folder) => folder === home || outside.includes(folder));
  if (rows.length > 0) {
    await applyWrites([receiptWrite(home, withFiles(receipt, rows, folders))]);
    return;
  }
  await removeEmptyFolders([join(home, 'bin')]);
  await removeFile(receiptPath(home));
  await removeEmptyFolders(folders);
}

async function removeFile(path: string): Promise<void> {
  await unlink(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return;
    const next = 'Make its folder writable and run this again.';
    throw new InstallError('write-failed', `${path} could not be removed: ${error.message}. ${next}`, {
      cause: error,
    });
  });
}
