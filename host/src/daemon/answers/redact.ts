/** Text that users type, trees and documents that may contain it, screenshots, and names of files. */
const PRIVATE_KEYS = new Set(
  'value verifiedValue text keys pressed tree html base64 find replace around near files attached downloads'.split(
    ' ',
  ),
);

/** Deeper than any payload of the contract. Nobody reading a log needs anything below this. */
const MOST_LEVELS = 50;

/** A payload for the log, without text that a user may have typed into a form. */
export function redact(payload: unknown, level = 0): unknown {
  if (typeof payload !== 'object' || payload === null) return payload;
  if (level > MOST_LEVELS) return '[too deep]';
  if (Array.isArray(payload)) return payload.map((item) => redact(item, level + 1));
  return Object.fromEntries(
    Object.entries(payload).map(([key, value]) => [
      key,
      PRIVATE_KEYS.has(key) ? hidden(value, level) : redact(value, level + 1),
    ]),
  );
}

function hidden(value: unknown, level: number): unknown {
  if (typeof value === 'string') return `[${value.length} characters]`;
  return Array.isArray(value) ? `[${value.length} entries]` : redact(value, level + 1);
}
