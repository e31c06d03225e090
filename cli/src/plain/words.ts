import { type Action, traitsOf } from '@bproxy/shared';

/** A value that is longer is cut: plain output is for a reader, and JSON has it whole. */
const MOST_CHARS = 300;

/** Fields in which only bproxy writes, in answers about a page. */
const OWN = new Set([
  'session',
  'tab',
  'shot',
  'format',
  'file',
  'cut',
  'via',
  'method',
  'seen',
  'also',
  'default',
  'quiet',
  'by',
  'handle',
  'answered',
  'openedTabs',
  'returnedTabs',
  'failedTabs',
  'changed',
  'blocked',
  'pressed',
  'target',
]);

/** Fields in which pages write, or quote a page, even in answers of the daemon about itself. */
const OF_PAGES = new Set(['url', 'title', 'reason', 'pauseReason']);

/** Whether only bproxy, its user or the agent writes in this field of an answer. */
export type IsOwn = (field: string) => boolean;

export function ownFieldsOf(action: Action | undefined): IsOwn {
  const isOurs = action === undefined || (traitsOf(action).at === 'daemon' && action !== 'tab.list');
  return isOurs ? (field) => !OF_PAGES.has(field) : (field) => OWN.has(field);
}

/** `verifiedValue` as words: verified value. */
export function inWords(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

export function shortened(text: string): string {
  if (text.length <= MOST_CHARS) return text;
  return `${text.slice(0, MOST_CHARS).replace(/[\ud800-\udbff]$/, '')}… (${text.length} characters)`;
}

/** In quotes, as JSON writes it: no text can end its own quotes. */
export function quoted(text: string): string {
  return JSON.stringify(shortened(text));
}

/** An address needs no quotes if it cannot be taken for anything else. */
export function address(url: string): string {
  return /^[^\s\p{C}"'<>[\]]+$/u.test(url) && url.length <= MOST_CHARS ? url : quoted(url);
}
