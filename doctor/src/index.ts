export { type Diagnosis, diagnose } from './diagnose.ts';
export { ladderText } from './ladder-text.ts';
export { outputOf } from './machine/system-output.ts';
export type { Answer, Patient } from './patient.ts';
export { makeReport } from './report/report.ts';
