import { inTurn } from '../keyed-store.ts';

const NAME = 'connection-';
const MOST_ALARMS = 6;

export interface AlarmPlan {
  /** This many alarms share the period evenly. */
  count: number;
  minutes: number;
}

const one = inTurn();

/**
 * Only an event wakes a worker that died with its port, and an alarm fires every half minute at most. So there are
 * several alarms, one after the other. Existing alarms stay as they are, because a new one does not fire before its
 * first half minute is over.
 */
export function keepAlarms({ count, minutes }: AlarmPlan): Promise<void> {
  return one(async () => {
    const there = await chrome.alarms.getAll();
    for (let index = 0; index < MOST_ALARMS; index += 1) {
      const name = `${NAME}${index}`;
      const known = there.find((alarm) => alarm.name === name);
      if (index >= count) {
        if (known) await chrome.alarms.clear(name);
      } else if (known?.periodInMinutes !== minutes) {
        const delayInMinutes = minutes + (minutes * index) / count;
        await chrome.alarms.create(name, { delayInMinutes, periodInMinutes: minutes });
      }
    }
  });
}

export function isWakeAlarm({ name }: Pick<chrome.alarms.Alarm, 'name'>): boolean {
  return name.startsWith(NAME);
}
