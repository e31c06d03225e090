export type { WriteStatus } from './apply.ts';
export { type HealOptions, heal } from './heal.ts';
export { type InstallReport, install } from './install.ts';
export { InstallError, type InstallProblem } from './install-error.ts';
export type { InstallOptions, UninstallOptions } from './options.ts';
export type { Skipped } from './targets.ts';
export { type RemovalStatus, type UninstallReport, uninstall } from './uninstall.ts';
