import { join, relative } from 'node:path';
import ts from 'typescript';

/**
 * A form answers for its properties with its own fields of those names, and a document with its forms and images: a
 * page that has a field called `parentNode` would decide what our code does. So code in pages asks the prototypes. This
 * finds every read of a property on what may be a form or a document, in the content script and in each function that
 * the background sends into a page.
 */

const ROOT = join(import.meta.dirname, '..');
const EXTENSION = join(ROOT, 'extension');
const ASKS_PROTOTYPES = /\/(?:own-properties|[^/]*\.test)\.ts$/;
const OURS = /\/extension\/src\//;
const IN_PAGES = /\/extension\/src\/content\//;

/** The DOM types that may be a form or a document. */
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
  const files = program.getSourceFiles().filter(({ fileName }) => OURS.test(fileName));
  const ours = files.filter(({ fileName }) => !ASKS_PROTOTYPES.test(fileName));
  const inPages: ts.Node[] = ours.flatMap((file) =>
    IN_PAGES.test(file.fileName) ? [file] : sentIntoPages(checker, file),
  );
  return inPages.flatMap((code) =>
    nodesIn(code).flatMap((node) => {
      const property = clobberedProperty(checker, node);
      return property === undefined ? [] : [{ file: node.getSourceFile(), node, property }];
    }),
  );
}

function nodesIn(top: ts.Node): ts.Node[] {
  const nodes = [top];
  for (const node of nodes) ts.forEachChild(node, (child) => void nodes.push(child));
  return nodes;
}

/** The functions that `executeScript` gets, but for the page's own world: there a page can replace the prototypes too. */
function sentIntoPages(checker: ts.TypeChecker, file: ts.SourceFile): ts.Node[] {
  return nodesIn(file).flatMap((node): readonly ts.Node[] => {
    if (!ts.isPropertyAssignment(node) || node.name.getText() !== 'func') return [];
    if (/\bworld: 'MAIN'/.test(node.parent.getText())) return [];
    if (!ts.isIdentifier(node.initializer)) return [node.initializer];
    const named = checker.getSymbolAtLocation(node.initializer);
    const meant = named && named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
    return meant?.declarations ?? [];
  });
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
if (found.length > 0)
  console.log(
    'Read these by the prototypes, in the content script by extension/src/content/dom/own-properties.ts.',
  );
process.exitCode = found.length > 0 ? 1 : 0;
