import { expect, it } from 'vitest';
import { fuzzExtension } from './extension/run.ts';
import { fuzzHttp } from './http/run.ts';
import { fuzzLink } from './link/run.ts';
import { fuzzPage } from './page/run.ts';
import { fuzzSocket } from './socket/run.ts';

/** The short form of `pnpm fuzz`. A failure names its case, and the seed reproduces it. */
const SEED = 20_260;

it("survives junk on the daemon's HTTP port", async () => {
  const { answers, closedWithoutAnswer, reachedTheBrowser } = await fuzzHttp(SEED, 900);
  // A fuzz whose cases get nowhere would prove nothing.
  for (const status of [200, 400, 401, 404]) expect(answers[status]).toBeGreaterThan(0);
  expect(closedWithoutAnswer).toBeGreaterThan(0);
  expect(reachedTheBrowser).toBeGreaterThan(10);
});

it("survives junk on the daemon's local socket", async () => {
  const { strangers, extensions } = await fuzzSocket(SEED, 600);
  expect(strangers + extensions).toBe(600);
});

it('survives junk from the host in the extension', async () => {
  const { runs, answers } = await fuzzExtension(SEED, 1_500);
  expect(runs).toBeGreaterThan(100);
  expect(answers).toBeGreaterThan(runs);
});

it('survives junk from both sides in the link', async () => {
  const { links } = await fuzzLink(SEED, 12);
  expect(links).toBe(9);
});

it('survives hostile pages in the content script', async () => {
  const { answers, errors, cut } = await fuzzPage(SEED, 400);
  expect(answers).toBeGreaterThan(500);
  expect(errors['ELEMENT_NOT_FOUND']).toBeGreaterThan(0);
  expect(cut).toBeGreaterThan(0);
});
