/** Collects the scripts of a source: inline ones, local files, and what modules import from the project. */
import type { Compilation } from '../../compilation.js';
import { scriptKind } from '../../nesting/harvest.js';
import { relativeSpecifiers } from '../../script/wrap.js';
import { attribute, type Element, textLine, textOf } from '../../source/dom.js';
import { directoryOf, joinClamped, projectPathOf } from '../../source/paths.js';
import { LintScript } from '../script/lint-script.js';
import { child } from '../script/syntax.js';

/** Longer files are bundles rather than scripts of a composition. */
const MAX_AUTHORED_LENGTH = 150_000;
const LIBRARY_NAME =
  /(?:^|\/)(?:vendor|libs?|node_modules|third[-_]party)\/|\.min\.m?js$|(?:^|\/)(?:gsap|three|lottie|bodymovin|dotlottie|anime|d3|pixi|p5|tailwind|jquery|mapbox|maplibre|leaflet)[\w.-]*\.m?js$/i;

export interface ScriptSet {
  readonly scripts: readonly LintScript[];
  readonly urls: readonly string[];
}

export async function loadScripts(elements: readonly Element[], file: string, work: Compilation): Promise<ScriptSet> {
  const scripts: LintScript[] = [];
  const urls: string[] = [];
  const seen = new Set<string>();

  const add = async (script: LintScript): Promise<void> => {
    scripts.push(script);
    if (script.parsed === null) return;
    const { tree, analysis } = script.parsed;
    for (const type of ['ImportDeclaration', 'ImportExpression', 'ExportNamedDeclaration', 'ExportAllDeclaration']) {
      for (const node of tree.of(type)) {
        const specifier = child(node, 'source')?.value;
        if (typeof specifier === 'string') urls.push(specifier);
      }
    }
    for (const specifier of relativeSpecifiers(analysis)) await addFile(specifier, script.source.file, 'module', null);
  };
  const addFile = async (
    url: string,
    from: string,
    kind: 'classic' | 'module',
    element: Element | null,
  ): Promise<void> => {
    const path = projectPathOf(
      element === null ? joinClamped(directoryOf(from), url) : await work.urls.rebase(url, directoryOf(from)),
    );
    if (path === null || path === '' || seen.has(path)) return;
    seen.add(path);
    const code = await readScript(path, work);
    if (code === null) return;
    const isLibrary = code.length > MAX_AUTHORED_LENGTH || LIBRARY_NAME.test(path);
    await add(new LintScript({ file: path, code, line: 1, kind, element, isLibrary }));
  };

  for (const element of elements) {
    if (element.tagName !== 'script') continue;
    const kind = scriptKind(element);
    if (kind === 'importmap') urls.push(...importMapTargets(textOf(element)));
    if (kind !== 'classic' && kind !== 'module') continue;
    const src = attribute(element, 'src');
    if (src === null) {
      const code = textOf(element);
      await add(new LintScript({ file, code, line: textLine(element), kind, element, isLibrary: false }));
    } else {
      urls.push(src.trim());
      await addFile(src, file, kind, element);
    }
  }
  return { scripts, urls };
}

/** A file that cannot be read is the business of `missing_local_asset`. */
async function readScript(path: string, work: Compilation): Promise<string | null> {
  try {
    return await work.readText(path);
  } catch {
    return null;
  }
}

function importMapTargets(text: string): string[] {
  try {
    const { imports } = JSON.parse(text) as { imports?: Record<string, unknown> };
    return Object.values(imports ?? {}).filter((url) => typeof url === 'string');
  } catch {
    return [];
  }
}
