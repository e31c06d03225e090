import { commandLine } from './command-line.ts';
import type { ClientElementTarget } from './targets.ts';

/** A next step with what its writer did not know: the caller's session for SESSION, the named element for TARGET. */
export function filledIn(
  step: string,
  { session, target }: { session: string; target?: ClientElementTarget | undefined },
): string {
  return step
    .replace(/(?<=-s )SESSION\b/g, (placeholder) => session || placeholder)
    .replace(/\bTARGET\b/g, (placeholder) => (target ? flagOf(target) : placeholder));
}

function flagOf(target: ClientElementTarget): string {
  if ('handle' in target) return commandLine(['--element', target.handle]);
  if (target.route) return commandLine(['--route-json', JSON.stringify(target.route)]);
  return commandLine(['--selector', target.selector]);
}
