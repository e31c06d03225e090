import { BROWSERS, EXTENSION_ID } from '@bproxy/manifests';
import { describe, expect, it } from 'vitest';
import { baseOf } from '../machine/base.ts';
import { readEnvironment } from '../machine/environment.ts';
import type { Machine } from '../machine/machine.ts';
import { imaginaryMachine } from '../testing/fake-machine.ts';
import type { InstallOptions } from './options.ts';
import { type Plan, plan } from './plan.ts';

const OTHER_ID = 'abcdefghijklmnopabcdefghijklmnop';
const node = { path: '/usr/bin/node', fallbacks: ['/usr/local/bin/node'] };

const options: InstallOptions = {
  home: '/home/ada/.bproxy',
  system: false,
  hostBinary: '/opt/bproxy/bproxy-host.mjs',
  userDataDirs: [],
  browsers: [],
  extensionIds: [],
  dryRun: false,
};

function planFor(machine: Machine, changes: Partial<InstallOptions> = {}, chosen = node): Plan {
  const environment = readEnvironment(machine);
  const made = { ...options, ...changes };
  return plan({ environment, base: baseOf(environment.platform, made), node: chosen }, made);
}

function places(made: Plan): string[] {
  return made.writes.map((write) => (write.kind === 'file' ? write.path : `${write.key} = ${write.value}`));
}

