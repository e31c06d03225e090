import { createHash } from 'node:crypto';
import { fileTrouble, isRecord, parseJson } from '@bproxy/shared';
import { InstallError } from '../install-error.ts';
import type { Base } from '../machine/base.ts';
import type { Files } from '../machine/files.ts';
import { isPrintedAs } from '../machine/registry.ts';
import type { FileWrite } from '../plan/plan.ts';

/** One row for each browser and place. A file that serves them all, such as the launcher, has no browser. */
export interface ReceiptFile {
  /** A file, or a registry key if there is a `value`. */
  path: string;
  sha256: string;
  /** The default value that was written to the key. */
  value?: string;
  browser: string | null;
  /** The ids that this manifest grants. */
  extensionIds: string[];
}

/**
 * Lists the files of `bproxy install`: `install.json` in its folder. bproxy overwrites or removes only files listed
 * here.
 */
export interface Receipt {
  version: 1;
  launcher: string;
  node: string;
  hostBinary: string;
  /**
   * Every id that some manifest grants. The daemon reads this field to know which extensions may connect. It does not
   * import this package, so the field's name and place are a contract.
   */
  extensionIds: string[];
  files: ReceiptFile[];
  /** Folders that the install created, outermost first. */
  folders: string[];
}

export function receiptWrite(base: Pick<Base, 'receipt' | 'receiptMode'>, receipt: Receipt): FileWrite {
  const content = `${JSON.stringify(receipt, null, 2)}\n`;
  return { kind: 'file', path: base.receipt, content, mode: base.receiptMode };
}

export async function readReceipt(files: Files, path: string): Promise<Receipt | undefined> {
  const content = await files.read(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (content === undefined) return undefined;
  const receipt = parseReceipt(content.toString('utf8'));
  if (!receipt) throw unreadable(path);
  return receipt;
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

export function isOurFile(receipt: Receipt | undefined, path: string, content: Uint8Array): boolean {
  const hash = sha256(content);
  return receipt?.files.some((row) => row.path === path && row.sha256 === hash) ?? false;
}

export function isOurKey(receipt: Receipt | undefined, key: string, printed: string): boolean {
  return (
    receipt?.files.some(
      (row) => row.path === key && row.value !== undefined && isPrintedAs(row.value, printed),
    ) ?? false
  );
}

function unreadable(path: string, cause?: unknown): InstallError {
  return new InstallError(
    'receipt-unreadable',
    `${path} cannot be read${cause instanceof Error ? ` (${fileTrouble(cause)})` : ', it is damaged or of a newer bproxy'}. ` +
      'Update bproxy, or delete this file and run `bproxy install` again.',
    { cause },
  );
}

function parseReceipt(text: string): Receipt | undefined {
  const value = parseJson(text);
  if (!isRecord(value) || value['version'] !== 1) return undefined;
  const { launcher, node, hostBinary, extensionIds, files, folders } = value;
  if (typeof launcher !== 'string' || typeof node !== 'string' || typeof hostBinary !== 'string')
    return undefined;
  if (!isTextList(extensionIds) || !isTextList(folders)) return undefined;
  if (!Array.isArray(files) || !files.every(isReceiptFile)) return undefined;
  return { version: 1, launcher, node, hostBinary, extensionIds, files, folders };
}

function isReceiptFile(value: unknown): value is ReceiptFile {
  if (!isRecord(value)) return false;
  const { path, sha256: hash, value: registered, browser, extensionIds } = value;
  const isNamed = browser === null || typeof browser === 'string';
  const isPlace = registered === undefined || typeof registered === 'string';
  return (
    typeof path === 'string' && typeof hash === 'string' && isPlace && isNamed && isTextList(extensionIds)
  );
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
