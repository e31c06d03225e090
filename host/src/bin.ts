#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { codeOf, fileTrouble } from '@bproxy/shared';
import { chooseHome } from './home/home.ts';

const USAGE = 'usage: bproxy-host start|stop|restart|status|check-config|daemon [--home DIR] [--port N]';

/** One binary, several roles. Each role loads only its own code, because the link must stay small and fast. */
async function main(): Promise<number | undefined> {
  const [role = '', ...rest] = process.argv.slice(2);
  const binary = fileURLToPath(import.meta.url);
  const { values, positionals } = parseArgs({
    args: rest,
    // Chrome appends its own arguments after the origin (on Windows `--parent-window=…`).
    strict: role !== 'link',
    allowPositionals: role === 'link',
    options: {
      home: { type: 'string' },
      port: { type: 'string' },
      'for-browser': { type: 'boolean' },
      'self-test': { type: 'boolean' },
    },
  });
  const home = chooseHome(typeof values.home === 'string' ? values.home : undefined, process.env);
  const port = readPortFlag(values.port);
  switch (role) {
    case 'link': {
      if (values['self-test'] === true) {
        const { runSelfTest } = await import('./link/self-test.ts');
        runSelfTest(home, positionals[0] ?? '');
        return undefined;
      }
      const { runLink } = await import('./link/main.ts');
      runLink(home, positionals[0] ?? '', binary);
      return undefined;
    }
    case 'daemon': {
      const { runDaemon } = await import('./daemon/main.ts');
      return runDaemon(home, { forBrowser: values['for-browser'] === true, ...(port ? { port } : {}) });
    }
    case 'start': {
      const { start } = await import('./service/start.ts');
      return print(await start(home, binary, port));
    }
    case 'stop': {
      const { stop } = await import('./service/stop.ts');
      return print(await stop(home));
    }
    case 'restart': {
      const { restart } = await import('./service/restart.ts');
      return print(await restart(home, binary, port));
    }
    case 'status': {
      const { status } = await import('./service/status.ts');
      return print(status(home));
    }
    case 'check-config': {
      const { checkConfig } = await import('./service/check-config.ts');
      return print(checkConfig(home, process.env));
    }
    default:
      throw new Error(USAGE);
  }
}

function readPortFlag(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const port = typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (port < 1 || port > 65_535) throw new Error('--port must be a number from 1 to 65535.');
  return port;
}

function print(answer: object): number {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
  return 0;
}

main().then(
  (code) => {
    if (code !== undefined) process.exitCode = code;
  },
  (error: unknown) => {
    // System errors are worded for programmers.
    const isRaw = codeOf(error) !== '' && error instanceof Error && 'syscall' in error;
    const trouble = fileTrouble(error);
    process.stderr.write(`${isRaw ? `This failed: ${trouble}. \`bproxy doctor\` tells more.` : trouble}\n`);
    process.exitCode = 1;
  },
);
