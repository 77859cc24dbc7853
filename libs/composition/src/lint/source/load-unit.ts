/** Reads one file as a composition source. */
import { listElement, rebaseElement } from '../../assets/elements.js';
import type { Compilation } from '../../compilation.js';
import { type ChildContent, inlineTemplate, isEmpty, readChildDocument } from '../../nesting/child-document.js';
import { chooseRoot, compositionId } from '../../nesting/expansion.js';
import {
  attribute,
  childrenOf,
  type Element,
  elementsBelow,
  frameOf,
  isElement,
  isTemplate,
  type Node,
  parseHtml,
  type Template,
} from '../../source/dom.js';
import { directoryOf, holdsTemplateToken } from '../../source/paths.js';
import { loadScripts } from './scripts.js';
import { loadSheets } from './styles.js';
import type { AssetUse, Host, Unit } from './unit.js';

/** @throws FramefarmError COMPOSITION_NOT_FOUND is left to the caller: `text` is the file's text. */
export async function loadEntry(text: string, file: string, work: Compilation): Promise<Unit> {
  const read = () => {
    const document = parseHtml(text, file);
    return { html: frameOf(document).root, elements: elementsBelow(document), document };
  };
  const { html, elements, document } = read();
  return complete({ text, file, isEntry: true, html, elements, root: chooseRoot(document) }, read().elements, work);
}

/** @throws FramefarmError EMPTY_COMPOSITION when the file holds nothing usable for the host `id`. */
export async function loadChild(text: string, file: string, id: string, work: Compilation): Promise<Unit> {
  const read = () => readChildDocument(text, file, id);
  const content = read();
  const elements = elementsOf(content);
  const html = content.htmlElement ?? frameOf(parseHtml(text, file)).root;
  const base = { text, file, isEntry: false, html, elements, root: childRoot(elements, id) };
  return complete(base, elementsOf(read()), work);
}

/** Content of an inline template that fills an empty host of `outer`. */
export async function loadInline(outer: Unit, template: Template, id: string, work: Compilation): Promise<Unit> {
  const elements = elementsBelow(template.content);
  const base = {
    text: outer.text,
    file: outer.file,
    isEntry: false,
    html: outer.html,
    elements,
    root: childRoot(elements, id),
  };
  return complete(base, null, work);
}

const elementsOf = (content: ChildContent): Element[] => [
  ...content.extra,
  ...content.nodes.flatMap((node) => (isElement(node) ? [node, ...elementsBelow(node)] : [])),
];

/** The child's own root: the marked one, the one with the host's id, else the first that is no host itself. */
function childRoot(elements: readonly Element[], id: string): Element | null {
  const candidates = elements.filter(
    (element) => compositionId(element) !== null && attribute(element, 'data-composition-src') === null,
  );
  return (
    candidates.find((element) => attribute(element, 'data-root') === 'true') ??
    candidates.find((element) => attribute(element, 'data-composition-id') === id) ??
    candidates[0] ??
    null
  );
}

type Base = Pick<Unit, 'text' | 'file' | 'isEntry' | 'html' | 'elements' | 'root'>;

/** `twins` are the same elements parsed once more: their URLs may be rewritten, those of the unit stay as written. */
async function complete(base: Base, twins: readonly Element[] | null, work: Compilation): Promise<Unit> {
  const { file, elements } = base;
  const { scripts, urls } = await loadScripts(elements, file, work);
  const { sheets, assets, fonts } = await loadSheets(elements, file, work);
  const used: AssetUse[] = assets.map(({ kind, url, file: where }) => ({ kind, url, element: null, file: where }));
  const rewritten =
    twins ?? elements.map((element) => ({ ...element, attrs: element.attrs.map((one) => ({ ...one })) }));
  for (const [index, twin] of rewritten.entries()) {
    await rebaseElement(twin, directoryOf(file), work);
    for (const { kind, url } of listElement(twin, file, null)) {
      used.push({ kind, url, element: elements[index] ?? null, file });
    }
  }
  return { ...base, hosts: hostsOf(base), scripts, scriptUrls: urls, sheets, assets: used, declaredFonts: fonts };
}

function hostsOf(base: Base): Host[] {
  const templates = templatesOf(base.elements);
  const hosts: Host[] = [];
  for (const element of base.elements) {
    const id = compositionId(element);
    const source = attribute(element, 'data-composition-src');
    if (id === null || (source !== null && holdsTemplateToken(source))) continue;
    const isFilled = source !== null || (isEmpty(element) && inlineTemplate(templates, id) !== undefined);
    if (isFilled) hosts.push({ element, id, source });
  }
  return hosts;
}

export const templatesOf = (elements: readonly Element[]): Template[] =>
  elements.filter((one: Node) => isTemplate(one)) as Template[];

/** Element children and text of an element, scripts and the like left out: is there anything to see? */
export function hasVisibleContent(element: Element): boolean {
  return childrenOf(element).some((node) => {
    if (!isElement(node)) return 'value' in node && node.nodeName === '#text' && node.value.trim() !== '';
    return !['script', 'style', 'link', 'meta', 'template', 'audio', 'hf-audio-group'].includes(node.tagName);
  });
}
