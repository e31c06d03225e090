const REFUSALS = [
  'hidden-tab',
  'not-a-selector',
  'not-found',
  'ambiguous',
  'closed-shadow',
  'changed',
  'no-editor',
  'several-editors',
  'invisible',
  'disabled',
  'read-only',
  'no-words',
  'several-words',
  'late',
  'failed',
] as const;

export type Refusal = (typeof REFUSALS)[number];

/** The answer of the function in the page: plain data, without objects of the page. */
export type EditorAnswer =
  | { ok: true; filled: boolean; verifiedValue: string; count?: number; near?: string[] }
  | ({ ok: false; reason: Refusal; acted?: boolean } & MoreOnRefusal);

interface MoreOnRefusal {
  selector?: string;
  count?: number;
  near?: string[];
}

export function refuse(reason: Refusal, more: MoreOnRefusal = {}): EditorAnswer {
  return { ok: false, reason, ...more };
}

/** The page could have replaced the answer with anything. */
export function isEditorAnswer(value: unknown): value is EditorAnswer {
  if (typeof value !== 'object' || value === null || !('ok' in value)) return false;
  if (value.ok === true) {
    return (
      'filled' in value &&
      typeof value.filled === 'boolean' &&
      'verifiedValue' in value &&
      typeof value.verifiedValue === 'string' &&
      isAbsentOr('number', value, 'count') &&
      isAbsentOrTexts(value, 'near')
    );
  }
  return (
    value.ok === false &&
    'reason' in value &&
    REFUSALS.some((reason) => reason === value.reason) &&
    isAbsentOr('string', value, 'selector') &&
    isAbsentOr('number', value, 'count') &&
    isAbsentOr('boolean', value, 'acted') &&
    isAbsentOrTexts(value, 'near')
  );
}

function isAbsentOrTexts(holder: object, key: string): boolean {
  const value: unknown = Reflect.get(holder, key);
  return value === undefined || (Array.isArray(value) && value.every((each) => typeof each === 'string'));
}

function isAbsentOr(type: 'string' | 'number' | 'boolean', holder: object, key: string): boolean {
  const value: unknown = Reflect.get(holder, key);
  return value === undefined || typeof value === type;
}
