import { execFile } from 'node:child_process';
import { InstallError } from '../install-error.ts';

/** The default values of Windows registry keys. */
export interface Registry {
  /** Returns the value as `reg` prints it (see `isPrintedAs`). Undefined if the key has no such value. */
  read(key: string): Promise<string | undefined>;
  write(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
}

export const regAddArgs = (key: string, value: string) => [
  'add',
  key,
  '/ve',
  '/t',
  'REG_SZ',
  '/d',
  value,
  '/f',
];
export const regQueryArgs = (key: string) => ['query', key, '/ve'];
export const regDeleteArgs = (key: string) => ['delete', key, '/f'];

/** Uses Windows' own program with an argument list, so nothing is quoted or doubled. */
export function registryBy(reg: string): Registry {
  const mustRun = async (args: string[]) => {
    const { code, stderr } = await run(reg, args);
    if (code !== 0) {
      const reason = stderr.trim() || `exit code ${code}`;
      throw new Error(`"reg ${args.slice(0, 2).join(' ')}" failed: ${reason}`);
    }
  };
  return {
    read: async (key) => {
      const { code, stdout } = await run(reg, regQueryArgs(key));
      // `reg` returns 1 for a missing key, and has no more specific code.
      return code === 0 ? printedValue(stdout) : undefined;
    },
    write: (key, value) => mustRun(regAddArgs(key, value)),
    remove: (key) => mustRun(regDeleteArgs(key)),
  };
}

/** The name of the value is translated, "(Default)" or "(Standard)". Its type is not. */
export function printedValue(output: string): string | undefined {
  return /\sREG_SZ\s+(.+?)\r?$/m.exec(output)?.[1];
}

/** `reg` prints in the console's code page, so letters beyond ASCII may appear as anything. */
export function isPrintedAs(value: string, printed: string): boolean {
  const pattern = value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/[^\p{ASCII}]+/gu, '.+');
  return new RegExp(`^${pattern}$`).test(printed);
}

function run(reg: string, args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    execFile(reg, args, { encoding: 'latin1', windowsHide: true }, (error, stdout, stderr) => {
      if (!error) return resolve({ code: 0, stdout, stderr });
      if (typeof error.code === 'number') return resolve({ code: error.code, stdout, stderr });
      reject(
        new InstallError(
          'registry-unusable',
          `The registry cannot be used, because ${reg} does not run: ${error.message}.`,
          { cause: error },
        ),
      );
    });
  });
}
