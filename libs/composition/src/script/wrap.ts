/** Gives scripts of a child a scope of their own (reference: composition-format 6, isolation; page protocol). */

import { PAGE_SCOPE_GLOBAL, PAGE_SCOPE_NAMES, PAGE_SCOPE_PLUGINS } from '@framefarm/contract';
import type { Node } from 'acorn';
import type { ScriptAnalysis } from './analysis.js';
import { walk } from './analysis.js';
import { isNamed, lineFeeds, literal, sourceComment } from './source-name.js';

/** Code of one inline script and where it stood. */
export interface ScriptPart {
  readonly code: string;
  /** First line of the code in its file, from 1. */
  readonly line: number;
}

interface Place {
  readonly runtimeId: string;
  readonly file: string;
}

/** @param code that the names are for, whose own come before them */
function bindings(id: string, code: string, own: ReadonlySet<string> = new Set()): string {
  const plugins = PAGE_SCOPE_PLUGINS.filter((name) => code.includes(name));
  const names = [...PAGE_SCOPE_NAMES, ...plugins].filter((name) => !own.has(name));
  return `const{${names.join(',')}}=${PAGE_SCOPE_GLOBAL}(${literal(id)});`;
}
const failing = (place: Place, error: string): string =>
  `${PAGE_SCOPE_GLOBAL}.fail(${literal(place.runtimeId)},${error},${literal(place.file)})`;

/** Joins scripts of one file so that each keeps its line numbers. */
function joined(parts: readonly ScriptPart[], opening: string): string {
  let text = '';
  let line = 1;
  for (const part of parts) {
    const gap = '\n'.repeat(Math.max(0, part.line - line));
    text += gap + (text === '' ? opening : ';') + part.code;
    line = Math.max(line, part.line) + part.code.split('\n').length - 1;
    // A closing line comment must not swallow what follows.
    text += '\n';
    line += 1;
  }
  return text;
}

/** Classic scripts of one child as one function; `this` is the scope's window, as at the top of a script. */
export function wrapClassic(parts: readonly ScriptPart[], place: Place): string {
  const code = parts.map((part) => part.code).join('\n');
  const opening = `(function(){${bindings(place.runtimeId, code)}try{(function(){`;
  const body = joined(parts, opening);
  const name = parts.some((part) => isNamed(part.code)) ? '\n' : sourceComment(place.file);
  return `${body}}).call(window)}catch(error){${failing(place, 'error')}}})();${name}`;
}

/** What runs instead of a script that cannot be parsed: its report. */
export function reportUnparsable(place: Place, message: string, line: number): string {
  const text = `${message} (${place.file}:${line})`;
  return `${failing(place, `new SyntaxError(${literal(text)})`)};${sourceComment(place.file)}`;
}

/** Where a module imports GSAP or one of its plugins from. */
const OF_GSAP = /(?:^|[/@])gsap\b/i;

interface LocalName {
  /** As the module's code has it. */
  readonly name: string;
  /** As it is imported, before the scope of the composition is put around it. */
  readonly alias: string;
}

/**
 * What of an import the composition has a scope for, under other names: a GSAP that a module imports for itself is limited to its
 * composition as well, and what has the name of a binding of the scope takes the place of that.
 */
function renamedImports(node: Node & Record<string, unknown>, before: number): { edits: Edit[]; names: LocalName[] } {
  const isGsap = OF_GSAP.test((node.source as { value: string }).value);
  const edits: Edit[] = [];
  const names: LocalName[] = [];
  for (const specifier of node.specifiers as (Node & Record<string, unknown>)[]) {
    const local = specifier.local as Node & { name: string };
    if (!isGsap && !(PAGE_SCOPE_NAMES as readonly string[]).includes(local.name)) continue;
    const alias = `__framefarmImport${before + names.length}`;
    names.push({ name: local.name, alias });
    const imported = specifier.imported as Node | undefined;
    const isShort = imported !== undefined && imported.start === local.start;
    edits.push({ start: local.start, end: local.end, text: isShort ? `${local.name} as ${alias}` : alias });
  }
  return { edits, names };
}

/** Without the comments that lines end in. The last line of an import ends in no comment, but its address may hold two slashes. */
function onOneLine(statement: string): string {
  const lines = statement.split('\n');
  const last = lines.pop() ?? '';
  return [...lines.map((line) => line.split('//', 1)[0]), last].join(' ');
}

