import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXTENSION_ID, SYSTEM_FOLDERS } from '@bproxy/manifests';
import { INSTALL_FILES } from '@bproxy/shared';
import * as z from 'zod';
import type { Home } from '../../home/home.ts';

const receipt = z.object({ extensionIds: z.array(z.string().regex(/^[a-p]{32}$/)) });

/** Accepts our own id, and the ids that the owner or an administrator granted with `bproxy install --extension-id`. */
export function isGrantedOrigin(home: Home, origin: string, systemFolder = systemFolderHere()): boolean {
  const receipts = [home.receipt, ...(systemFolder ? [join(systemFolder, INSTALL_FILES.receipt)] : [])];
  const ids = [EXTENSION_ID, ...receipts.flatMap(grantedIds)];
  return ids.some((id) => origin === `chrome-extension://${id}/`);
}

function systemFolderHere(): string | undefined {
  const { platform } = process;
  return platform === 'linux' || platform === 'darwin' || platform === 'win32'
    ? SYSTEM_FOLDERS[platform]
    : undefined;
}

function grantedIds(path: string): string[] {
  try {
    const parsed = receipt.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return parsed.success ? parsed.data.extensionIds : [];
  } catch {
    return [];
  }
}
