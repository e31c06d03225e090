import type { BrowserCheck, Check } from '../check.ts';
import { extensionCheck } from './browser/extension.ts';
import { grantedCheck } from './browser/granted.ts';
import { launcherCheck } from './browser/launcher.ts';
import { manifestCheck } from './browser/manifest.ts';
import { policyCheck } from './browser/policy.ts';
import { connectedCheck } from './running/connected.ts';
import { daemonCheck } from './running/daemon.ts';
import { launchErrorCheck } from './running/launch-error.ts';
import { pageCheck } from './running/page.ts';
import { portCheck } from './running/port.ts';
import { roundTripCheck } from './running/round-trip.ts';
import { versionsCheck } from './running/versions.ts';
import { binariesCheck } from './setup/binaries.ts';
import { configCheck } from './setup/config.ts';
import { homeCheck } from './setup/home.ts';
import { nodeCheck } from './setup/node.ts';
import { registrationCheck } from './setup/registration.ts';
import { surroundingsCheck } from './setup/surroundings.ts';

/*
 * The checks in the order in which they run. An early failure is the cause of later ones: a browser that cannot
 * start the host leaves the daemon down and nobody connected. A test compares these lists with the files of each
 * folder and with docs/doctor.md.
 */

export const SETUP_CHECKS: readonly Check[] = [
  nodeCheck,
  binariesCheck,
  homeCheck,
  configCheck,
  registrationCheck,
  surroundingsCheck,
];

export const BROWSER_CHECKS: readonly BrowserCheck[] = [
  policyCheck,
  manifestCheck,
  grantedCheck,
  launcherCheck,
  extensionCheck,
];

export const RUNNING_CHECKS: readonly Check[] = [
  launchErrorCheck,
  daemonCheck,
  portCheck,
  connectedCheck,
  versionsCheck,
  roundTripCheck,
  pageCheck,
];
