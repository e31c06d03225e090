import { readFileSync } from 'node:fs';
import { EXTENSION_ID } from '@bproxy/manifests';
import { z } from 'zod';
import type { Home } from '../../home.ts';

const receipt = z.object({ extensionIds: z.array(z.string().regex(/^[a-p]{32}$/)) });

/** Ours, and those that the owner granted with `bproxy install --extension-id`. */
export function isGrantedOrigin(home: Home, origin: string): boolean {
  return [EXTENSION_ID, ...grantedIds(home)].some((id) => origin === `chrome-extension://${id}/`);
}

function grantedIds(home: Home): string[] {
  try {
    const parsed = receipt.safeParse(JSON.parse(readFileSync(home.receipt, 'utf8')));
    return parsed.success ? parsed.data.extensionIds : [];
  } catch {
    return [];
  }
}
