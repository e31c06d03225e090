import { ProtocolError } from '@bproxy/shared';

/** Everything else would run script (`javascript:`), read the disk (`file:`) or reach the browser's own pages. */
export function allowedUrl(given: string): string {
  const parsed = URL.canParse(given) ? new URL(given) : null;
  if (parsed && ['http:', 'https:'].includes(parsed.protocol)) return parsed.href;
  if (parsed?.href === 'about:blank') return parsed.href;
  const scheme = parsed?.protocol.replace(':', '') ?? '';
  throw new ProtocolError('URL_NOT_ALLOWED', { details: { scheme } });
}
