const HOST_FIRST = /^([^\s:/?#@]+)(?::\d{1,5})?(?:[/?#]\S*)?$/;

/** The full URL of an address without a scheme, such as example.com or localhost:3000. Null for other text. */
export function withScheme(address: string): string | null {
  const [, host] = HOST_FIRST.exec(address) ?? [];
  if (host === undefined) return null;
  const isLocal = host === 'localhost' || host.startsWith('127.');
  if (!isLocal && !/[^.]\.[^.]/.test(host)) return null;
  return `${isLocal ? 'http' : 'https'}://${address}`;
}
