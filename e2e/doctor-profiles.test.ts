import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chromium, EXTENSION, prepareProfile } from './harness/chromium.ts';
import { until, World } from './harness/world.ts';

interface Diagnosis {
  ok: boolean;
  cause: { rung: string; says: string; fix: string } | null;
  rungs: Array<{ name: string; state: string; says: string; fix?: string }>;
}

const world = new World({ browserGraceMs: 60_000 });
const data = world.profile('main');
const env = { ...process.env };
let browser: Chromium | undefined;

beforeAll(async () => {
  // A browser of this computer must not count.
  process.env['XDG_CONFIG_HOME'] = join(world.dir, 'config');
  prepareProfile(data);
  await world.install('main');
});
afterAll(async () => {
  await browser?.quit();
  await world.close();
  process.env = env;
});

/** A browser on the same data folder that opens the given profiles. */
function start(extension: string, ...args: string[]): Chromium {
  browser = new Chromium({ profile: data, log: join(world.dir, 'main.log'), extension, args });
  return browser;
}

async function doctor(): Promise<Diagnosis> {
  return JSON.parse((await world.bproxy('doctor', '--json')).stdout);
}

const rungOf = ({ rungs }: Diagnosis, name: string) => rungs.find((rung) => rung.name === name);

describe('the doctor in a browser with several profiles', () => {
  it('names the extension folder to load while the extension is missing', async () => {
    const missing = await doctor();
    expect(missing.cause).toMatchObject({ rung: 'extension', fix: expect.stringContaining(EXTENSION) });
  });

  it('trusts a live connection more than the settings that Chrome writes late', async () => {
    start(EXTENSION);
    await world.connected();
    const connected = await doctor();
    expect(rungOf(connected, 'extension')?.state).toBe('pass');
    expect(connected).toMatchObject({ ok: true, cause: null });
    // For the next test, which finds the extension in the settings of a profile that is closed.
    await until(
      'Chrome has written its settings',
      async () => Boolean(rungOf(await doctor(), 'extension')?.says.includes('on in Default')),
      60_000,
    );
    await browser?.quit();
  });

  it('names the open profile that has no extension and mentions no popup', async () => {
    start('', '--profile-directory=Profile 1');
    await until('the other profile is open', async () => {
      const { says = '' } = rungOf(await doctor(), 'extension') ?? {};
      return /on in Default.*, but the open profile is Profile 1/.test(says);
    });
    const found = await doctor();
    expect(found).toMatchObject({ ok: false, cause: { rung: 'extension' } });
    expect(found.cause?.fix).toContain('Open a window of the profile Default');
    expect(rungOf(found, 'connected')?.fix ?? '').not.toContain('popup');
  });
});
