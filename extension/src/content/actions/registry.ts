import type { ContentHandlers } from './handler.ts';
import { text } from './text.ts';

export const CONTENT_ACTIONS: ContentHandlers = { text };
