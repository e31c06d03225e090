import { seededRandom, shuffled } from './random.ts';

/** Each acts on the page in another way; `visit` and `submit` reload it. */
export const REQUEST_KINDS = ['click', 'fill', 'submit', 'visit'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

export const FAULT_NAMES = [
  'worker stopped',
  'extension reloaded',
  'link killed',
  'link halted for 5 s',
  'daemon killed',
  'daemon restarted',
  'Chrome killed and restarted',
  'tab closed',
  'command killed',
  'message cut in the middle',
  'disk full',
  'disk full, daemon killed',
  'all asleep',
] as const;
export type FaultName = (typeof FAULT_NAMES)[number];

export interface PlannedRequest {
  index: number;
  id: string;
  kind: RequestKind;
  /** Whether the driver repeats it, with its id, when the outcome is not known. */
  repeats: boolean;
}

export interface Strike {
  fault: FaultName;
  /** It strikes when this request is on its way … */
  atRequest: number;
  /** … for so long. */
  delayMs: number;
}

export interface Plan {
  seed: number;
  requests: PlannedRequest[];
  strikes: Strike[];
}

export interface PlanSize {
  seed: number;
  requests: number;
  faults: number;
}

/** The same seed and size make the same plan. Every fault strikes once before one strikes again. */
export function makePlan({ seed, requests, faults }: PlanSize): Plan {
  const random = seededRandom(seed);
  const rounds = Math.ceil(faults / FAULT_NAMES.length);
  const order = Array.from({ length: rounds }, () => shuffled(FAULT_NAMES, random)).flat();
  const kinds = Array.from({ length: Math.ceil(requests / REQUEST_KINDS.length) }, () =>
    shuffled(REQUEST_KINDS, random),
  ).flat();
  return {
    seed,
    requests: kinds.slice(0, requests).map((kind, index) => ({
      index,
      id: `chaos-${seed}-${index}-${kind}`,
      kind,
      repeats: random() < 0.5,
    })),
    strikes: order.slice(0, faults).map((fault, at) => ({
      fault,
      atRequest: Math.floor(((at + random()) * requests) / faults),
      delayMs: Math.floor(random() * 800),
    })),
  };
}
