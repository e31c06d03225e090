import type { Endurance } from './endurance.ts';
import type { PeerResults } from './peers/measure-peers.ts';
import type { Results } from './targets.ts';

export interface FullResults extends Results {
  endurance: Endurance;
  peers: PeerResults[];
}