describe('plan', () => {
  it('is, on Linux, a launcher and a manifest for each used browser', () => {
    const machine = imaginaryMachine({}, ['/home/ada/.config/google-chrome', '/home/ada/.config/opera']);
    const made = planFor(machine, { extensionIds: [OTHER_ID] });
    expect(made.manifests).toEqual([
      {
        browser: 'chrome',
        path: '/home/ada/.config/google-chrome/NativeMessagingHosts/com.bproxy.host.json',
      },
      { browser: 'opera', path: '/home/ada/.config/google-chrome/NativeMessagingHosts/com.bproxy.host.json' },
    ]);
    expect(made.skipped.map(({ browser }) => browser)).toContain('chromium');
    expect(made.writes).toMatchInlineSnapshot(`
      [
        {
          "content": "#!/bin/sh
      # Written by \`bproxy install\`. To change it, run that again.
      unset NODE_OPTIONS NODE_EXTRA_CA_CERTS NODE_PATH ELECTRON_RUN_AS_NODE
      home='/home/ada/.bproxy'
      host='/opt/bproxy/bproxy-host.mjs'
      node='/usr/bin/node'
      if [ -f "$host" ]; then
        if [ -f "$node" ] && [ -x "$node" ]; then
          exec "$node" "$host" link --home "$home" "$@"
        fi
        for node in '/usr/local/bin/node'; do
          if [ -f "$node" ] && [ -x "$node" ] &&
            "$node" -e 'process.exit(parseInt(process.versions.node, 10) >= 20 ? 0 : 1)' </dev/null >/dev/null 2>&1; then
            exec "$node" "$host" link --home "$home" "$@"
          fi
        done
      fi
      describe() {
        if [ ! -e "$1" ]; then echo missing
        elif [ ! -f "$1" ]; then echo "not a file"
        elif [ "$2" = program ] && [ ! -x "$1" ]; then echo "not executable"
        else echo present; fi
      }
      (
        umask 077
        mkdir -p "$home/logs"
        {
          printf '%s\\n' "bproxy-host could not start ($(date -u +%Y-%m-%dT%H:%M:%SZ))."
          printf 'host: %s (%s)\\n' "$host" "$(describe "$host")"
          for node in '/usr/bin/node' '/usr/local/bin/node'; do
            printf 'node: %s (%s)\\n' "$node" "$(describe "$node" program)"
          done
          printf 'PATH: %s\\n' "$PATH"
          printf 'Run "bproxy install" again in a shell where "node --version" says 20 or later.\\n'
        } >"$home/logs/last-launch-error.txt"
      ) >/dev/null 2>&1
      exit 1
      ",
          "kind": "file",
          "mode": 493,
          "path": "/home/ada/.bproxy/bin/bproxy-host",
        },
        {
          "content": "{
        "name": "com.bproxy.host",
        "description": "bproxy: connects the bproxy extension with the bproxy command line on this computer",
        "path": "/home/ada/.bproxy/bin/bproxy-host",
        "type": "stdio",
        "allowed_origins": [
          "chrome-extension://dnfganipegioadnjfbmjndpbmfphjgph/",
          "chrome-extension://abcdefghijklmnopabcdefghijklmnop/"
        ]
      }
      ",
          "kind": "file",
          "mode": 420,
          "path": "/home/ada/.config/google-chrome/NativeMessagingHosts/com.bproxy.host.json",
        },
      ]
    `);
  });

  it('is, on macOS, the same below Application Support', () => {
    const base = '/Users/ada/Library/Application Support';
    const machine = imaginaryMachine({ platform: 'darwin', homeDir: '/Users/ada' }, [
      `${base}/BraveSoftware/Brave-Browser`,
      `${base}/Arc/User Data`,
    ]);
    const brew = { path: '/opt/homebrew/opt/node/bin/node', fallbacks: ['/opt/homebrew/bin/node'] };
    const made = planFor(machine, { home: '/Users/ada/.bproxy' }, brew);
    expect(places(made)).toEqual([
      '/Users/ada/.bproxy/bin/bproxy-host',
      `${base}/BraveSoftware/Brave-Browser/NativeMessagingHosts/com.bproxy.host.json`,
      `${base}/Google/Chrome/NativeMessagingHosts/com.bproxy.host.json`,
      `${base}/Arc/User Data/NativeMessagingHosts/com.bproxy.host.json`,
    ]);
    expect(made).toMatchSnapshot();
  });

  it.each([
    ['linux', '/home/ada'],
    ['darwin', '/Users/ada'],
    ['win32', 'C:\\Users\\ada'],
  ] as const)('names, on %s, a place for each browser, and one for every user', (platform, homeDir) => {
    const machine = imaginaryMachine({ platform, homeDir, uid: 0 });
    const browsers = BROWSERS.filter((browser) => browser.places[platform]).map(({ name }) => name);
    const rows = (system: boolean) =>
      planFor(machine, {
        home: `${homeDir}/.bproxy`,
        hostBinary: `${homeDir}/host.mjs`,
        browsers,
        system,
      }).manifests.map(({ browser, path }) => `${browser}: ${path}`);
    expect({ user: rows(false), system: rows(true) }).toMatchSnapshot();
  });

  it('is, on Windows, one manifest beside a .cmd and a registry value for each key', () => {
    const home = 'C:\\Users\\Ada 100%\\.bproxy';
    const local = 'C:\\Users\\Ada 100%\\AppData\\Local';
    const machine = imaginaryMachine(
      { platform: 'win32', homeDir: 'C:\\Users\\Ada 100%', env: { LOCALAPPDATA: local }, uid: undefined },
      [
        `${local}\\Microsoft\\Edge\\User Data`,
        `${local}\\Vivaldi\\User Data`,
        `${local}\\Google\\Chrome\\User Data`,
      ],
    );
    const hostBinary = 'C:\\bproxy\\bproxy-host.mjs';
    const windowsNode = { path: 'C:\\Program Files\\nodejs\\node.exe', fallbacks: [] };
    expect(planFor(machine, { home, hostBinary }, windowsNode).writes).toMatchInlineSnapshot(`
      [
        {
          "content": "@echo off
      setlocal DisableDelayedExpansion
      set "NODE_OPTIONS="
      set "NODE_EXTRA_CA_CERTS="
      set "NODE_PATH="
      set "ELECTRON_RUN_AS_NODE="
      if exist "C:\\bproxy\\bproxy-host.mjs" if exist "C:\\Program Files\\nodejs\\node.exe" "C:\\Program Files\\nodejs\\node.exe" "C:\\bproxy\\bproxy-host.mjs" link --home "C:\\Users\\Ada 100%%\\.bproxy" %* & exit /b
      set "bproxy_logs=C:\\Users\\Ada 100%%\\.bproxy\\logs"
      md "%bproxy_logs%" <nul >nul 2>nul
      >"%bproxy_logs%\\last-launch-error.txt" echo bproxy-host could not start (%DATE% %TIME%).
      if exist "C:\\bproxy\\bproxy-host.mjs" >>"%bproxy_logs%\\last-launch-error.txt" echo host: "C:\\bproxy\\bproxy-host.mjs" (present)
      if not exist "C:\\bproxy\\bproxy-host.mjs" >>"%bproxy_logs%\\last-launch-error.txt" echo host: "C:\\bproxy\\bproxy-host.mjs" (missing)
      if exist "C:\\Program Files\\nodejs\\node.exe" >>"%bproxy_logs%\\last-launch-error.txt" echo node: "C:\\Program Files\\nodejs\\node.exe" (present)
      if not exist "C:\\Program Files\\nodejs\\node.exe" >>"%bproxy_logs%\\last-launch-error.txt" echo node: "C:\\Program Files\\nodejs\\node.exe" (missing)
      >>"%bproxy_logs%\\last-launch-error.txt" set PATH
      >>"%bproxy_logs%\\last-launch-error.txt" echo Run "bproxy install" again in a shell where "node --version" says 20 or later.
      exit /b 1
      ",
          "kind": "file",
          "mode": 493,
          "path": "C:\\Users\\Ada 100%\\.bproxy\\bin\\bproxy-host.cmd",
        },
        {
          "content": "{
        "name": "com.bproxy.host",
        "description": "bproxy: connects the bproxy extension with the bproxy command line on this computer",
        "path": "C:\\\\Users\\\\Ada 100%\\\\.bproxy\\\\bin\\\\bproxy-host.cmd",
        "type": "stdio",
        "allowed_origins": [
          "chrome-extension://dnfganipegioadnjfbmjndpbmfphjgph/"
        ]
      }
      ",
          "kind": "file",
          "mode": 420,
          "path": "C:\\Users\\Ada 100%\\.bproxy\\bin\\com.bproxy.host.json",
        },
        {
          "key": "HKCU\\Software\\Google\\Chrome\\NativeMessagingHosts\\com.bproxy.host",
          "kind": "registry",
          "value": "C:\\Users\\Ada 100%\\.bproxy\\bin\\com.bproxy.host.json",
        },
        {
          "key": "HKCU\\Software\\Microsoft\\Edge\\NativeMessagingHosts\\com.bproxy.host",
          "kind": "registry",
          "value": "C:\\Users\\Ada 100%\\.bproxy\\bin\\com.bproxy.host.json",
        },
        {
          "key": "HKCU\\Software\\Vivaldi\\NativeMessagingHosts\\com.bproxy.host",
          "kind": "registry",
          "value": "C:\\Users\\Ada 100%\\.bproxy\\bin\\com.bproxy.host.json",
        },
      ]
    `);
  });

  it.each([
    [{ extensionIds: ['ABC'] }, /"ABC" is no extension id.*chrome:\/\/extensions/],
    [{ home: '/a\nb' }, /line break/],
  ])('refuses %j', (changes, message) => {
    expect(() => planFor(imaginaryMachine({}), { browsers: ['chrome'], ...changes })).toThrow(message);
  });

  it('writes a folder only once if it is named twice', () => {
    const made = planFor(imaginaryMachine({}), { userDataDirs: ['/p', '/p'] });
    expect(places(made)).toEqual([made.launcher, '/p/NativeMessagingHosts/com.bproxy.host.json']);
  });

  it('always grants our own extension, once', () => {
    const made = planFor(imaginaryMachine({}), {
      browsers: ['edge'],
      extensionIds: [EXTENSION_ID, OTHER_ID],
    });
    expect(made.extensionIds).toEqual([EXTENSION_ID, OTHER_ID]);
  });
});
