/** The types of the library entry, with every declaration it reaches and none that an installed package cannot resolve. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { bundleDir, packageDir, workspaceDir } from './rooms.mjs';

const TYPES = join(bundleDir, 'types');

/**
 * Copies the declaration files that `dist/library/index.d.ts` reaches to `bundle/types`. An import of a library becomes
 * imports of the very files that declare the names: an index would drag in declarations of packages that only the
 * implementation knows.
 * @throws Error when a declaration reaches a package from npm.
 */
export function bundleDeclarations() {
  const entry = join(packageDir, 'dist', 'library', 'index.d.ts');
  const program = ts.createProgram([entry], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: ['node'],
    typeRoots: [join(workspaceDir, 'node_modules', '@types')],
    skipLibCheck: true,
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  const waiting = [entry];
  const done = new Set(waiting);
  const reach = (file) => {
    if (!done.has(file)) waiting.push(file);
    done.add(file);
    return placeOfTypes(file);
  };
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const source = program.getSourceFile(file);
    if (source === undefined) throw new Error(`${file} is no declaration file of the program`);
    write(file, rewritten(source, checker, reach));
  }
}

/** `bundle/types/<room>/…` for a file of `<room>/dist`. */
function placeOfTypes(file) {
  const [, room, rest] = /^(?:libs\/)?([^/]+)\/dist\/(.+)$/.exec(relative(workspaceDir, file)) ?? [];
  if (room === undefined) throw new Error(`the public types reach ${file}, which is not part of the package`);
  return join(TYPES, room === 'oclif' ? '' : room, room === 'oclif' ? rest.replace(/^library\//, '') : rest);
}

function write(file, text) {
  const target = placeOfTypes(file);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text.replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '\n'));
}

function rewritten(source, checker, reach) {
  const edits = [];
  const here = dirname(placeOfTypes(source.fileName));
  const specifierTo = (file) => {
    const way = relative(here, reach(file)).replace(/\.d\.ts$/, '.js');
    return way.startsWith('.') ? way : `./${way}`;
  };
  const visit = (node) => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined) {
      if (!node.moduleSpecifier.text.startsWith('node:')) edits.push([node, declaration(node, checker, specifierTo)]);
      return;
    }
    if (ts.isImportTypeNode(node)) throw new Error(`${source.fileName}: give "${node.getText()}" a name and an import`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  let text = source.text;
  for (const [node, replacement] of edits.reverse()) {
    text = text.slice(0, node.getStart()) + replacement + text.slice(node.getEnd());
  }
  return text;
}

/** One import or export statement as statements that name the declaring files. */
function declaration(node, checker, specifierTo) {
  const clause = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause;
  const keyword = ts.isImportDeclaration(node) ? 'import' : 'export';
  const from = node.moduleSpecifier;
  if (clause === undefined && ts.isExportDeclaration(node)) {
    const target = checker.getSymbolAtLocation(from).declarations[0].fileName;
    return `${keyword} ${node.isTypeOnly ? 'type ' : ''}* from '${specifierTo(target)}';`;
  }
  if (clause === undefined || !('elements' in clause))
    throw new Error(`"${node.getText()}" does not name what it takes`);
  const isTypeOnly = ts.isImportDeclaration(node) ? node.importClause.isTypeOnly : node.isTypeOnly;
  const byFile = new Map();
  for (const element of clause.elements) {
    const named = checker.getSymbolAtLocation(element.name);
    const symbol = named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
    const [declared] = symbol.declarations ?? [];
    if (declared === undefined) throw new Error(`"${node.getText()}": ${element.name.text} is declared nowhere`);
    const file = declared.getSourceFile().fileName;
    byFile.set(file, [...(byFile.get(file) ?? []), element.getText()]);
  }
  return [...byFile]
    .map(
      ([file, names]) => `${keyword} ${isTypeOnly ? 'type ' : ''}{ ${names.join(', ')} } from '${specifierTo(file)}';`,
    )
    .join('\n');
}
