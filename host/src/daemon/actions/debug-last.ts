import type { DaemonHandler } from './handler.ts';

const DEFAULT_COUNT = 50;

export const debugLast: DaemonHandler<'debug.last'> = ({ count = DEFAULT_COUNT }, { context }) => ({
  requests: context.traces.last(count),
});
