import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { isErrorCode } from '@bproxy/shared';
import { run } from '../../cli/src/run.ts';

const CLI = fileURLToPath(new URL('../../cli/dist/bproxy.cjs', import.meta.url));

/** One call of the command. */
export interface Attempt {
  startedAt: number;
  endedAt: number;
  /** Null if it was killed. */
  code: number | null;
  outcome: 'ok' | 'replay' | 'error' | 'failed' | 'killed';
  /** The code of an error; the line on stderr of a failure. */
  why: string;
  message: string;
  session: string | undefined;
}

/** A request and every call that was made for it: all have the same id and the same flags. */
export interface Asked {
  id: string;
  kind: string;
  args: string[];
  timeoutMs: number;
  attempts: Attempt[];
}

/** Every n-th call is a process of its own, which can be killed; starting a process takes the most time. */
const PROCESS_EVERY = 4;

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs commands, and knows which are running. */
export class Commands {
  readonly #home: string;
  readonly #running = new Set<ChildProcess>();
  #calls = 0;

  constructor(home: string) {
    this.#home = home;
  }

  /** Kills one that is running, if any. */
  killOne(random: () => number): boolean {
    const running = [...this.#running];
    return running[Math.floor(random() * running.length)]?.kill('SIGKILL') ?? false;
  }

  /** With an input, even an empty one, it is a process. */
  async ask(asked: Asked, input?: string): Promise<Attempt> {
    const startedAt = Date.now();
    const words = [...asked.args, '--id', asked.id, '--timeout', String(asked.timeoutMs)];
    this.#calls += 1;
    const isProcess = input !== undefined || this.#calls % PROCESS_EVERY === 0;
    const ended = await (isProcess ? this.#spawn(words, input ?? '') : this.#call(words));
    const attempt = { startedAt, endedAt: Date.now(), code: ended.code, ...judged(ended, asked.id) };
    asked.attempts.push(attempt);
    return attempt;
  }

  /** The command's own code, in this process. */
  async #call(words: string[]): Promise<Ended> {
    const { exitCode, stdout, stderr } = await run(words, {
      env: { BPROXY_HOME: this.#home },
      programDir: import.meta.dirname,
      now: Date.now,
      newId: randomUUID,
      stdin: async function* () {},
      trace: () => {},
    });
    return { code: exitCode, stdout: stdout ? JSON.stringify(stdout) : '', stderr: stderr ?? '' };
  }

  async #spawn(words: string[], input: string): Promise<Ended> {
    const child = spawn(process.execPath, [CLI, ...words], {
      env: { ...process.env, BPROXY_HOME: this.#home },
    });
    this.#running.add(child);
    const texts = Promise.all([textOf(child.stdout), textOf(child.stderr)]);
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    this.#running.delete(child);
    const [stdout, stderr] = await texts;
    return { code, stdout, stderr };
  }
}

type Judged = Pick<Attempt, 'outcome' | 'why' | 'message' | 'session'>;

/** Anything outside the contract of the command becomes an outcome that the judge does not accept. */
function judged({ code, stdout, stderr }: Ended, id: string): Judged {
  if (code === null) return { outcome: 'killed', why: '', message: '', session: undefined };
  if (code === 2 && stdout === '') {
    return { outcome: 'failed', why: stderr.trim(), message: stderr, session: undefined };
  }
  const answer = JSON.parse(stdout);
  if (code === 0 && answer.ok === true && answer.id === id) {
    return { outcome: answer.replay ? 'replay' : 'ok', why: '', message: '', session: answer.data.session };
  }
  if (code === 1 && answer.ok === false && isErrorCode(answer.error.code)) {
    return { outcome: 'error', why: answer.error.code, message: answer.error.message, session: undefined };
  }
  throw new Error(`bproxy broke its contract: exit ${code}, ${stdout.slice(0, 500)} ${stderr.slice(0, 500)}`);
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
