import { type AnyForwardedRequest, next, ProtocolError, step, withScheme } from '@bproxy/shared';

type Request = Extract<AnyForwardedRequest, { action: 'navigate' | 'tab.open' }>;

/** Any other scheme would run script (`javascript:`), read the disk (`file:`) or reach the browser's own pages. */
export function allowedUrl({ action, params, session }: Request): string {
  const parsed = URL.canParse(params.url) ? new URL(params.url) : null;
  if (parsed && ['http:', 'https:'].includes(parsed.protocol)) return parsed.href;
  if (parsed?.href === 'about:blank') return parsed.href;
  const completed = withScheme(params.url);
  if (completed !== null) {
    throw new ProtocolError('URL_NOT_ALLOWED', {
      message: 'The address has no scheme, such as https://.',
      suggestedAction: next`Run ${step(action, { url: completed }, { session: session !== '' })}.`,
      details: { scheme: '' },
    });
  }
  const scheme = parsed?.protocol.replace(':', '') ?? '';
  throw new ProtocolError('URL_NOT_ALLOWED', { details: { scheme } });
}
