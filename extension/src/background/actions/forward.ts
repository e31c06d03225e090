import { stepInHistory } from '../navigation/history-step.ts';
import type { BackgroundHandler } from './handler.ts';

export const forward: BackgroundHandler<'forward'> = (request, tools) =>
  stepInHistory(() => history.forward(), request, tools);
