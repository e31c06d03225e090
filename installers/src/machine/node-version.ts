import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { NODE_VARIABLES } from '@bproxy/manifests';

export async function askNodeVersion(node: string): Promise<string> {
  const blank = Object.fromEntries(NODE_VARIABLES.map((name) => [name, undefined]));
  const options = { env: { ...process.env, ...blank }, timeout: 10_000 };
  const { stdout } = await promisify(execFile)(node, ['--version'], options);
  return stdout.trim();
}
