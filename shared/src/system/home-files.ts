/** The names in the state directory, for every program that looks at it. Only `bproxy install` writes others. */
export const HOME_FILES = {
  /** The pid alone, for people and scripts. */
  pid: 'bproxy.pid',
  /** Pid, start time and id of the daemon, a line each: the lock. */
  lock: 'daemon.lock',
  port: 'port',
  /** The id of the daemon that wrote `port`: a number that a dead one left says nothing. */
  ready: 'ready',
  token: 'token',
  /** What the next daemon needs if this one crashes. */
  state: 'state.json',
  /** The CLI as Node has compiled it. */
  cache: 'cache',
  /** Where links connect; on Windows the name of the pipe is in a file. */
  socket: 'link.sock',
  pipeName: 'link.pipe',
  /** The owner's settings. */
  config: 'config.json',
  logs: 'logs',
  tmp: 'tmp',
} as const;

/** What `bproxy install` writes there, and `bproxy uninstall` removes. */
export const INSTALL_FILES = { receipt: 'install.json', bin: 'bin' } as const;

/** In `logs`, beside the daemon's `YYYY-MM-DD.log`. */
export const LOG_FILES = {
  link: 'link.log',
  /** The stderr of the last daemon start. */
  daemonStart: 'daemon-start.log',
  /** Why the launcher could not start the host. */
  launchError: 'last-launch-error.txt',
} as const;
