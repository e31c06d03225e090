import { defineBackground } from 'wxt/utils/define-background';
import { startBackground } from '../background/start.ts';
import { startOrReport } from '../start-or-report.ts';

export default defineBackground(() => startOrReport('background', startBackground));
