import { HOME_FILES, LOG_FILES } from '@bproxy/shared';

/** The launcher contains everything it needs: Chrome passes none of our arguments, and a GUI's PATH is bare. */
export interface LauncherPaths {
  node: string;
  /** Tried in order when `node` is missing, each only if it is new enough. An update may delete the recorded Node. */
  fallbackNodes: readonly string[];
  hostBinary: string;
  /** If undefined, the home of the user who runs the launcher. */
  home: string | undefined;
}

/** The oldest Node that runs the host. */
export const MINIMUM_NODE_MAJOR = 20;

/** Variables in the browser's environment that change or break a Node started from it. */
export const NODE_VARIABLES = [
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'NODE_PATH',
  'ELECTRON_RUN_AS_NODE',
] as const;

const IS_NEW_ENOUGH = `process.exit(parseInt(process.versions.node, 10) >= ${MINIMUM_NODE_MAJOR} ? 0 : 1)`;
/** The host's own default, for the user who runs the launcher. */
const RUNNING_USERS_HOME = ['home=$BPROXY_HOME', '[ -n "$home" ] || home=$HOME/.bproxy'];

/**
 * `exec` matters: Chrome kills only the process it started, so a shell in between would leave Node behind. Standard
 * output belongs to the messages and standard error is not shown, so a failure goes to a file.
 */
export function posixLauncher(paths: LauncherPaths): string {
  const fallbacks = paths.fallbackNodes.map(shellQuote);
  const nodes = [shellQuote(paths.node), ...fallbacks].join(' ');
  const start = `exec "$node" "$host" link ${paths.home === undefined ? '' : '--home "$home" '}"$@"`;
  const tryFallbacks = [
    `  for node in ${fallbacks.join(' ')}; do`,
    '    if [ -f "$node" ] && [ -x "$node" ] &&',
    `      "$node" -e '${IS_NEW_ENOUGH}' </dev/null >/dev/null 2>&1; then`,
    `      ${start}`,
    '    fi',
    '  done',
  ];
  return lines('\n', [
    '#!/bin/sh',
    '# Written by `bproxy install`. To change it, run that again.',
    `unset ${NODE_VARIABLES.join(' ')}`,
    ...(paths.home === undefined ? RUNNING_USERS_HOME : [`home=${shellQuote(paths.home)}`]),
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
    `  mkdir -p "$home/${HOME_FILES.logs}"`,
    '  {',
    '    printf \'%s\\n\' "bproxy-host could not start ($(date -u +%Y-%m-%dT%H:%M:%SZ))."',
    '    printf \'host: %s (%s)\\n\' "$host" "$(describe "$host")"',
    `    for node in ${nodes}; do`,
    '      printf \'node: %s (%s)\\n\' "$node" "$(describe "$node" program)"',
    '    done',
    '    printf \'PATH: %s\\n\' "$PATH"',
    `    printf 'Run "bproxy install" again in a shell where "node --version" says ${MINIMUM_NODE_MAJOR} or later.\\n'`,
    `  } >"$home/${HOME_FILES.logs}/${LOG_FILES.launchError}"`,
    ') >/dev/null 2>&1',
    'exit 1',
  ]);
}

/**
 * A .cmd has no `exec`: cmd.exe stays until Node ends, and Node ends by itself when its input does. Each step is one
 * line and there are no labels, because cmd.exe finds labels by byte offsets, which UTF-8 breaks. Only `exit /b` keeps
 * Node's exit code.
 */
export function windowsLauncher(paths: LauncherPaths): string {
  const [host, home] = [
    cmdQuote(paths.hostBinary),
    paths.home === undefined ? undefined : cmdQuote(paths.home),
  ];
  const nodes = [paths.node, ...paths.fallbackNodes].map(cmdQuote);
  const start = `${host} link ${home === undefined ? '' : `--home ${home} `}%*`;
  const [first = '', ...fallbacks] = nodes;
  const report = `"%bproxy_logs%\\${LOG_FILES.launchError}"`;
  const state = (what: string, path: string) => [
    `if exist ${path} >>${report} echo ${what}: ${path} (present)`,
    `if not exist ${path} >>${report} echo ${what}: ${path} (missing)`,
  ];
  return lines('\r\n', [
    '@echo off',
    'setlocal DisableDelayedExpansion',
    ...(isAscii(`${nodes}${host}${home}`) ? [] : [READ_AS_UTF8]),
    ...NODE_VARIABLES.map((name) => `set "${name}="`),
    `if exist ${host} if exist ${first} ${first} ${start} & exit /b`,
    ...fallbacks.map(
      (node) =>
        `if exist ${host} if exist ${node} ${node} -e "${IS_NEW_ENOUGH}" <nul >nul 2>nul && (${node} ${start} & exit /b)`,
    ),
    ...(home === undefined
      ? [
          `set "bproxy_logs=%USERPROFILE%\\.bproxy\\${HOME_FILES.logs}"`,
          `if defined BPROXY_HOME set "bproxy_logs=%BPROXY_HOME%\\${HOME_FILES.logs}"`,
        ]
      : [`set "bproxy_logs=${home.slice(1, -1)}\\${HOME_FILES.logs}"`]),
    'md "%bproxy_logs%" <nul >nul 2>nul',
    `>${report} echo bproxy-host could not start (%DATE% %TIME%).`,
    ...state('host', host),
    ...nodes.flatMap((node) => state('node', node)),
    // Not expanded here, because a quote in PATH could end our own quotes.
    `>>${report} set PATH`,
    `>>${report} echo Run "bproxy install" again in a shell where "node --version" says ${MINIMUM_NODE_MAJOR} or later.`,
    'exit /b 1',
  ]);
}

/** cmd.exe reads the file in the console's code page. Without this line, a path with an umlaut would not be found. */
const READ_AS_UTF8 = 'chcp 65001 <nul >nul 2>nul';

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
