import type { ExitPlan } from './exit-plan.ts';

interface Pens {
  write(answer: object | string): Promise<Error | undefined>;
  sayLost(failure: Error): Promise<unknown>;
}

/** Writes each answer when it comes. It stops when nobody reads them any more: what comes next would be done unseen. */
export async function deliverEach(answers: NonNullable<ExitPlan['answers']>, pens: Pens): Promise<number> {
  for (;;) {
    const { done, value } = await answers.next();
    if (done) return value;
    const failure = await pens.write(value);
    if (!failure) continue;
    await answers.return(2);
    await pens.sayLost(failure);
    return 2;
  }
}
