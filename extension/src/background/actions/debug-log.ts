import { NO_PAGE } from '@bproxy/shared';
import type { BackgroundHandler } from './handler.ts';

export const debugLog: BackgroundHandler<'debug.log'> = async ({ params }, { trace }) => ({
  data: { entries: await trace.read(params) },
  page: NO_PAGE,
});
