import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InstallError } from './install-error.ts';
import type { FileWrite } from './plan.ts';

/** One row for each browser and file; the launcher serves them all and has no browser. */
export interface ReceiptFile {
  path: string;
  sha256: string;
  browser: string | null;
  /** The ids that this manifest lets in. */
  extensionIds: string[];
}

/** What `bproxy install` wrote and where: `<home>/install.json`. Only what it lists is ever overwritten or removed. */
export interface Receipt {
  version: 1;
  launcher: string;
  node: string;
  hostBinary: string;
  /**
   * Every id that some manifest lets in. The daemon reads this field to know which extensions may connect; it does
   * not import this package, so the field's name and place are a contract.
   */
  extensionIds: string[];
  files: ReceiptFile[];
  /** Folders that the install made, outermost first. */
  folders: string[];
}

export function receiptPath(home: string): string {
  return join(home, 'install.json');
}

export function receiptWrite(home: string, receipt: Receipt): FileWrite {
  const content = `${JSON.stringify(receipt, null, 2)}\n`;
  return { kind: 'file', path: receiptPath(home), content, mode: 0o600 };
}

export async function readReceipt(home: string): Promise<Receipt | undefined> {
  const path = receiptPath(home);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw unreadable(path, error);
  });
  if (text === undefined) return undefined;
  const receipt = parseReceipt(text);
  if (!receipt) throw unreadable(path);
  return receipt;
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

export function isOurs(receipt: Receipt | undefined, path: string, content: Uint8Array): boolean {
  const hash = sha256(content);
  return receipt?.files.some((file) => file.path === path && file.sha256 === hash) ?? false;
}

function unreadable(path: string, cause?: Error): InstallError {
  return new InstallError(
    'receipt-unreadable',
    `${path} cannot be read${cause ? ` (${cause.message})` : ', it is damaged or of a newer bproxy'}. ` +
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
  const { path, sha256: hash, browser, extensionIds } = value;
  const isNamed = browser === null || typeof browser === 'string';
  return typeof path === 'string' && typeof hash === 'string' && isNamed && isTextList(extensionIds);
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
