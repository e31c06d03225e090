import { join, relative } from 'node:path';
import ts from 'typescript';

/**
 * A form answers for its properties with its own fields of those names, and a document with its forms and images: a
 * page that has a field called `parentNode` would decide what our code does. So content code asks the prototypes, by
 * `own-properties.ts`. This finds every read of a property on what may be a form or a document.
 */

const ROOT = join(import.meta.dirname, '..');
const EXTENSION = join(ROOT, 'extension');
const ASKS_PROTOTYPES = /\/(?:own-properties|[^/]*\.test)\.ts$/;
const IN_PAGES = /\/extension\/src\/content\//;

/** What a form or a document is, by the names that the DOM's types have. */
const CLOBBERED = new Set(
  `HTMLFormElement HTMLElement Element Node EventTarget Document HTMLDocument ParentNode ChildNode
  NonDocumentTypeChildNode NonElementParentNode DocumentOrShadowRoot Slottable InnerHTML ARIAMixin
  ElementCSSInlineStyle HTMLOrSVGElement ElementContentEditable Animatable GlobalEventHandlers`.split(/\s+/),
);

interface ClobberedRead {
  file: ts.SourceFile;
  node: ts.Node;
  property: string;
}

function clobberedReads(): ClobberedRead[] {
  const program = programOf(join(EXTENSION, 'tsconfig.json'));
  const checker = program.getTypeChecker();
  const found: ClobberedRead[] = [];
  for (const file of program.getSourceFiles()) {
    if (!IN_PAGES.test(file.fileName) || ASKS_PROTOTYPES.test(file.fileName)) continue;
    const visit = (node: ts.Node): void => {
      const property = clobberedProperty(checker, node);
      if (property !== undefined) found.push({ file, node, property });
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}

function programOf(config: string): ts.Program {
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config,
    ts.sys,
    EXTENSION,
  );
  return ts.createProgram(fileNames, options);
}

function clobberedProperty(checker: ts.TypeChecker, node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) {
    // The one property of a document that no page can name.
    if (node.name.text === 'location') return undefined;
    return mayBeClobbered(checker, checker.getTypeAtLocation(node.expression)) ? node.name.text : undefined;
  }
  if (ts.isElementAccessExpression(node)) {
    return mayBeClobbered(checker, checker.getTypeAtLocation(node.expression)) ? '[…]' : undefined;
  }
  if (!ts.isBindingElement(node) || !ts.isObjectBindingPattern(node.parent)) return undefined;
  if (/\.prototype$/.test(node.parent.parent.getLastToken()?.parent.getText() ?? '')) return undefined;
  if (!mayBeClobbered(checker, checker.getTypeAtLocation(node.parent))) return undefined;
  return (node.propertyName ?? node.name).getText();
}

function mayBeClobbered(checker: ts.TypeChecker, type: ts.Type): boolean {
  const known = checker.getBaseConstraintOfType(type) ?? type;
  if (known.isUnion()) return known.types.some((part) => mayBeClobbered(checker, part));
  const symbol = known.getSymbol();
  if (!symbol || !CLOBBERED.has(symbol.name)) return false;
  return symbol.declarations?.some((it) => /\/lib\.dom\.d\.ts$/.test(it.getSourceFile().fileName)) ?? false;
}

const found = clobberedReads();
for (const { file, node, property } of found) {
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  console.log(`${relative(ROOT, file.fileName)}:${line + 1} reads ${property}: ${node.getText()}`);
}
if (found.length > 0) console.log('Read these by extension/src/content/dom/own-properties.ts.');
process.exitCode = found.length > 0 ? 1 : 0;
