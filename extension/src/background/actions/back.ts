import { stepInHistory } from '../navigation/history-step.ts';
import type { BackgroundHandler } from './handler.ts';

export const back: BackgroundHandler<'back'> = (request, tools) =>
  stepInHistory(() => history.back(), request, tools);
