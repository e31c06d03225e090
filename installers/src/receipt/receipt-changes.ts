import { EXTENSION_ID } from '@bproxy/manifests';
import type { Machine } from '../machine/machine.ts';
import { placeOf } from '../plan/apply.ts';
import type { Plan } from '../plan/plan.ts';
import { type Receipt, type ReceiptFile, sha256 } from './receipt.ts';

type Disk = Pick<Machine, 'files' | 'registry'>;

export interface ReceiptChange {
  previous: Receipt | undefined;
  planned: Pick<Plan, 'launcher' | 'extensionIds' | 'writes' | 'manifests'>;
  node: string;
  hostBinary: string;
  /** Folders that this install will create. */
  folders: readonly string[];
}

/** While the files change, the receipt lists both the old and the new content as ours. */
export function intendedReceipt(change: ReceiptChange): Receipt {
  return receiptOf(change, [...newRows(change), ...(change.previous?.files ?? [])]);
}

/** Returns the final receipt: this install's rows, and earlier rows for other places that still exist. */
export async function finishedReceipt(disk: Disk, change: ReceiptChange): Promise<Receipt> {
  const fresh = newRows(change);
  const kept: ReceiptFile[] = [];
  for (const row of change.previous?.files ?? []) {
    const current = fresh.find(({ path }) => path === row.path);
    // Another browser of an earlier install may read the same file, so its row stays and gets the new content.
    if (current) kept.push({ ...current, browser: row.browser });
    else if (await isThere(disk, row)) kept.push(row);
  }
  return receiptOf(change, [...fresh, ...kept]);
}

/** Returns the receipt with only these rows and folders. */
export function withFiles(receipt: Receipt, files: readonly ReceiptFile[], folders: string[]): Receipt {
  return { ...receipt, extensionIds: grantedIds(files), files: [...files], folders };
}

/**
 * Returns a row for each write and each browser that reads it. A file that no browser reads by itself serves them all.
 */
function newRows({ planned: { writes, manifests, extensionIds } }: ReceiptChange): ReceiptFile[] {
  return writes.flatMap((write): ReceiptFile[] => {
    const path = placeOf(write);
    const content =
      write.kind === 'file'
        ? { path, sha256: sha256(write.content) }
        : { path, sha256: sha256(write.value), value: write.value };
    const readers = manifests.filter((manifest) => manifest.path === path);
    return readers.length === 0
      ? [{ ...content, browser: null, extensionIds: [] }]
      : readers.map(({ browser }) => ({ ...content, browser, extensionIds }));
  });
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

async function isThere({ files, registry }: Disk, { path, value }: ReceiptFile): Promise<boolean> {
  return (value === undefined ? await files.follow(path) : await registry.read(path)) !== undefined;
}
