import { Ground } from '../ground.ts';
import { RobotBrowser } from '../robot-browser.ts';
import { type NumberedCase, runAll, sampleInBatches, Violation } from '../sampling.ts';
import { faultOf, parseResponses } from './answers.ts';
import { type HttpCase, strangersCase, trustedCase } from './cases.ts';
import { bytesOf, exchange } from './exchange.ts';

const WIDTH = 64;
const LIMIT_MS = 20_000;

export interface HttpFigures {
  answers: Record<string, number>;
  closedWithoutAnswer: number;
  reachedTheBrowser: number;
  peakRssMiB: number;
}

/** Sends bytes to the HTTP port of the built daemon; a connected browser counts the requests that get through. */
export async function fuzzHttp(seed: number, cases: number): Promise<HttpFigures> {
  const ground = new Ground();
  await ground.start();
  const figures: HttpFigures = { answers: {}, closedWithoutAnswer: 0, reachedTheBrowser: 0, peakRssMiB: 0 };
  const browser = await RobotBrowser.connect(ground.home.dir, 'Robot');
  try {
    const half = Math.ceil(cases / 2);
    for (const batch of sampleInBatches(strangersCase, seed, half)) {
      const before = await stateOf(ground, browser);
      await runAll(batch, WIDTH, (one) => runCase(one, ground, '', figures, true));
      const after = await stateOf(ground, browser);
      if (after !== before) throw new Violation(`a stranger had an effect: ${before} → ${after}`, batch);
      await ground.assertSound(batch);
    }
    for (const batch of sampleInBatches(trustedCase, seed, cases - half)) {
      const session = await freshSession(ground);
      await runAll(batch, WIDTH, (one) => runCase(one, ground, session, figures, false));
      await closeSessions(ground);
      if (!browser.isConnected) throw new Violation('the browser was disconnected', batch);
      await ground.assertSound(batch);
    }
    figures.reachedTheBrowser = browser.count;
    figures.peakRssMiB = Math.round(ground.peakRss / 1024 / 1024);
    return figures;
  } finally {
    browser.end();
    await ground.end();
  }
}

async function runCase(
  { number, input }: NumberedCase<HttpCase>,
  ground: Ground,
  session: string,
  figures: HttpFigures,
  isStranger: boolean,
): Promise<void> {
  const { token, port } = ground;
  const fill = (text: string) =>
    text.replaceAll('$TOKEN', token).replaceAll('$PORT', String(port)).replaceAll('$SESSION', session);
  const bytes = bytesOf(input, fill);
  const answered = await exchange(port, bytes, input.cutAt !== null, LIMIT_MS);
  const fail = (what: string): never => {
    throw new Violation(`case ${number}: ${what}`, {
      input,
      answer: answered.bytes.toString('latin1').slice(0, 1_000),
    });
  };
  if (!answered.isClosed) fail('neither answered nor closed in time');
  if (answered.bytes.includes(token)) fail('the token is in an answer');
  try {
    const isHead = /^HEAD /.test(input.requestLine);
    const responses = parseResponses(answered.bytes, isHead);
    if (responses.length === 0) figures.closedWithoutAnswer += 1;
    for (const response of responses) {
      figures.answers[response.status] = (figures.answers[response.status] ?? 0) + 1;
      if (isStranger && response.status !== 401) fail(`a stranger is answered ${response.status}`);
      const fault = isHead ? undefined : faultOf(response);
      if (fault) fail(`an answer of the wrong form: ${fault}`);
    }
  } catch (error) {
    if (error instanceof Violation) throw error;
    fail(String(error));
  }
}

/** Everything that a request could change: the browser's requests, sessions and their tabs. */
async function stateOf(ground: Ground, browser: RobotBrowser): Promise<string> {
  const { json } = await ground.home.ask('debug.status', {});
  if (!json.ok || !('sessionTabs' in json.data)) throw new Error('no status');
  return JSON.stringify([browser.count, json.data.sessions, json.data.sessionTabs, json.data.clients.length]);
}

async function freshSession(ground: Ground): Promise<string> {
  const { json } = await ground.home.ask('tab.open', { url: 'http://page.test/' });
  if (!json.ok || !('tmpDir' in json.data)) throw new Error(`no session: ${JSON.stringify(json)}`);
  return json.data.session;
}

async function closeSessions(ground: Ground): Promise<void> {
  const { json } = await ground.home.ask('session.list', {});
  if (!json.ok || !('sessions' in json.data)) throw new Error(`no list: ${JSON.stringify(json)}`);
  for (const { id } of json.data.sessions) await ground.home.ask('session.close', {}, { session: id });
}
