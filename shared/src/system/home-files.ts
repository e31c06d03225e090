/** The file names in the state directory, for every program that uses it. Only `bproxy install` writes others. */
export const HOME_FILES = {
  /** The pid alone, for people and scripts. */
  pid: 'bproxy.pid',
  /** The lock: pid, start time and id of the daemon, one per line. */
  lock: 'daemon.lock',
  port: 'port',
  /** The id of the daemon that wrote `port`: the port of a dead daemon means nothing. */
  ready: 'ready',
  token: 'token',
  /** The state that the next daemon needs if this one crashes. */
  state: 'state.json',
  /** The CLI as compiled by Node. */
  cache: 'cache',
  /** Where links connect. On Windows, a file contains the name of the pipe. */
  socket: 'link.sock',
  pipeName: 'link.pipe',
  /** The owner's settings. */
  config: 'config.json',
  logs: 'logs',
  tmp: 'tmp',
} as const;

/** In `tmp`: a private folder for each session, named by its id. */
export const SESSION_FOLDERS = 'sessions';

/** The files that `bproxy install` writes there, and `bproxy uninstall` removes. */
export const INSTALL_FILES = { receipt: 'install.json', bin: 'bin' } as const;

/** In `logs`, beside the daemon's `YYYY-MM-DD.log`. */
export const LOG_FILES = {
  link: 'link.log',
  /** The stderr of the last daemon start. */
  daemonStart: 'daemon-start.log',
  /** Why the launcher could not start the host. */
  launchError: 'last-launch-error.txt',
} as const;
