import { html, Pages } from '../harness/pages.ts';
import { World } from '../harness/world.ts';

export interface IdleFigures {
  idleSeconds: number;
  linkPid: number;
  connectedAt: number;
}

interface Chain {
  linkPid: number;
  connectedAt: number;
}

/**
 * A browser without a driver or a debugger is left alone. Chrome ends an idle worker after 30 s; ours
 * has to be the same one afterwards. A port does not outlive its worker, nor a link its port: the same link
 * process with the same connection is the same worker.
 */
export async function stayIdle(seconds: number): Promise<IdleFigures> {
  const world = new World();
  const pages = await Pages.serve({ '/': html('Home', '<p>still here</p>') });
  try {
    await world.startBrowser();
    await world.connected();
    const { session } = await world.data('tab.open', 'tab', 'open', '--url', pages.url('/'));
    const before = await chainOf(world);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const { text } = await world.data('text', 'text', '-s', session);
    if (text !== 'still here')
      throw new Error(`the first command after the pause read ${JSON.stringify(text)}`);
    const after = await chainOf(world);
    if (after.linkPid !== before.linkPid || after.connectedAt !== before.connectedAt) {
      throw new Error(`the chain was rebuilt: ${JSON.stringify({ before, after })}`);
    }
    return { idleSeconds: seconds, ...after };
  } finally {
    await world.close();
    await pages.close();
  }
}

async function chainOf(world: World): Promise<Chain> {
  const { clients } = await world.status();
  const [client] = clients;
  const [link] = world.links();
  if (!client || !link || clients.length > 1 || world.links().length > 1) {
    throw new Error(
      `expected one browser and one link, found ${JSON.stringify({ clients, links: world.links() })}`,
    );
  }
  return { linkPid: link.pid, connectedAt: client.connectedAt };
}
