/** Params for the log, without what a user may have typed into a form. */
export function redactParams(params: unknown): unknown {
  if (Array.isArray(params)) return params.map(redactParams);
  if (typeof params !== 'object' || params === null) return params;
  return Object.fromEntries(
    Object.entries(params).map(([key, value]) => [
      key,
      key === 'value' && typeof value === 'string' ? `[${value.length} characters]` : redactParams(value),
    ]),
  );
}
