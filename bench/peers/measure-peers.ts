import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath } from '../../e2e/harness/chromium.ts';
import { PAGES, type PageName } from '../bench-pages.ts';
import type { Stage } from '../stage.ts';
import { Timings } from '../statistics.ts';
import { AGENT_BROWSER } from './agent-browser.ts';
import { CHROME_DEVTOOLS_MCP, PLAYWRIGHT_MCP } from './mcp-peers.ts';
import type { Peer, PeerKind } from './peer.ts';

const KINDS = [AGENT_BROWSER, PLAYWRIGHT_MCP, CHROME_DEVTOOLS_MCP];
const ROUNDS = 5;

export interface PeerResults {
  name: string;
  how: PeerKind['how'];
  version: string;
  timings: Timings;
  /** Why it could not be measured, or not all of it. */
  problem?: string;
}

export function peerTiming(page: PageName, what: 'snapshot' | 'click' | 'fill'): string {
  return `${page} ${what}`;
}

/** Installs each from npm into a temporary folder and measures those that run. No browser is downloaded. */
export async function measurePeers(stage: Stage): Promise<PeerResults[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bproxy-peers-'));
  try {
    const results: PeerResults[] = [];
    for (const kind of KINDS) results.push(await measure(kind, stage, folder));
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

async function measure(kind: PeerKind, stage: Stage, folder: string): Promise<PeerResults> {
  const result: PeerResults = { name: kind.name, how: kind.how, version: '', timings: new Timings() };
  let peer: Peer | undefined;
  try {
    console.log(`── ${kind.name}`);
    install(kind.name, folder);
    result.version = JSON.parse(
      readFileSync(join(folder, 'node_modules', kind.name, 'package.json'), 'utf8'),
    ).version;
    peer = await kind.start(folder, chromiumPath());
    for (const page of PAGES) await onPage(peer, page, stage.pages.url(`/${page}`), result.timings);
  } catch (error) {
    result.problem = (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
    console.log(`   ${kind.name} could not be measured: ${result.problem}`);
  } finally {
    await peer?.close().catch(() => undefined);
  }
  return result;
}

function install(name: string, folder: string): void {
  const env = { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1', PUPPETEER_SKIP_DOWNLOAD: '1' };
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', name], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 180_000,
  });
}

async function onPage(peer: Peer, page: PageName, url: string, timings: Timings): Promise<void> {
  await peer.show(url);
  for (let round = 0; round < ROUNDS; round += 1) {
    await timings.time(peerTiming(page, 'snapshot'), () => peer.snapshot());
    await timings.time(peerTiming(page, 'click'), () => peer.click());
    await timings.time(peerTiming(page, 'fill'), () => peer.fill(`peer ${round}`));
  }
}
