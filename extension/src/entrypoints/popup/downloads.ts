import { part, show } from './parts.ts';

const DOWNLOADS = { permissions: ['downloads' as const] };

/** Chrome asks the user itself, and only after a click of theirs. */
export function registerDownloads(): void {
  const look = async () => show('downloads', !(await chrome.permissions.contains(DOWNLOADS)));
  part('allow-downloads', HTMLButtonElement).addEventListener('click', async () => {
    await chrome.permissions.request(DOWNLOADS).catch(() => false);
  });
  // The user may also decide on Chrome's own page of the extension.
  chrome.permissions.onAdded.addListener(look);
  chrome.permissions.onRemoved.addListener(look);
  void look();
}
