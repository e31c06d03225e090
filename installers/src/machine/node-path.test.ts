import { describe, expect, it } from 'vitest';
import { imaginaryMachine } from '../testing/fake-machine.ts';
import { askNodeVersion } from './machine.ts';
import { chooseNode, nodeFacts, rankNodes } from './node-path.ts';

const HOME = '/home/ada';

function ranked(
  execPath: string,
  links: Record<string, string>,
  path = '',
  platform: 'linux' | 'darwin' = 'linux',
) {
  const machine = imaginaryMachine({ platform, execPath, env: { PATH: path } }, [], links);
  return rankNodes(nodeFacts(platform, machine)).map((node) => node.path);
}

describe('rankNodes', () => {
  it("prefers Homebrew's alias to the versioned keg it points at", () => {
    const keg = '/opt/homebrew/Cellar/node/22.4.0/bin/node';
    const links = { [keg]: keg, '/opt/homebrew/bin/node': keg, '/opt/homebrew/opt/node/bin/node': keg };
    expect(ranked(keg, links, '/opt/homebrew/bin', 'darwin')).toEqual([
      '/opt/homebrew/opt/node/bin/node',
      '/opt/homebrew/bin/node',
      keg,
    ]);
  });

  it('prefers the running Node to an alias of another one', () => {
    const nvm = `${HOME}/.nvm/versions/node/v20.19.0/bin/node`;
    const links = { [nvm]: nvm, '/usr/bin/node': '/usr/bin/node' };
    expect(ranked(nvm, links, `${HOME}/.nvm/versions/node/v20.19.0/bin:/usr/bin`)).toEqual([
      nvm,
      '/usr/bin/node',
    ]);
  });

  it('prefers an unversioned link on PATH to the versioned file', () => {
    const mise = `${HOME}/.local/share/mise/installs/node/22.1.0/bin/node`;
    const alias = `${HOME}/.local/share/mise/installs/node/22/bin/node`;
    expect(
      ranked(mise, { [mise]: mise, [alias]: mise }, `${HOME}/.local/share/mise/installs/node/22/bin`),
    ).toEqual([alias, mise]);
  });

  it("never chooses fnm's per-shell link while its target exists", () => {
    const real = `${HOME}/.local/share/fnm/node-versions/v20.19.0/installation/bin/node`;
    const shell = '/run/user/1000/fnm_multishells/7_1/bin/node';
    expect(ranked(real, { [real]: real, [shell]: real }, '/run/user/1000/fnm_multishells/7_1/bin')[0]).toBe(
      real,
    );
  });

  it.each(['/tmp/node-v22.0.0/bin/node', '/private/var/folders/x/T/node'])(
    'chooses %s only when there is nothing better',
    (passing) => {
      const system = { '/usr/bin/node': '/usr/bin/node' };
      expect(ranked(passing, { [passing]: passing, ...system })).toEqual(['/usr/bin/node', passing]);
      expect(ranked(passing, { [passing]: passing })).toEqual([passing]);
    },
  );

  it('distrusts an alias that leads into a temporary folder', () => {
    const real = '/tmp/n/bin/node';
    const links = { [real]: real, '/usr/local/bin/node': real, '/usr/bin/node': '/usr/bin/node' };
    expect(ranked(real, links)[0]).toBe('/usr/bin/node');
  });
});

describe('chooseNode', () => {
  const machine = imaginaryMachine({ execPath: '/usr/bin/node' }, [], {
    '/usr/bin/node': '/usr/bin/node',
    '/usr/local/bin/node': '/usr/local/bin/node',
  });
  const facts = nodeFacts('linux', machine);

  it.each([
    `${HOME}/.npm/_npx/1a2b/node_modules/node/bin/node`,
    `${HOME}/.cache/pnpm/dlx-77/node_modules/node/bin/node`,
    '/run/user/1000/fnm_multishells/7_1/bin/node',
  ])('refuses %s, which will soon be deleted, even if there is no other', async (passing) => {
    const only = imaginaryMachine({ execPath: passing }, [], { [passing]: passing });
    const asked: string[] = [];
    const attempt = chooseNode(nodeFacts('linux', only), async (node) => {
      asked.push(node);
      return 'v22.0.0';
    });
    await expect(attempt).rejects.toThrow(`${passing} (in a cache that is emptied at any time)`);
    expect(asked).toEqual([]);
  });

  it('skips a Node that is too old or does not run', async () => {
    const versions: Record<string, string> = {
      '/usr/bin/node': 'v18.20.0',
      '/usr/local/bin/node': 'v22.0.0',
    };
    const chosen = await chooseNode(facts, async (node) => versions[node] ?? '');
    expect(chosen.path).toBe('/usr/local/bin/node');
    expect(chosen.fallbacks).toContain('/usr/bin/node');
    expect(chosen.fallbacks).not.toContain('/usr/local/bin/node');
  });

  it('lists its attempts when no Node is suitable', async () => {
    const failing = (node: string) =>
      node === '/usr/bin/node' ? Promise.resolve('v18.20.0') : Promise.reject(new Error('ENOEXEC'));
    await expect(chooseNode(facts, failing)).rejects.toThrow(
      /Node 20 or later.*\/usr\/bin\/node \(v18\.20\.0\), \/usr\/local\/bin\/node \(does not run\)/,
    );
  });

  it('runs the real program to learn its version', async () => {
    const real = { ...facts, running: process.execPath, aliases: [], onPath: [] };
    await expect(chooseNode(real, askNodeVersion)).resolves.toMatchObject({ path: process.execPath });
  });
});
