/** Everything the launcher needs is written into it: Chrome passes no arguments of ours and a GUI's PATH is bare. */
export interface LauncherPaths {
  node: string;
  /** Tried in order when `node` is gone, each only if it is new enough: an update may delete the recorded one. */
  fallbackNodes: readonly string[];
  hostBinary: string;
  home: string;
}

/** The oldest Node that runs the host. */
export const MINIMUM_NODE_MAJOR = 20;

/** Variables of the browser's environment that change or break a Node started from it. */
export const NODE_VARIABLES = [
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'NODE_PATH',
  'ELECTRON_RUN_AS_NODE',
] as const;

export const LAUNCH_ERROR_FILE = 'last-launch-error.txt';

/**
 * `exec` matters: Chrome kills only the process it started, so a shell left in between would leave Node behind.
 * Standard output belongs to the frames and standard error is shown to nobody, so a failure goes to a file.
 */
export function posixLauncher(paths: LauncherPaths): string {
  const fallbacks = paths.fallbackNodes.map(shellQuote);
  const nodes = [shellQuote(paths.node), ...fallbacks].join(' ');
  const start = 'exec "$node" "$host" link --home "$home" "$@"';
  const isNewEnough = `process.exit(parseInt(process.versions.node, 10) >= ${MINIMUM_NODE_MAJOR} ? 0 : 1)`;
  const tryFallbacks = [
    `  for node in ${fallbacks.join(' ')}; do`,
    '    if [ -f "$node" ] && [ -x "$node" ] &&',
    `      "$node" -e '${isNewEnough}' </dev/null >/dev/null 2>&1; then`,
    `      ${start}`,
    '    fi',
    '  done',
  ];
  return lines('\n', [
    '#!/bin/sh',
    '# Written by `bproxy install`. To change it, run that again.',
    `unset ${NODE_VARIABLES.join(' ')}`,
    `home=${shellQuote(paths.home)}`,
    `host=${shellQuote(paths.hostBinary)}`,
    `node=${shellQuote(paths.node)}`,
    'if [ -f "$host" ]; then',
    '  if [ -f "$node" ] && [ -x "$node" ]; then',
    `    ${start}`,
    '  fi',
    ...(fallbacks.length > 0 ? tryFallbacks : []),
    'fi',
    'describe() {',
    '  if [ ! -e "$1" ]; then echo missing',
    '  elif [ ! -f "$1" ]; then echo "not a file"',
    '  elif [ "$2" = program ] && [ ! -x "$1" ]; then echo "not executable"',
    '  else echo present; fi',
    '}',
    '(',
    '  umask 077',
    '  mkdir -p "$home/logs"',
    '  {',
    '    printf \'%s\\n\' "bproxy-host could not start ($(date -u +%Y-%m-%dT%H:%M:%SZ))."',
    '    printf \'host: %s (%s)\\n\' "$host" "$(describe "$host")"',
    `    for node in ${nodes}; do`,
    '      printf \'node: %s (%s)\\n\' "$node" "$(describe "$node" program)"',
    '    done',
    '    printf \'PATH: %s\\n\' "$PATH"',
    `    printf 'Run "bproxy install" again in a shell where "node --version" says ${MINIMUM_NODE_MAJOR} or later.\\n'`,
    `  } >"$home/logs/${LAUNCH_ERROR_FILE}"`,
    ') >/dev/null 2>&1',
    'exit 1',
  ]);
}

/** A .cmd has no `exec`: cmd.exe stays until Node ends, and Node ends by itself when its input does. */
export function windowsLauncher(paths: Omit<LauncherPaths, 'fallbackNodes'>): string {
  const command = [paths.node, paths.hostBinary].map(cmdQuote).join(' ');
  const home = cmdQuote(paths.home);
  // cmd.exe reads the file in the console's code page; without this a path with an umlaut names nothing.
  const readAsUtf8 = 'chcp 65001 <nul >nul 2>nul';
  return lines('\r\n', [
    '@echo off',
    'setlocal DisableDelayedExpansion',
    ...(isAscii(`${command}${home}`) ? [] : [readAsUtf8]),
    ...NODE_VARIABLES.map((name) => `set "${name}="`),
    `${command} link --home ${home} %*`,
    'exit /b %ERRORLEVEL%',
  ]);
}

function lines(ending: string, content: readonly string[]): string {
  return content.map((line) => line + ending).join('');
}

function shellQuote(path: string): string {
  return `'${withoutControls(path).replaceAll("'", "'\\''")}'`;
}

function cmdQuote(path: string): string {
  if (path.includes('"')) {
    throw new TypeError(`The path ${path} contains a double quote, which Windows does not allow in a path.`);
  }
  return `"${withoutControls(path).replaceAll('%', '%%')}"`;
}

function withoutControls(path: string): string {
  if (/\p{Cc}/u.test(path)) {
    const shown = JSON.stringify(path);
    throw new TypeError(`The path ${shown} contains a line break or control character; use another folder.`);
  }
  return path;
}

function isAscii(text: string): boolean {
  return [...text].every((letter) => letter < '\u0080');
}
