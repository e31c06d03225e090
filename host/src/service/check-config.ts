import { readConfig } from '../daemon/process/config.ts';
import { type Home, HomeError } from '../home/home.ts';

/** Whether a daemon could start with the owner's settings, by the daemon's own reader; nothing is started. */
export function checkConfig(home: Home, env: NodeJS.ProcessEnv) {
  try {
    const { port } = readConfig(home, undefined, env);
    return { valid: true, ...(port ? { port } : {}) };
  } catch (error) {
    if (error instanceof HomeError) return { valid: false, reason: error.message };
    throw error;
  }
}
