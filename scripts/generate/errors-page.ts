import { ERRORS, filledIn } from '@bproxy/shared';
import { page, table } from './markdown.ts';

export function errorsPage(): string {
  const rows = Object.entries(ERRORS).map(([code, row]) => [
    `\`${code}\``,
    row.category,
    row.retry,
    row.meaning,
    filledIn(row.next, { session: '' }),
  ]);
  return page('Errors', [
    'The `error` of an answer with `ok: false`: `code`, `category`, `retry`, `message`, and usually `suggestedAction` and `details`. The command exits with 1.',
    '`retry` says whether repeating can help: `safe`, as it is; `conditional`, after the next step; `never`.',
    table(['code', 'category', 'retry', 'when', 'next step'], rows),
  ]);
}
