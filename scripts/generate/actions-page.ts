import { ACTION_NAMES, type Action, traitsOf } from '@bproxy/shared';
import { elementRoute, paramsSchemas } from '@bproxy/shared/schemas';
import type ts from 'typescript';
import type { FlagTable } from '../../cli/src/commands/commands.ts';
import type { ParamRow } from '../../cli/src/flags/flag.ts';
import {
  type Declarations,
  declarationText,
  membersOf,
  reachable,
  readDeclarations,
} from './declarations.ts';
import { fence, page, table } from './markdown.ts';
import { typeOf } from './params-type.ts';

export function actionsPage(root: string, flags: FlagTable): string {
  const declarations = readDeclarations(root);
  const results = membersOf(declarations, 'ActionResult');
  const types = reachable(declarations, results.values());
  return page('Actions', [
    'What `params` and `data` of a request and its answer hold. The command of an action is its name with a space for the dot; see [commands](cli.md). Errors: [errors](errors.md).',
    ...ACTION_NAMES.flatMap((action) => section(action, flags[action], results.get(action))),
    '## Types',
    fence('ts', types.map((name) => typeText(declarations, name)).join('\n\n')),
  ]);
}

/** A declaration, with what the schemas say where it is inferred from them. */
function typeText(declarations: Declarations, name: string): string {
  const text = declarationText(declarations, name);
  // A next step is data up to the daemon, which words it: a caller gets a string.
  if (name === 'BproxyError') return text.replace(': NextStep', ': string');
  return name === 'ElementRoute' ? text.replace(/z\.output<.*>/, typeOf(elementRoute)) : text;
}

function section(action: Action, rows: readonly ParamRow[], result: ts.TypeNode | undefined): string[] {
  if (!result) throw new Error(`The action ${action} has no result type.`);
  const { summary, ...policy } = traitsOf(action);
  const described = rows.map((row) => [`\`${row.param}\``, row.required ? 'yes' : '', row.summary ?? '']);
  return [
    `## ${action}`,
    summary,
    policyText(policy),
    described.length > 0 ? table(['param', 'needed', 'meaning'], described) : '',
    fence('ts', `params: ${typeOf(paramsSchemas[action])}\ndata: ${unindented(result)}`),
  ];
}

function policyText(policy: Omit<ReturnType<typeof traitsOf>, 'summary'>): string {
  return [
    `Runs in: ${policy.at}`,
    policy.destructive ? 'may change something' : 'only reads',
    `session: ${policy.session}`,
    `tab: ${policy.tab}`,
    `pacing: ${policy.pacing}`,
    ...(policy.long ? ['may be long'] : []),
    ...(policy.mints ? [`gives handles: ${policy.mints}`] : []),
  ].join(' · ');
}

/** A member of an interface is indented by two spaces. */
function unindented(node: ts.TypeNode): string {
  return node.getText().replaceAll('\n  ', '\n');
}
