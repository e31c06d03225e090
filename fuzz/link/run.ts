import { Ground } from '../ground.ts';
import { runAll, sampleInBatches, Violation } from '../sampling.ts';
import { daemonCase, stdinCase } from './cases.ts';
import { FakeDaemon } from './fake-daemon.ts';
import { LinkProcess } from './process.ts';

const WIDTH = 6;
/** Longer than a link that could not start a daemon waits in the worst case. */
const QUIET_MS = 30_000;

export interface LinkFigures {
  junkFromChrome: number;
  junkFromTheDaemon: number;
  links: number;
}

/** Junk from both sides of the process that Chrome starts. */
export async function fuzzLink(seed: number, cases: number): Promise<LinkFigures> {
  const fromChrome = Math.ceil(cases / 4);
  const figures = { junkFromChrome: fromChrome, junkFromTheDaemon: cases - fromChrome, links: 0 };
  await fuzzStdin(seed, fromChrome, figures);
  await fuzzDaemonSide(seed, cases - fromChrome, figures);
  return figures;
}

async function fuzzStdin(seed: number, cases: number, figures: LinkFigures): Promise<void> {
  const ground = new Ground();
  await ground.start();
  try {
    for (const batch of sampleInBatches(stdinCase, seed, cases)) {
      await runAll(batch, WIDTH, async ({ number, input }) => {
        const link = new LinkProcess(ground.home.dir);
        figures.links += 1;
        try {
          await link.spoke();
          link.child.stdin.write(input);
          await link.end();
        } catch (error) {
          throw new Violation(`case ${number}: ${error}`, input);
        }
      });
      await ground.assertSound(batch);
    }
  } finally {
    await ground.end();
  }
}

async function fuzzDaemonSide(seed: number, cases: number, figures: LinkFigures): Promise<void> {
  const waiting = [...sampleInBatches(daemonCase, seed, cases)].flat();
  let last = waiting[0];
  const daemon = new FakeDaemon(() => {
    const next = waiting.shift();
    last = next ?? last;
    return next?.input;
  });
  await daemon.listen();
  const links = Array.from({ length: WIDTH }, () => new LinkProcess(daemon.home.dir));
  figures.links += WIDTH;
  try {
    let quietSince = Date.now();
    for (let before = waiting.length; waiting.length > 0; before = waiting.length) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      if (links.some((link) => link.hasExited)) throw new Violation('a link ended without Chrome', last);
      if (waiting.length < before) quietSince = Date.now();
      if (Date.now() - quietSince > QUIET_MS) throw new Violation('no link comes back any more', last);
    }
    await Promise.all(links.map((link) => link.end()));
  } catch (error) {
    throw error instanceof Violation ? error : new Violation(String(error), last);
  } finally {
    for (const link of links) if (!link.hasExited) link.child.kill('SIGKILL');
    await daemon.end();
  }
}
