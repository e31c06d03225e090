import { describe, expect, it } from 'vitest';
import { TabQueue } from './tab-queue.ts';

const tab = { instance: 'a', tabId: 1 };
const never = () => new AbortController().signal;

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe('the queue of a tab', () => {
  it('runs one request at a time, in order, and does not block other tabs', async () => {
    const queue = new TabQueue(() => 0);
    const events: string[] = [];
    const first = gate();
    const one = queue.run(tab, 'text', never, async () => {
      events.push('one');
      await first.opened;
    });
    const two = queue.run(tab, 'text', never, async () => {
      events.push('two');
    });
    await queue.run({ instance: 'b', tabId: 1 }, 'text', never, async () => {
      events.push('elsewhere');
    });
    expect(events).toEqual(['one', 'elsewhere']);
    first.open();
    await Promise.all([one, two]);
    expect(events).toEqual(['one', 'elsewhere', 'two']);
  });

  it('continues after a failure', async () => {
    const queue = new TabQueue(() => 0);
    const failing = queue.run(tab, 'text', never, () => Promise.reject(new Error('no')));
    const next = queue.run(tab, 'text', never, async () => 'yes');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });

  it('drops a request that gives up while it waits, and keeps the order of the rest', async () => {
    const queue = new TabQueue(() => 0);
    const first = gate();
    const events: string[] = [];
    const one = queue.run(tab, 'text', never, () => first.opened);
    const impatient = new AbortController();
    const two = queue.run(
      tab,
      'text',
      () => impatient.signal,
      async () => {
        events.push('two');
      },
    );
    impatient.abort(new Error('gone'));
    await expect(two).rejects.toThrow('gone');
    const three = queue.run(tab, 'text', never, async () => {
      events.push('three');
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(events).toEqual([]);
    first.open();
    await Promise.all([one, three]);
    expect(events).toEqual(['three']);
  });
});
