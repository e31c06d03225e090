/** What users type, also within a tree or a document that shows it, and pictures of what they see. */
const PRIVATE_KEYS = new Set(['value', 'verifiedValue', 'tree', 'html', 'base64']);

/** Deeper than anything that the contract has: whatever is below is for no reader of a log. */
const MOST_LEVELS = 50;

/** A payload for the log, without what a user may have typed into a form. */
export function redact(payload: unknown, level = 0): unknown {
  if (typeof payload !== 'object' || payload === null) return payload;
  if (level > MOST_LEVELS) return '[too deep]';
  if (Array.isArray(payload)) return payload.map((item) => redact(item, level + 1));
  return Object.fromEntries(
    Object.entries(payload).map(([key, value]) => [
      key,
      PRIVATE_KEYS.has(key) && typeof value === 'string'
        ? `[${value.length} characters]`
        : redact(value, level + 1),
    ]),
  );
}
