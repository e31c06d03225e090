/** What users type, also within a tree or a document that shows it, and pictures of what they see. */
const PRIVATE_KEYS = new Set(['value', 'verifiedValue', 'tree', 'html', 'base64']);

/** A payload for the log, without what a user may have typed into a form. */
export function redact(payload: unknown): unknown {
  if (Array.isArray(payload)) return payload.map(redact);
  if (typeof payload !== 'object' || payload === null) return payload;
  return Object.fromEntries(
    Object.entries(payload).map(([key, value]) => [
      key,
      PRIVATE_KEYS.has(key) && typeof value === 'string' ? `[${value.length} characters]` : redact(value),
    ]),
  );
}
