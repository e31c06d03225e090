import type { BrowserPlace } from '../browser-places.ts';
import type { DaemonStatus } from '../daemon-status.ts';
import { type Rung, rungs } from '../rung.ts';

const { pass, fail, notReached } = rungs('connected');

export interface ConnectionQuestion {
  status: DaemonStatus | undefined;
  now: number;
  /** The browsers that could connect, and the process of each that runs. */
  browsers: ReadonlyArray<{ place: BrowserPlace; process: number | undefined }>;
}

/** Which browsers the daemon has. */
export function connectedRung({ status, now, browsers }: ConnectionQuestion): Rung {
  if (!status) return notReached('Only a running daemon can tell.');
  if (status.clients.length > 0) {
    return pass(`Connected: ${status.clients.map(({ label }) => label).join(', ')}.`, {
      evidence: status.clients.map(
        ({ id, label, browser, lastSeenAt }) =>
          `${label}: ${browser}, ${id}, last heard ${Math.max(0, Math.round((now - lastSeenAt) / 1000))} s ago`,
      ),
    });
  }
  const evidence = browsers.map(
    ({ place, process }) => `${place.label}: ${process === undefined ? 'not running' : `process ${process}`}`,
  );
  const [refusal] = status.refusals;
  if (refusal) return fail(refusal, { evidence, fix: 'Update bproxy and its extension to one version.' });
  const runs = browsers.some(({ process }) => process !== undefined);
  return fail('No browser is connected.', {
    evidence,
    fix: runs
      ? 'The extension tries again within a minute; "Reconnect" in its popup makes it try now and shows the reason.'
      : 'Start the browser that has the bproxy extension.',
  });
}
