/** How long a daemon may take from its start until it has published its port. */
export const START_LIMIT_MS = 20_000;

/** How long the parts of a stop may take. */
export const STOP_LIMITS_MS = {
  /** The goodbye must reach the links. A link that does not read it in time is cut off. */
  goodbye: 1_000,
  /** The daemon answers requests in flight, says goodbye to the browsers and removes its files. Then it is killed. */
  polite: 10_000,
  /** The system removes a killed process. */
  killed: 5_000,
};

/** How often a program that starts or stops a daemon looks at its process. */
export const LOOK_AT_DAEMON_MS = 25;
