import { baseOf } from './machine/base.ts';
import { readEnvironment } from './machine/environment.ts';
import { assertSafeHome } from './machine/home-folder.ts';
import { type Machine, thisMachine } from './machine/machine.ts';
import { chooseNode } from './machine/node-path.ts';
import { applyWrites } from './plan/apply.ts';
import { conflictOf } from './plan/conflicts.ts';
import { launcherWrite } from './plan/plan.ts';
import { assertAllowedUser, assertHostBinary } from './plan/refusals.ts';
import { type Receipt, readReceipt, receiptWrite, sha256 } from './receipt/receipt.ts';

export interface HealOptions {
  home: string;
  /** Used when the registered program is gone. */
  hostBinary: string;
}

/** Returns a sentence about the repair. Undefined when all is well or nothing is installed. */
export function heal(options: HealOptions): Promise<string | undefined> {
  return healOn(thisMachine(), options);
}

/** Rewrites a launcher that no longer works: it is gone, or the Node or the host that it names is gone. */
export async function healOn(machine: Machine, options: HealOptions): Promise<string | undefined> {
  const environment = readEnvironment(machine);
  const base = baseOf(environment.platform, { system: false, home: options.home });
  const receipt = await readReceipt(machine.files, base.receipt);
  const broken = receipt && (await faultsOf(machine, receipt));
  if (!receipt || !broken) return undefined;
  assertAllowedUser(environment, { system: false });
  await assertSafeHome(machine.files, base.folder, environment.uid);

  const hostBinary = broken.host ? options.hostBinary : receipt.hostBinary;
  await assertHostBinary(machine.files, hostBinary);
  const chosen = await chooseNode(environment.nodes, machine.nodeVersion);
  const node = broken.node ? chosen : { ...chosen, path: receipt.node };
  const write = launcherWrite({ environment, base, node }, hostBinary);
  const conflict = await conflictOf(machine, write, receipt);
  if (conflict) {
    return `${broken.sentence} It was not repaired, because ${write.path} ${conflict}: delete it and run \`bproxy install\`.`;
  }

  const row = { path: write.path, sha256: sha256(write.content), browser: null, extensionIds: [] };
  const others = receipt.files.filter(({ path }) => path !== write.path);
  const healed = { ...receipt, node: node.path, hostBinary, files: [row, ...others] };
  // The receipt lists the old content, too, until the new content is written.
  const intended = { ...healed, files: [row, ...receipt.files] };
  await applyWrites(machine, [receiptWrite(base, intended), write, receiptWrite(base, healed)], base);
  return `${broken.sentence} The launcher was written again, with ${node.path} and ${hostBinary}.`;
}

async function faultsOf({ files }: Machine, { launcher, node, hostBinary }: Receipt) {
  const isGone = async (path: string) => (await files.follow(path)) === undefined;
  const [noLauncher, noNode, noHost] = [await isGone(launcher), await isGone(node), await isGone(hostBinary)];
  const gone = [
    ...(noLauncher ? [`the launcher ${launcher}`] : []),
    ...(noNode ? [`the Node ${node}`] : []),
    ...(noHost ? [`the host program ${hostBinary}`] : []),
  ];
  if (gone.length === 0) return undefined;
  const sentence = `Browsers could not start bproxy any more: ${gone.join(' and ')} ${gone.length > 1 ? 'are' : 'is'} gone.`;
  return { node: noNode, host: noHost, sentence };
}
