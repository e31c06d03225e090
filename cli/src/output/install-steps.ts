import type { InstallReport } from '@bproxy/installers';

/** Lists the manual steps that are left: no program may load an extension into a browser. */
export function stepsLeft(report: InstallReport, extension: string | undefined, check: string): string[] {
  const browsers = [...new Set(report.manifests.map(({ browser }) => browser))].join(', ');
  const load = extension
    ? `Click "Load unpacked" and choose ${extension}`
    : 'Load the extension: run `pnpm build` in the repository, which makes its folder, or take it from a store.';
  return [
    `bproxy is registered for ${browsers}. Three steps are left, once for each browser:`,
    '1. Open chrome://extensions and switch on "Developer mode".',
    `2. ${load}`,
    `3. Click the bproxy icon: it says "Connected". If it does not, run \`${check}\`.`,
    ...report.warnings.map((warning) => `Note: ${warning}`),
  ];
}
