/** Whether a frame is of the page's own site. One that has no host has the content that the page gave it. */
export function isSameSite(frame: string, page: string): boolean {
  const [one, other] = [hostOf(frame), hostOf(page)];
  if (one === '' || other === '') return true;
  return one === other || siteOf(one) === siteOf(other);
}

function hostOf(url: string): string {
  const inner = url.replace(/^blob:/, '');
  return URL.canParse(inner) ? new URL(inner).hostname : '';
}

/** The last two labels of a name. Sites under the same public suffix, such as `co.uk`, count as one. */
function siteOf(host: string): string {
  const isName = /[a-z]$/i.test(host);
  return isName ? host.split('.').slice(-2).join('.') : host;
}
