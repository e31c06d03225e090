import { nameOf } from '../accessibility/accessible.ts';
import { labelsOf } from '../accessibility/quick-labels.ts';
import { attributeOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';
import { oneLine } from '../reading/brief.ts';

/** What a person would call the field. A hidden one has no accessible name, but often a label that is shown. */
export function fileFieldName(field: Element): string {
  const byLabels = () => labelsOf(field).map((label) => own.textContent(label) ?? '');
  const names = [nameOf(field), attributeOf(field, 'aria-label') ?? '', byLabels().join(' ')];
  return names.map(oneLine).find((name) => name !== '') ?? oneLine(attributeOf(field, 'title') ?? '');
}
