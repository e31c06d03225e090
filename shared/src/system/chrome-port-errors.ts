/**
 * Chrome's messages for a native messaging port that cannot be opened or was closed. They have no code, and each covers
 * more than it says: "not found" also means an invalid manifest or a missing program, and "has exited" also means a
 * launcher that cannot be run.
 */
export const CHROME_PORT_ERRORS = {
  'not-found': 'Specified native messaging host not found.',
  forbidden: 'Access to the specified native messaging host is forbidden.',
  policy: 'Access to the native messaging host was disabled by the system administrator.',
  'bad-name': 'Invalid native messaging host name specified.',
  exited: 'Native host has exited.',
  'start-failed': 'Failed to start native messaging host.',
  communication: 'Error when communicating with the native messaging host.',
} as const;

export type ChromePortError = keyof typeof CHROME_PORT_ERRORS;
