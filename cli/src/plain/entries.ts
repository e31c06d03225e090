import { isRecord } from '@bproxy/shared';
import { inline } from './facts.ts';
import { address, type IsOwn, inWords, quoted } from './words.ts';

type Entry = Readonly<Record<string, unknown>>;

/** One entry of a list of a page, as one line in the syntax of a snapshot. */
export function entryLine(entry: unknown, isOwn: IsOwn): string {
  if (!isRecord(entry)) return inline(entry, isOwn, '');
  if (typeof entry['href'] === 'string') return anchorLine(entry);
  if (typeof entry['src'] === 'string') return imageLine(entry);
  if (typeof entry['level'] === 'number') return `h${entry['level']} ${textIn(entry, 'text')}`;
  if (typeof entry['tab'] === 'string' && typeof entry['url'] === 'string') return tabLine(entry);
  if (typeof entry['tag'] === 'string' && !('computed' in entry)) return elementLine(entry);
  return inline(entry, isOwn, '');
}

function anchorLine(entry: Entry): string {
  return words(
    place(entry),
    textIn(entry, 'text'),
    address(String(entry['href'])),
    entry['visible'] === false && '(not in view)',
    named(entry, 'title'),
  );
}

function tabLine(entry: Entry): string {
  const marks = ['bound', 'borrowed', 'readOnly'].map((mark) => entry[mark] === true && `[${inWords(mark)}]`);
  return words(String(entry['tab']), address(String(entry['url'])), textIn(entry, 'title'), ...marks);
}

function imageLine(entry: Entry): string {
  const size = `${entry['width']}x${entry['height']}`;
  return words(textIn(entry, 'alt'), size, address(String(entry['src'])));
}

const STATES = ['required', 'disabled', 'checked', 'inDialog'];

function elementLine(entry: Entry): string {
  const { tag, type, role } = entry;
  const kind = typeof role === 'string' ? role : typeof type === 'string' ? `${tag}:${type}` : String(tag);
  return words(
    place(entry),
    // A page may name its elements as it likes, even with brackets.
    /^[\w:-]+$/.test(kind) ? kind : quoted(kind),
    textIn(entry, 'label') || textIn(entry, 'name'),
    ...STATES.map((state) => entry[state] === true && `[${inWords(state)}]`),
    typeof entry['value'] === 'string' && entry['value'] !== '' && `= ${quoted(entry['value'])}`,
    named(entry, 'placeholder'),
    named(entry, 'runtimeHandle', 'editor'),
    listed(entry['options']),
  );
}

/** How a command names the element: its handle, or where it is if the read gave it none. */
function place(entry: Entry): string {
  if (typeof entry['handle'] === 'string') return `[${entry['handle']}]`;
  const { selector, route } = isRecord(entry['target']) ? entry['target'] : entry;
  if (typeof selector === 'string') return `--selector ${quoted(selector)}`;
  return route === undefined ? '' : `--route-json ${JSON.stringify(route)}`;
}

function textIn(entry: Entry, field: string): string {
  const text = entry[field];
  return typeof text === 'string' && text !== '' ? quoted(text) : '';
}

function named(entry: Entry, field: string, name = field): string {
  const text = textIn(entry, field);
  return text && `${name} ${text}`;
}

function listed(options: unknown): string {
  if (!Array.isArray(options) || options.length === 0) return '';
  return `options ${options.map((option) => quoted(String(option))).join(' | ')}`;
}

function words(...parts: Array<string | false>): string {
  return parts.filter((part) => part !== false && part !== '').join(' ');
}
