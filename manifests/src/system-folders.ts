import type { Platform } from './browsers.ts';

/** Where `bproxy install --system` keeps the launcher and its receipt: folders that only an administrator may change. */
export const SYSTEM_FOLDERS: Readonly<Record<Platform, string>> = {
  linux: '/usr/local/lib/bproxy',
  darwin: '/Library/Application Support/bproxy',
  win32: 'C:\\Program Files\\bproxy',
};
