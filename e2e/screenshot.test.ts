import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { driveBrowser, workerOf } from './harness/driven-browser.ts';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

const COLOURS = { red: [255, 0, 0], blue: [0, 0, 255], green: [0, 128, 0] } as const;
type Colour = keyof typeof COLOURS;

const world = new World();
let pages: Pages;
let context: BrowserContext;

beforeAll(async () => {
  const page = (colour: Colour) => html(colour, `<style>html { background: ${colour} }</style>`);
  pages = await world.serve({ '/red': page('red'), '/blue': page('blue'), '/green': page('green') });
  await world.install('main');
  context = await driveBrowser(world);
  await world.connected();
});

afterAll(() => world.close());

async function open(colour: Colour, ...args: string[]): Promise<string> {
  return (await world.data('tab.open', 'tab', 'open', '--url', pages.url(`/${colour}`), '--show', ...args))
    .session;
}

async function bind(session: string, tab: string): Promise<void> {
  await world.data('session.bind', 'session', 'bind', '--tab', tab, '-s', session);
}

async function shoot(session: string, ...args: string[]): Promise<Colour | 'another colour'> {
  const { base64, format } = await world.data('screenshot', 'screenshot', '-s', session, ...args);
  expect(format).toBe('png');
  return colourOf(Buffer.from(base64, 'base64'));
}

describe('screenshot', () => {
  it('shows the tab of the session or nothing, never another tab', async () => {
    const session = await open('red');
    expect(await shoot(session)).toBe('red');
    await open('blue', '-s', session);
    expect(await shoot(session)).toBe('blue');
    await bind(session, 't1');
    expect(await world.error('screenshot', '-s', session)).toMatchObject({
      code: 'TAB_NOT_VISIBLE',
      suggestedAction: expect.stringContaining('--activate'),
    });
    expect(await shoot(session, '--activate')).toBe('red');
    // The tab that was in front before is there again.
    expect(await world.error('screenshot', '-s', session)).toMatchObject({ code: 'TAB_NOT_VISIBLE' });
    await bind(session, 't2');
    expect(await shoot(session)).toBe('blue');
    await world.ok('session.close', 'session', 'close', '-s', session);
  });

  it('succeeds ten times in a row and names the page it shows', async () => {
    const session = await open('green');
    for (let turn = 0; turn < 10; turn += 1) expect(await shoot(session)).toBe('green');
    expect((await world.ok('screenshot', 'screenshot', '-s', session)).page).toEqual({
      url: pages.url('/green'),
      title: 'green',
      state: 'ready',
      busy: false,
      httpStatus: 200,
      visibility: 'visible',
      foreground: true,
    });
    await world.ok('session.close', 'session', 'close', '-s', session);
  });

  it('is right for several sessions at once that all need the front of one window', async () => {
    const wanted: Colour[] = ['red', 'blue', 'green'];
    const sessions = await inOrder(wanted, (colour) => open(colour));
    const turns = Array.from({ length: 9 }, (_, turn) => sessions[turn % sessions.length] ?? '');
    const colours = await Promise.all(
      turns.map((session) => shoot(session, '--activate', '--timeout', '60000')),
    );
    expect(colours).toEqual(turns.map((_, turn) => wanted[turn % wanted.length]));
    for (const session of sessions) await world.ok('session.close', 'session', 'close', '-s', session);
  });

  it('goes to a file that only the user can read, not to stdout', async () => {
    const session = await open('blue');
    const folder = join(world.dir, 'pictures', 'new');
    const { stdout } = await world.bproxy('screenshot', '--output-dir', folder, '-s', session);
    const { data } = JSON.parse(stdout);
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([data.file]);
    expect(data).toEqual({
      format: 'png',
      file: data.file,
      size: statSync(data.file).size,
      shot: expect.stringMatching(/^[0-9a-f]{6}$/),
    });
    expect(statSync(data.file).mode & 0o777).toBe(0o600);
    expect(colourOf(readFileSync(data.file))).toBe('blue');
    await world.ok('session.close', 'session', 'close', '-s', session);
  });

  it('uses no debugger and does not capture a minimised window', async () => {
    const session = await open('red');
    expect(await world.error('screenshot', '--debugger', '-s', session)).toMatchObject({
      code: 'DEBUGGER_DISABLED',
      retry: 'never',
    });
    const worker = await workerOf(context);
    const show = (state: string) =>
      worker.evaluate(
        `chrome.windows.getCurrent().then(({ id }) => chrome.windows.update(id, { state: "${state}" }))`,
      );
    await show('minimized');
    expect(await world.error('screenshot', '--activate', '-s', session)).toMatchObject({
      code: 'TAB_NOT_VISIBLE',
      message: expect.stringContaining('minimised'),
    });
    await show('normal');
    expect(await shoot(session)).toBe('red');
    await world.ok('session.close', 'session', 'close', '-s', session);
  });
});

async function inOrder<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** The colour of the whole picture, by looking at its corners and its middle. */
function colourOf(png: Buffer): Colour | 'another colour' {
  const { width, height, pixel } = decode(png);
  const places = [0.02, 0.5, 0.98].map((part) => pixel(Math.floor(width * part), Math.floor(height * part)));
  const names: Colour[] = ['red', 'blue', 'green'];
  const isOf = (seen: number[], colour: Colour) =>
    COLOURS[colour].every((value, channel) => Math.abs(value - (seen[channel] ?? -99)) <= 3);
  return names.find((colour) => places.every((seen) => isOf(seen, colour))) ?? 'another colour';
}

/** Enough of PNG for what Chrome writes: 8 bits a channel, RGB or RGBA, not interlaced. */
function decode(png: Buffer) {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const [depth, type] = [png[24], png[25]];
  if (depth !== 8 || (type !== 2 && type !== 6)) throw new Error(`PNG of depth ${depth} and type ${type}`);
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const end = at + 8 + png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, end));
  }
  const channels = type === 2 ? 3 : 4;
  const rows = unfilter(inflateSync(Buffer.concat(parts)), width * channels, channels);
  return {
    width,
    height,
    pixel: (x: number, y: number) => [...(rows[y]?.subarray(x * channels, x * channels + 3) ?? [])],
  };
}

function unfilter(data: Buffer, stride: number, channels: number): Buffer[] {
  const rows: Buffer[] = [];
  for (let start = 0; start < data.length; start += stride + 1) {
    const row = Buffer.from(data.subarray(start + 1, start + 1 + stride));
    const above = rows.at(-1) ?? Buffer.alloc(stride);
    for (let i = 0; i < stride; i += 1) {
      const left = row[i - channels] ?? 0;
      const corner = i < channels ? 0 : (above[i - channels] ?? 0);
      row[i] = ((row[i] ?? 0) + predicted(data[start] ?? 0, left, above[i] ?? 0, corner)) & 255;
    }
    rows.push(row);
  }
  return rows;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 4) return [left, up, corner].sort((a, b) => off(a) - off(b))[0] ?? 0;
  return [0, left, up, (left + up) >> 1][filter] ?? 0;
  function off(value: number): number {
    return Math.abs(left + up - corner - value);
  }
}
