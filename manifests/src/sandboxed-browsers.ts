export interface SandboxedBrowser {
  readonly label: string;
  /** Below the user's home folder; exists when the sandboxed browser has been used. */
  readonly folder: string;
}

/**
 * Linux packages whose sandbox cannot start a program of the user's: Snap forbids it, and a Flatpak has no Node and
 * sees no file outside its own folder. They are named to the user, never half registered.
 */
export const SANDBOXED_BROWSERS: readonly SandboxedBrowser[] = [
  { label: 'Chromium (Snap)', folder: 'snap/chromium' },
  { label: 'Google Chrome (Flatpak)', folder: '.var/app/com.google.Chrome' },
  { label: 'Google Chrome Dev (Flatpak)', folder: '.var/app/com.google.ChromeDev' },
  { label: 'Chromium (Flatpak)', folder: '.var/app/org.chromium.Chromium' },
  { label: 'Microsoft Edge (Flatpak)', folder: '.var/app/com.microsoft.Edge' },
  { label: 'Brave (Flatpak)', folder: '.var/app/com.brave.Browser' },
];
