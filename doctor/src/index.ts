export { type Diagnosis, diagnose } from './diagnose.ts';
export { ladderText } from './diagnosis-text.ts';
export type { Answer, Patient } from './installation.ts';
export { outputOf } from './machine/system-output.ts';
export { makeReport } from './report/report.ts';
