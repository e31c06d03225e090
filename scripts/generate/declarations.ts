import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** The exported types of the contract, by name. */
export type Declarations = ReadonlyMap<string, ts.InterfaceDeclaration | ts.TypeAliasDeclaration>;

const FILES = ['actions.ts', 'effect.ts', 'errors.ts', 'sessions.ts', 'targets.ts'];

export function readDeclarations(root: string): Declarations {
  const found = new Map<string, ts.InterfaceDeclaration | ts.TypeAliasDeclaration>();
  for (const file of FILES) {
    const text = readFileSync(join(root, 'shared/src', file), 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
    for (const statement of source.statements) {
      if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
        found.set(statement.name.text, statement);
      }
    }
  }
  return found;
}

/** The type nodes of an interface's members, by member name. */
export function membersOf(declarations: Declarations, name: string): Map<string, ts.TypeNode> {
  const declaration = declarations.get(name);
  if (!declaration || !ts.isInterfaceDeclaration(declaration))
    throw new Error(`There is no interface ${name}.`);
  const members = new Map<string, ts.TypeNode>();
  for (const member of declaration.members) {
    if (!ts.isPropertySignature(member) || !member.type) continue;
    if (ts.isIdentifier(member.name) || ts.isStringLiteral(member.name)) {
      members.set(member.name.text, member.type);
    }
  }
  return members;
}

/** The names of the declared types that these nodes use, and those use, and so on; sorted. */
export function reachable(declarations: Declarations, nodes: Iterable<ts.Node>): string[] {
  const names = new Set<string>();
  const visit = (node: ts.Node) => {
    if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName)) {
      const { text } = node.typeName;
      const declaration = declarations.get(text);
      if (declaration && !isKeyOf(declaration) && !names.has(text)) {
        names.add(text);
        visit(declaration);
      }
    }
    ts.forEachChild(node, visit);
  };
  for (const node of nodes) visit(node);
  return [...names].sort();
}

/** `Action` and `ErrorCode` are the keys of tables that have pages of their own. */
function isKeyOf(declaration: ts.Node): boolean {
  return ts.isTypeAliasDeclaration(declaration) && ts.isTypeOperatorNode(declaration.type);
}

/** A declaration with its comment, for readers: without `export` and without the brand of a string. */
export function declarationText(declarations: Declarations, name: string): string {
  const text = declarations.get(name)?.getFullText() ?? '';
  return text
    .trim()
    .replace(/^export /m, '')
    .replace(/ & \{ readonly \[\w+Brand\]: '\w+' \}/, '');
}
