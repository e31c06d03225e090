import { type Platform, SYSTEM_FOLDERS } from '@bproxy/manifests';
import { INSTALL_FILES } from '@bproxy/shared';
import { type PathRules, pathRules } from './path-rules.ts';

/** The folder for the installed files other than manifests: one of the user, or one of the whole system. */
export interface Base {
  folder: string;
  bin: string;
  receipt: string;
  receiptMode: number;
  folderMode: number;
  rules: PathRules;
  /**
   * The home that the launcher passes to the host. At the system level it is undefined: each user has their own home.
   */
  home: string | undefined;
}

export function baseOf(platform: Platform, { system, home }: { system: boolean; home: string }): Base {
  return system
    ? // Every user's browser starts the launcher from here, and every user's daemon reads the granted ids here.
      {
        ...inFolder(platform, SYSTEM_FOLDERS[platform]),
        receiptMode: 0o644,
        folderMode: 0o755,
        home: undefined,
      }
    : { ...inFolder(platform, home), receiptMode: 0o600, folderMode: 0o700, home };
}

function inFolder(platform: Platform, folder: string) {
  const rules = pathRules(platform);
  return {
    folder,
    bin: rules.join(folder, INSTALL_FILES.bin),
    receipt: rules.join(folder, INSTALL_FILES.receipt),
    rules,
  };
}
