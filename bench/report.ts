import { isMet, type Row } from './targets.ts';

export function tableOf(rows: readonly Row[]): string {
  return markdownTable(
    ['what', 'measured', 'at most', ''],
    rows.map((row) => [
      row.what,
      shown(row.value, row.unit),
      shown(row.limit, row.unit),
      isMet(row) ? 'met' : 'MISSED',
    ]),
  );
}

export function markdownTable(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(Math.max(1, width - 1))}:`,
  );
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

export function shown(value: number, unit = ''): string {
  const digits = unit === 'MB' || value >= 10 ? 0 : 2;
  return `${value.toFixed(digits)}${unit ? ` ${unit}` : ''}`;
}
