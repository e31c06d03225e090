const WHOLE = /^(?:[a-z][a-z\d+.-]*:\/\/|about:)/i;

/** Whether the URL equals the wanted one, or contains it if that is not a whole URL; `*` matches any text. */
export function urlMatches(url: string, wanted: string): boolean {
  // As Chrome writes it: `https://a.test` is shown as `https://a.test/`.
  if (url === wanted || (URL.canParse(wanted) && url === new URL(wanted).href)) return true;
  if (wanted.includes('*')) return globMatches(url, wanted.split('*'));
  return !WHOLE.test(wanted) && url.includes(wanted);
}

/** Searches for the parts in turn. A regular expression would backtrack exponentially on a pattern with many stars. */
function globMatches(text: string, parts: string[]): boolean {
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (text.length < first.length + last.length) return false;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const middle = text.slice(first.length, text.length - last.length);
  let from = 0;
  return parts.slice(1, -1).every((part) => {
    const at = middle.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}
