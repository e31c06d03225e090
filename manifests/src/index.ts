export {
  BROWSERS,
  type Browser,
  type BrowserPlaces,
  HOSTS_FOLDER,
  type Platform,
  SANDBOXED_BROWSERS,
  type SandboxedBrowser,
  SYSTEM_FOLDERS,
} from './browsers.ts';
export { EXTENSION_ID, extensionId, isExtensionId } from './extension-id.ts';
export { type HostManifest, hostManifest, hostManifestText, MANIFEST_FILE } from './host-manifest.ts';
export {
  type LauncherPaths,
  MINIMUM_NODE_MAJOR,
  NODE_VARIABLES,
  posixLauncher,
  windowsLauncher,
} from './launcher.ts';
