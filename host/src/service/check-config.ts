import { readConfig } from '../daemon/process/config.ts';
import { type Home, HomeError } from '../home/home.ts';

/** Checks with the daemon's own parser whether a daemon could start with the owner's settings. Starts nothing. */
export function checkConfig(home: Home, env: NodeJS.ProcessEnv) {
  try {
    const { port } = readConfig(home, undefined, env);
    return { valid: true, ...(port ? { port } : {}) };
  } catch (error) {
    if (error instanceof HomeError) return { valid: false, reason: error.message };
    throw error;
  }
}
