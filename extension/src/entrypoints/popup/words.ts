import type { ConnectionStatus, FrontTab } from '../../popup-messages.ts';

export interface Words {
  tone: 'good' | 'wait' | 'bad' | 'rest';
  headline: string;
  explanation: string;
  /** Text from Chrome or the daemon, shown unchanged. */
  report?: string;
  advice?: string;
  command?: string;
}

/** A pong older than this does not prove a connection. */
const PROOF_LASTS_MS = 30_000;

/** The state of the connection in words, with the next step where a person can take one. */
export function wordsFor(status: ConnectionStatus): Words {
  const { phase } = status;
  switch (phase.name) {
    case 'idle':
    case 'connecting':
      return { tone: 'wait', headline: 'Connecting…', explanation: 'Chrome is starting the bproxy host.' };
    case 'greeting':
      return { tone: 'wait', headline: 'Connecting…', explanation: 'Waiting for the daemon to answer.' };
    case 'ready':
      return connected(status);
    case 'daemon-down':
      return withoutDaemon(phase.state, phase.reason);
    case 'refused':
      return {
        tone: 'bad',
        headline: 'Versions do not fit together',
        explanation: 'The daemon refused this extension.',
        report: phase.reason,
        advice: 'Update bproxy and this extension to the same version, then press Reconnect.',
      };
    case 'failed':
      return failed(phase.failure, phase.message, status.extensionId);
  }
}

function connected({ now, lastPongAt }: ConnectionStatus): Words {
  const age = lastPongAt === null ? null : now - lastPongAt;
  if (age === null || age > PROOF_LASTS_MS) {
    return {
      tone: 'wait',
      headline: 'Waiting for an answer…',
      explanation:
        age === null ? 'The daemon has not answered yet.' : `The last answer is ${ageInWords(age)} old.`,
    };
  }
  return {
    tone: 'good',
    headline: 'Connected',
    explanation: `The daemon answered ${age < 1500 ? 'just now' : `${ageInWords(age)} ago`}.`,
  };
}

function ageInWords(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return `${Math.round(seconds / 60)} minutes`;
}

function withoutDaemon(state: 'starting' | 'stopped' | 'failed', reason?: string): Words {
  const report = reason === undefined ? {} : { report: reason };
  if (state === 'starting') {
    return { tone: 'wait', headline: 'Connecting…', explanation: 'The daemon is starting.', ...report };
  }
  if (state === 'stopped') {
    return {
      tone: 'rest',
      headline: 'The daemon is stopped',
      explanation: 'It was stopped on purpose; this browser connects by itself once it runs again.',
      advice: 'To start it:',
      command: 'bproxy service start',
    };
  }
  return {
    tone: 'bad',
    headline: 'The daemon cannot be started',
    explanation: 'The host runs, but there is no daemon behind it.',
    ...report,
    advice: 'After fixing that, start it:',
    command: 'bproxy service start',
  };
}

type Failed = Extract<ConnectionStatus['phase'], { name: 'failed' }>;

function failed(failure: Failed['failure'], message: string, extensionId: string): Words {
  const said = { tone: 'bad', report: message } as const;
  switch (failure) {
    case 'not-found':
    case 'bad-name':
      return {
        ...said,
        headline: 'The host is not installed',
        explanation: 'Chrome found no bproxy host that it can use in this browser.',
        advice: 'To set it up for this browser:',
        command: 'bproxy install',
      };
    case 'forbidden':
      return {
        ...said,
        headline: 'This extension is not allowed',
        explanation: 'The host is installed, but for another extension.',
        advice: 'If you trust this one, allow it:',
        command: `bproxy install --extension-id ${extensionId}`,
      };
    case 'policy':
      return {
        ...said,
        headline: 'Blocked by an administrator',
        explanation: 'A policy of this computer forbids the bproxy host.',
        advice:
          'See NativeMessagingBlocklist in chrome://policy, and ask the administrator of this computer.',
      };
    case 'exited':
    case 'start-failed':
      return {
        ...said,
        headline: 'The host does not run',
        explanation: 'Chrome started it and it ended. bproxy keeps trying.',
        advice: 'If Node or bproxy has moved, register it again:',
        command: 'bproxy install',
      };
    default:
      return {
        ...said,
        headline: 'The connection was lost',
        explanation: 'bproxy is about to connect again.',
      };
  }
}

/** The rows below: the facts that a person who helps remotely would ask for. */
export function factsOf(status: ConnectionStatus): Array<[name: string, value: string]> {
  const { phase, sessions, hostVersion, extensionVersion } = status;
  const facts: Array<[string, string]> = [];
  if (sessions) {
    const paused = sessions.paused === 0 ? '' : ` (${sessions.paused} waiting for you)`;
    facts.push(['Sessions', `${sessions.all}${paused}`]);
  }
  facts.push(['Extension', extensionVersion]);
  if (hostVersion !== null) facts.push(['Host', hostVersion]);
  if (phase.name === 'ready') {
    facts.push(
      ['Daemon', phase.daemon.version],
      ['Protocol', `${phase.daemon.protocol}`],
      ['Home', phase.daemon.home],
    );
  }
  return facts;
}

/** Whose the tab in front is. */
export function frontWords({ state, session, title, readOnly }: FrontTab): string {
  const who = session ?? 'a new session';
  switch (state) {
    case 'free':
      return title;
    case 'agent':
      return `${who} opened this tab and works in it.`;
    case 'lent':
      return `Lent to ${who}${readOnly ? ', for reading only' : ''}.`;
    case 'closed':
      return 'Chrome lets no extension into this page, so it cannot be lent.';
  }
}