/**
 * A module: imports stay at the top, the rest runs in an awaited async function, so top-level `await` works. Exports of
 * an inline module can be used by nobody and lose their keyword.
 */
export function wrapModule(
  part: ScriptPart,
  analysis: ScriptAnalysis,
  place: Place,
  rebased: ReadonlyMap<string, string>,
): string {
  const imports: string[] = [];
  const edits: Edit[] = specifierEdits(analysis.program, rebased);
  const renamed: LocalName[] = [];
  for (const node of analysis.program.body as unknown as (Node & Record<string, unknown>)[]) {
    const source = node.source as { value: string } | null | undefined;
    if (node.type === 'ImportDeclaration') {
      const { edits: locals, names } = renamedImports(node, renamed.length);
      renamed.push(...names);
      const own = [...edits.filter((edit) => edit.start >= node.start && edit.end <= node.end), ...locals];
      imports.push(onOneLine(applyEdits(part.code, own, node.start, node.end)));
      edits.push({ start: node.start, end: node.end, text: blank(part.code, node) });
    } else if (node.type.startsWith('Export')) {
      if (source) imports.push(`import ${literal(rebased.get(source.value) ?? source.value)}`);
      const declaration = node.declaration as (Node & Record<string, unknown>) | null | undefined;
      if (!declaration) edits.push({ start: node.start, end: node.end, text: blank(part.code, node) });
      else {
        const named = !/Declaration$/.test(declaration.type) || declaration.id !== null;
        const expression =
          node.type === 'ExportDefaultDeclaration' && (!named || !/Declaration$/.test(declaration.type));
        edits.push({ start: node.start, end: declaration.start, text: expression ? 'void ' : '' });
      }
    }
  }
  const outermost = edits.filter(
    (edit) => !edits.some((other) => other !== edit && other.start <= edit.start && other.end >= edit.end),
  );
  const body = applyEdits(part.code, outermost, 0, part.code.length);
  const head = imports.map((line) => `${line.replace(/;\s*$/, '')};`).join('');
  const names = bindings(place.runtimeId, part.code, new Set(renamed.map(({ name }) => name)));
  const owned = renamed.map(
    ({ name, alias }) => `const ${name}=${PAGE_SCOPE_GLOBAL}.own(${literal(place.runtimeId)},${alias});`,
  );
  const opening = `${head}${names}${owned.join('')}try{await(async function(){`;
  const name = isNamed(part.code) ? '' : sourceComment(place.file);
  return `${lineFeeds(part.line)}${opening}${body}\n})()}catch(error){${failing(place, 'error')}}${name}`;
}

/** A classic script with the literal specifiers of its dynamic imports rebased. */
export function rebaseDynamicImports(
  code: string,
  analysis: ScriptAnalysis,
  rebased: ReadonlyMap<string, string>,
): string {
  return applyEdits(code, specifierEdits(analysis.program, rebased), 0, code.length);
}

/** Relative specifiers of a script, static and literal dynamic ones. */
export function relativeSpecifiers(analysis: ScriptAnalysis): string[] {
  const found: string[] = [];
  walk(analysis.program, (node) => {
    const source = node.source as { type?: string; value?: unknown } | null | undefined;
    if (/^(?:Import|Export)/.test(node.type) && typeof source?.value === 'string' && /^\.{0,2}\//.test(source.value)) {
      found.push(source.value);
    }
    return true;
  });
  return found;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function specifierEdits(program: Node, rebased: ReadonlyMap<string, string>): Edit[] {
  const edits: Edit[] = [];
  walk(program, (node) => {
    const source = node.source as (Node & { value?: unknown }) | null | undefined;
    const next = typeof source?.value === 'string' ? rebased.get(source.value) : undefined;
    if (/^(?:Import|Export)/.test(node.type) && source && next !== undefined) {
      edits.push({ start: source.start, end: source.end, text: literal(next) });
    }
    return true;
  });
  return edits;
}

/** As many line feeds as the text had, so that lines stay where they are. */
const blank = (code: string, node: Node): string => code.slice(node.start, node.end).replace(/[^\n]/g, '');

function applyEdits(code: string, edits: readonly Edit[], from: number, to: number): string {
  let text = '';
  let at = from;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    text += code.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + code.slice(at, to);
}
