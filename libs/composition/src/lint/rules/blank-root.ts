/** An empty root beside a complete composition: the caller most likely means the other file. */
import { compositionId } from '../../nesting/expansion.js';
import { attribute, childrenOf, isElement } from '../../source/dom.js';
import type { Rule } from '../rule.js';
import type { LintScript } from '../script/lint-script.js';
import { isIdentifier, propertyName } from '../script/syntax.js';
import { isUnknownCode } from '../script/unknown-code.js';
import { hasVisibleContent, loadEntry } from '../source/load-unit.js';

/** Names by which a script can put something to see into the page. */
const BUILDERS = new Set(
  (
    'createElement createElementNS append appendChild prepend before after insertBefore insertAdjacentHTML insertAdjacentElement ' +
    'innerHTML outerHTML textContent innerText replaceChildren replaceWith replaceChild write writeln cloneNode getContext ' +
    'attachShadow setHTML fetch import background backgroundColor backgroundImage cssText adoptedStyleSheets render createRoot'
  ).split(' '),
);

function mayBuild(script: LintScript): boolean {
  const tree = script.parsed?.tree;
  if (tree === undefined) return false;
  if (tree.of('ImportExpression').length > 0) return true;
  return (
    tree.of('MemberExpression').some((node) => BUILDERS.has(propertyName(node) ?? '')) ||
    tree.of('Identifier').some((node) => isIdentifier(node) && BUILDERS.has(node.name as string))
  );
}

export const blankRoot: Rule = async (project, report, request) => {
  const { entry, work } = project;
  const { root } = entry;
  if (root === null || request.listHtmlFiles === undefined) return;
  if (hasVisibleContent(root) || entry.hosts.length > 0 || attribute(root, 'style') !== null) return;
  const isAlone = entry.elements.every(
    (element) =>
      element.tagName !== 'body' ||
      childrenOf(element).every((node) => !isElement(node) || node === root || !hasBody(node.tagName)),
  );
  if (!isAlone || isUnknownCode(entry) || entry.scripts.some(mayBuild)) return;
  const used = new Set(project.units.map((unit) => unit.file));
  for (const file of [...(await request.listHtmlFiles())].sort()) {
    if (used.has(file)) continue;
    const text = await work.readText(file).catch(() => null);
    if (text === null) continue;
    const other = await loadEntry(text, file, work).catch(() => null);
    if (other === null || other.root === null || !other.html.sourceCodeLocation?.startTag) continue;
    if (!hasVisibleContent(other.root)) continue;
    report('blank_root_with_standalone_composition', {
      unit: entry,
      element: root,
      message: `the root "${compositionId(root)}" of ${entry.file} is empty, while ${file} is a complete composition ("${compositionId(other.root)}")`,
      fixHint: `Render that file with --composition ${file}, or mount it in ${entry.file} with data-composition-src="${file}".`,
    });
    return;
  }
};

const hasBody = (tag: string): boolean =>
  !['script', 'style', 'link', 'meta', 'template', 'title', 'noscript'].includes(tag);
