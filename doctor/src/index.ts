export { type Diagnosis, diagnose } from './diagnose.ts';
export { diagnosisText } from './diagnosis-text.ts';
export type { Answer, Installation } from './installation.ts';
export { outputOf } from './machine/look.ts';
export { makeReport } from './report/report.ts';
