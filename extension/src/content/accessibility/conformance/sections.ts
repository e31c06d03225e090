import { descriptions } from './descriptions.ts';
import { explicitRoles, presentation, tokens } from './explicit-roles.ts';
import { ariaLabel, hiddenNodes, hiddenReferences, labelledBy } from './names-by-reference.ts';
import { content, generatedContent, prohibited, shadowRoots } from './names-from-content.ts';
import { hostLanguage, tooltip } from './names-from-markup.ts';
import { embeddedControls, fields, labels } from './names-of-form-controls.ts';
import { contextual, tables } from './roles-by-context.ts';
import { elements, inputs } from './roles-of-elements.ts';
import type { Section } from './section.ts';

export const sections: readonly Section[] = [
  hiddenNodes,
  labelledBy,
  hiddenReferences,
  embeddedControls,
  ariaLabel,
  labels,
  fields,
  hostLanguage,
  content,
  generatedContent,
  shadowRoots,
  tooltip,
  prohibited,
  descriptions,
  elements,
  inputs,
  contextual,
  tables,
  explicitRoles,
  tokens,
  presentation,
];
