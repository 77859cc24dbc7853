/** Lists every URL of the compiled document with the file that names it, and checks what only elements can tell. */
import { type AssetReference, INSTANCE_ATTRIBUTE, SOURCE_FILE_ATTRIBUTE } from '@framefarm/contract';
import type { Compilation } from '../compilation.js';
import type { InstanceDraft } from '../nesting/drafts.js';
import { parseScript } from '../script/analysis.js';
import { declaredNames } from '../script/sharing.js';
import { attribute, childrenOf, type Element, isElement, type Node } from '../source/dom.js';
import { boundUrl, isBindableUrl, takesBoundSource } from '../variables/bindings.js';
import { show } from '../variables/types.js';
import { listElement } from './elements.js';

export interface InventoryInput {
  readonly document: Node;
  readonly entryFile: string;
  readonly drafts: readonly InstanceDraft[];
  /** Merged variables by runtime id; under the empty id those of a root that a script will create. */
  readonly variables: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

/** Assets in document order. Inline handlers of children that need names of their scripts raise `unsupported_feature`. */
export function inventory(input: InventoryInput, work: Compilation): AssetReference[] {
  const byId = new Map(input.drafts.map((draft) => [draft.runtimeId, draft]));
  const root = input.drafts.find((draft) => draft.isRoot) ?? null;
  const found: AssetReference[] = [];
  const visit = (parent: Node, owner: InstanceDraft | null, file: string): void => {
    for (const element of childrenOf(parent)) {
      if (!isElement(element)) continue;
      const instance = byId.get(attribute(element, INSTANCE_ATTRIBUTE) ?? '') ?? null;
      const inner = instance ?? owner;
      const named = attribute(element, SOURCE_FILE_ATTRIBUTE) ?? file;
      const values = input.variables.get((inner ?? root)?.runtimeId ?? '') ?? {};
      found.push(...listElement(element, named, boundSource(element, values, named, work)));
      if (owner?.mounted) checkHandlers(element, owner, work);
      visit(element, inner, instance?.mounted ? instance.file : file);
    }
  };
  visit(input.document, null, input.entryFile);
  return found;
}

/** URL that `data-var-src` will write (composition-format 8), or null. */
function boundSource(
  element: Element,
  values: Readonly<Record<string, unknown>>,
  file: string,
  work: Compilation,
): string | null {
  const id = attribute(element, 'data-var-src');
  if (id === null || !takesBoundSource(element.tagName) || !Object.hasOwn(values, id)) return null;
  const url = boundUrl(values[id]);
  if (url === null || url.trim() === '') return null;
  if (isBindableUrl(url)) return url;
  work.warnings.push({
    code: 'variable_issue',
    stage: 'compile',
    message: `${show(url)} of the variable "${id}" is no http, https, blob, data:image or relative URL; <${element.tagName} data-var-src="${id}"> in ${file} keeps its source`,
    details: { kind: 'refused-source', variable: id, file },
  });
  return null;
}

function checkHandlers(element: Element, owner: InstanceDraft, work: Compilation): void {
  const handlers = element.attrs.filter(({ name }) => /^on[a-z]+$/.test(name));
  if (handlers.length === 0) return;
  const declared = declaredNames(owner.scripts);
  for (const { name, value } of handlers) {
    const parsed = parseScript(`(function(event){${value}\n})`, 'script');
    if (!parsed.ok) continue;
    const names = [...declared].filter((entry) => parsed.analysis.used.has(entry));
    if (names.length === 0) continue;
    work.unsupported(
      'inline_handler_scope',
      `${name}="${value}" on <${element.tagName}> in nested composition ${owner.file} uses ${names.join(', ')} of its scripts, which inline handlers do not see (use addEventListener)`,
      { file: owner.file, handler: name, names },
    );
  }
}
