import type { Agent } from './agent.ts';
import type { PackageName } from './installed.ts';
import type { Program } from './server.ts';

export interface Application {
  name: string;
  package: PackageName;
  /** One sentence for the table: what cost calls or a detour. */
  hard: string;
  /** Fills the empty folder of its data, and says how it is started. */
  prepare(place: Place): Program;
  tasks: Task[];
}

export interface Place {
  /** Where the package is. */
  program: string;
  /** Where its data is. */
  data: string;
  port: number;
}

/** Each begins with the page freshly loaded, in a tab of its own. */
export interface Task {
  name: string;
  /** In a tab that its window shows, because the page draws with animation frames or something is dragged. */
  shown: boolean;
  /** With bproxy alone. The files to upload are in the folder of its data. */
  act(agent: Agent, place: { data: string }): Promise<void>;
  /** From outside of the browser. */
  isDone(data: string): boolean;
}
