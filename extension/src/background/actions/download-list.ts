import { NO_PAGE } from '@bproxy/shared';
import type { BackgroundHandler } from './handler.ts';

export const downloadList: BackgroundHandler<'download.list'> = async ({ session }, { downloads }) => ({
  data: { downloads: await downloads.list(session) },
  page: NO_PAGE,
});
