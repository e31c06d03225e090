import { connect } from 'node:net';
import { HANDSHAKE_MS } from '../../host/src/wire/handshake.ts';
import { Ground } from '../ground.ts';
import { attachedSocket, RobotBrowser } from '../robot-browser.ts';
import { type NumberedCase, runAll, sampleInBatches, Violation, within } from '../sampling.ts';
import { type SocketCase, socketCase, VICTIMS_REQUEST } from './cases.ts';

const WIDTH = 40;
const LIMIT_MS = HANDSHAKE_MS + 15_000;

export interface SocketFigures {
  strangers: number;
  extensions: number;
  peakRssMiB: number;
}

/** Sends bytes and messages to the local socket of the built daemon while another browser is working. */
export async function fuzzSocket(seed: number, cases: number): Promise<SocketFigures> {
  const ground = new Ground();
  await ground.start();
  const victim = await RobotBrowser.connect(ground.home.dir, 'Victim');
  const figures: SocketFigures = { strangers: 0, extensions: 0, peakRssMiB: 0 };
  try {
    const opened = (await ground.home.ask('tab.open', { url: 'http://page.test/', browser: 'Victim' })).json;
    if (!opened.ok || !('tmpDir' in opened.data)) throw new Error(JSON.stringify(opened));
    const { session } = opened.data;
    for (const batch of sampleInBatches(socketCase, seed, cases)) {
      victim.isHolding = true;
      const reading = ground.home.ask('text', {}, { session, id: VICTIMS_REQUEST });
      await runAll(batch, WIDTH, async ({ number, input }) => {
        figures[input.from === 'stranger' ? 'strangers' : 'extensions'] += 1;
        await (input.from === 'stranger' ? asStranger : asExtension)({ number, input }, ground);
      });
      victim.isHolding = false;
      await assertUnharmed(ground, victim, session, reading, batch);
      await ground.assertSound(batch);
    }
    figures.peakRssMiB = Math.round(ground.peakRss / 1024 / 1024);
    return figures;
  } finally {
    victim.end();
    await ground.end();
  }
}

/** A stranger learns only the daemon's half of the handshake and is always disconnected. */
function asStranger({ number, input }: NumberedCase<SocketCase>, { token }: Ground): Promise<void> {
  if (input.from !== 'stranger') return Promise.resolve();
  const socket = connect('link.sock');
  const heard: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => heard.push(chunk));
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(input.bytes);
  if (!input.isHeldOpen) socket.end();
  const judged = closed.then(() => {
    const words = Buffer.concat(heard).toString('latin1');
    const alien = words.replace(
      /.{4}\{"step":"answer","nonce":"[0-9a-f]{64}","proof":"[0-9a-f]{64}"\}/gs,
      '',
    );
    if (alien !== '' || words.includes(token))
      throw new Violation(`case ${number}: a stranger heard ${alien}`, input);
  });
  return within(judged, LIMIT_MS, `case ${number}: a stranger is not closed`);
}

async function asExtension({ number, input }: NumberedCase<SocketCase>, ground: Ground): Promise<void> {
  if (input.from !== 'extension') return;
  const socket = await within(attachedSocket(ground.home.dir), LIMIT_MS, `case ${number}: no handshake`);
  socket.on('error', () => {});
  socket.resume();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  for (const frame of input.frames) socket.write(frame);
  if (input.isCutInFrame) socket.write(Buffer.from([200, 0, 0, 0, 123]));
  socket.end();
  await within(closed, LIMIT_MS, `case ${number}: the daemon does not let go`);
}

/** The other browser is connected, alone, with its request, its tab and its session as they were. */
async function assertUnharmed(
  ground: Ground,
  victim: RobotBrowser,
  session: string,
  reading: ReturnType<Ground['home']['ask']>,
  batch: unknown,
): Promise<void> {
  const { json: read } = await within(reading, LIMIT_MS, 'the request of the other browser');
  if (!read.ok || !('elements' in read.data)) {
    throw new Violation(`the other browser's request was answered ${JSON.stringify(read)}`, batch);
  }
  if (!victim.isConnected) throw new Violation('the other browser was disconnected', batch);
  const { clients, sessionTabs } = await settledStatus(ground);
  if (clients.length !== 1 || clients[0]?.id !== victim.instance) {
    throw new Violation(`connected now: ${JSON.stringify(clients)}`, batch);
  }
  const expected = [{ session, tabs: [{ tab: 't1', url: 'http://page.test/', title: 'page', bound: true }] }];
  if (JSON.stringify(sessionTabs) !== JSON.stringify(expected)) {
    throw new Violation(`the other browser's tabs are ${JSON.stringify(sessionTabs)}`, batch);
  }
}

/** The links of the batch are closed on our side; the daemon may need a moment to see it. */
async function settledStatus(ground: Ground) {
  for (const deadline = Date.now() + 3_000; ; ) {
    const { json } = await ground.home.ask('debug.status', {});
    if (!json.ok || !('sessionTabs' in json.data)) throw new Error('no status');
    if (json.data.clients.length === 1 || Date.now() > deadline) return json.data;
  }
}
