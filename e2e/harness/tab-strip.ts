import type { Worker } from 'playwright-core';
import { until } from './world.ts';

export interface SeenGroup {
  title: string;
  color: string;
  /** The titles of its tabs, sorted. */
  tabs: string[];
}

export interface SeenTab {
  id: number;
  title: string;
  url: string;
  windowId: number;
  index: number;
  groupId: number;
  pinned: boolean;
  active: boolean;
}

/** What the user sees in the tab strips. */
export class TabStrip {
  readonly #worker: Worker;

  constructor(worker: Worker) {
    this.#worker = worker;
  }

  tabs(): Promise<SeenTab[]> {
    return this.#worker.evaluate('chrome.tabs.query({})');
  }

  async tab(title: string): Promise<SeenTab> {
    const found = (await this.tabs()).find((tab) => tab.title === title);
    if (!found) throw new Error(`there is no tab ${title}`);
    return found;
  }

  /** Closes every tab but the first, whosever they are. */
  async tidy(): Promise<void> {
    const [, ...rest] = (await this.tabs()).map(({ id }) => id);
    await this.#worker.evaluate(`chrome.tabs.remove(${JSON.stringify(rest)})`);
  }

  async groups(): Promise<SeenGroup[]> {
    const tabs = await this.tabs();
    const groups = await this.#worker.evaluate<Array<{ id: number; title: string; color: string }>>(
      'chrome.tabGroups.query({})',
    );
    return groups
      .map(({ id, title, color }) => ({
        title,
        color,
        tabs: tabs
          .filter(({ groupId }) => groupId === id)
          .map((tab) => tab.title)
          .sort(),
      }))
      .sort((a, b) => (a.title < b.title ? -1 : 1));
  }

  /** Waits until exactly these groups are there. */
  async shows(what: string, expected: SeenGroup[]): Promise<void> {
    let last: SeenGroup[] = [];
    const wanted = JSON.stringify(expected);
    await until(what, async () => {
      last = await this.groups();
      return JSON.stringify(last) === wanted;
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}; they are ${JSON.stringify(last)}, not ${wanted}`);
    });
  }
}
