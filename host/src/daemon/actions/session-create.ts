import { chooseBrowser } from '../pipeline/choose-browser.ts';
import type { DaemonHandler } from './handler.ts';

/** Needs no browser unless the request names one. A named browser must be connected. */
export const sessionCreate: DaemonHandler<'session.create'> = ({ label, browser }, { context }) => {
  const chosen =
    browser === undefined
      ? null
      : chooseBrowser(context.browsers, { session: null, named: browser, fallback: undefined });
  const session = context.sessions.create(label, chosen?.instance ?? null);
  return {
    session: session.id,
    ...(label === undefined ? {} : { label }),
    tmpDir: context.folders.create(session.id),
  };
};
