import ts from 'typescript';

/** The parts of ivya that read the page. */
const READING = /\/\/#region src\/(?:domUtils|roleUtils)\.ts\n[\s\S]*?\/\/#endregion/g;

/** Properties of strings and collections, which are never read from a form or a document. */
const OF_VALUES = new Set(
  [String, Array, Map, Set, Function].flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype)),
);

const BY_PROTOTYPE = `
function ownRead(it, name) {
  if (it instanceof HTMLFormElement) return Reflect.get(HTMLFormElement.prototype, name, it);
  if (it instanceof Document) return Reflect.get(Document.prototype, name, it);
  return it[name];
}
function ownCall(it, name, ...rest) {
  return Reflect.apply(ownRead(it, name), it, rest);
}
`;

/**
 * A form's fields replace the form's properties of the same names, and ivya reads properties of forms: a field named
 * `parentNode` made it loop forever. With this plugin, ivya reads from the prototypes, as our own code does.
 */
export function unclobberedIvya() {
  return {
    name: 'unclobbered-ivya',
    transform(code: string, id: string): { code: string; map: null } | null {
      if (!/\/ivya\/dist\/src-[^/]*\.js(?:\?|$)/.test(id)) return null;
      if (code.match(READING)?.length !== 2) throw new Error('ivya has changed: its parts have other names.');
      return { code: BY_PROTOTYPE + code.replace(READING, askingPrototypes), map: null };
    },
  };
}

function askingPrototypes(code: string): string {
  const file = ts.createSourceFile('ivya.js', code, ts.ScriptTarget.Latest, true);
  const { transformed } = ts.transform(file, [() => (root) => ts.visitEachChild(root, rewrite, undefined)]);
  return transformed.map((part) => ts.createPrinter().printFile(part)).join('');
}

function rewrite(node: ts.Node): ts.Node {
  if (ts.isCallExpression(node) && isRead(node.expression)) {
    return call('ownCall', node.expression, [...node.arguments]);
  }
  return isRead(node) ? call('ownRead', node) : ts.visitEachChild(node, rewrite, undefined);
}

function call(reader: string, { expression, name }: ts.PropertyAccessExpression, rest: ts.Expression[] = []) {
  const given = [expression, ts.factory.createStringLiteral(name.text), ...rest];
  return ts.factory.createCallExpression(
    ts.factory.createIdentifier(reader),
    undefined,
    given.map((argument) => ts.visitNode(argument, rewrite, ts.isExpression)),
  );
}

function isRead(node: ts.Node): node is ts.PropertyAccessExpression {
  return ts.isPropertyAccessExpression(node) && !OF_VALUES.has(node.name.text) && !isOfClass(node);
}

/** `Ivya.options`, `Element.prototype`, `CSS.escape`. */
function isOfClass({ expression }: ts.PropertyAccessExpression): boolean {
  if (ts.isPropertyAccessExpression(expression)) return isOfClass(expression);
  return ts.isIdentifier(expression) && /^[A-Z]/.test(expression.text);
}
