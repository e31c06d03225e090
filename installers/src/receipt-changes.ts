import { access } from 'node:fs/promises';
import { EXTENSION_ID } from '@bproxy/manifests';
import type { FileWrite, Plan } from './plan.ts';
import { type Receipt, type ReceiptFile, sha256 } from './receipt.ts';

export interface ReceiptChange {
  previous: Receipt | undefined;
  planned: Plan;
  node: string;
  hostBinary: string;
  files: readonly FileWrite[];
  /** Folders that this install is going to make. */
  folders: readonly string[];
}

/** While the files change, what was there and what is coming are both ours. */
export function intendedReceipt(change: ReceiptChange): Receipt {
  return receiptOf(change, [...newRows(change), ...(change.previous?.files ?? [])]);
}

/** Afterwards: this install's rows, and those of earlier ones for other places that still exist. */
export async function finishedReceipt(change: ReceiptChange): Promise<Receipt> {
  const fresh = newRows(change);
  const kept: ReceiptFile[] = [];
  for (const row of change.previous?.files ?? []) {
    const current = fresh.find(({ path }) => path === row.path);
    // Another browser of an earlier install may read the same file: its row stays and follows the new content.
    if (current) kept.push({ ...current, browser: row.browser });
    else if (await isThere(row.path)) kept.push(row);
  }
  return receiptOf(change, [...fresh, ...kept]);
}

/** The receipt after some rows are gone. */
export function withFiles(receipt: Receipt, files: readonly ReceiptFile[], folders: string[]): Receipt {
  return { ...receipt, extensionIds: grantedIds(files), files: [...files], folders };
}

function newRows({ planned, files }: ReceiptChange): ReceiptFile[] {
  const hashes = new Map(files.map(({ path, content }) => [path, sha256(content)]));
  const row = (path: string, browser: string | null, extensionIds: string[]): ReceiptFile => ({
    path,
    sha256: hashes.get(path) ?? '',
    browser,
    extensionIds,
  });
  return [
    row(planned.launcher, null, []),
    ...planned.manifests.map(({ path, browser }) => row(path, browser, planned.extensionIds)),
  ];
}

function receiptOf(
  { previous, planned, node, hostBinary, folders }: ReceiptChange,
  rows: ReceiptFile[],
): Receipt {
  const files = [...new Map(rows.map((row) => [`${row.path}\n${row.browser}\n${row.sha256}`, row])).values()];
  return {
    version: 1,
    launcher: planned.launcher,
    node,
    hostBinary,
    extensionIds: grantedIds(files),
    files,
    folders: [...new Set([...(previous?.folders ?? []), ...folders])],
  };
}

function grantedIds(files: readonly ReceiptFile[]): string[] {
  return [...new Set([EXTENSION_ID, ...files.flatMap(({ extensionIds }) => extensionIds)])];
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
