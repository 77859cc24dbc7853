/** Fills every host of a document, also of the documents so placed (reference: composition-format 6). */

import { rebaseElement } from '../assets/elements.js';
import { type Compilation, tooManyMounts } from '../compilation.js';
import { positiveSeconds } from '../root-element/attributes.js';
import {
  append,
  attribute,
  childrenOf,
  createElement,
  detach,
  type Element,
  elementsBelow,
  isElement,
  isTemplate,
  type Node,
  type ParentNode,
  setAttribute,
  type Template,
} from '../source/dom.js';
import { directoryOf, fileName, holdsTemplateToken, joinClamped, projectPathOf } from '../source/paths.js';
import { BOX_TAG } from '../style/selectors.js';
import { type ChildContent, emptyComposition, inlineTemplate, isEmpty, readChildDocument } from './child-document.js';
import type { InstanceDraft } from './drafts.js';
import { harvest, stripChildRoot } from './harvest.js';

/** More mounts than this are an accident or an attack; every one costs a copy of its file. */
export const MAX_MOUNTS = 1000;

/** What is said of a composition that mounts itself. `stack`: files from the entry down, the one that comes again last. */
export const cycleWords = (id: string, stack: readonly string[]): string =>
  `composition "${id}" mounts itself (${stack.join(' > ')}); the inner mount is skipped`;

interface Place {
  readonly file: string;
  readonly parent: InstanceDraft | null;
  /** Files from the entry down to this one. */
  readonly stack: readonly string[];
  /** Templates of the entry or of the file at hand that may fill empty hosts. */
  readonly templates: readonly Template[];
}

/** True for an element that is a composition element: it has an id, and no template token in its name. */
export function compositionId(element: Element): string | null {
  const id = attribute(element, 'data-composition-id');
  if (id === null || id.trim() === '' || holdsTemplateToken(id)) return null;
  return holdsTemplateToken(attribute(element, 'data-composition-src') ?? '') ? null : id;
}

/** The root by composition-format 2, from the composition elements outside templates. */
export function chooseRoot(node: Node): Element | null {
  const candidates = elementsBelow(node).filter((element) => compositionId(element) !== null);
  return candidates.find((element) => attribute(element, 'data-root') === 'true') ?? candidates[0] ?? null;
}

export class Expansion {
  #mounts = 0;
  #rootDraft: InstanceDraft | null = null;

  constructor(
    private readonly work: Compilation,
    private readonly root: Element | null,
  ) {}

  /** Visits composition elements in document order and fills hosts; a host is filled before its content is visited. */
  async visit(container: ParentNode, place: Place): Promise<void> {
    for (const node of [...childrenOf(container)]) {
      if (!isElement(node)) continue;
      const source = attribute(node, 'data-composition-src');
      const id = compositionId(node) ?? (await this.#nameHost(node, source, place));
      if (id === null) {
        await this.visit(node, place);
        continue;
      }
      const draft = this.#open(node, id, place);
      const inner = await this.#fill(draft, source, place);
      await this.visit(draft.box ?? node, { ...inner, parent: draft });
    }
  }

  /** A host without an id is called as the composition in its file, or as the file; null for what is no host. */
  async #nameHost(element: Element, source: string | null, place: Place): Promise<string | null> {
    // A name that holds a template token is one.
    const written = (attribute(element, 'data-composition-id') ?? '').trim() !== '';
    if (source === null || written || holdsTemplateToken(source)) return null;
    const path = projectPathOf(source);
    // A circle is told of where it is mounted.
    const named = path === null || path === '' || place.stack.includes(path) ? null : await this.#idIn(path, source);
    const id = named ?? fileName(source);
    setAttribute(element, 'data-composition-id', id);
    return id;
  }

  async #idIn(path: string, source: string): Promise<string | null> {
    const { nodes, htmlElement } = readChildDocument(await this.#read(path, source), path, source);
    const elements = nodes.filter(isElement).flatMap((node) => [node, ...elementsBelow(node)]);
    for (const element of [...elements, htmlElement]) {
      const id = element === null ? null : compositionId(element);
      if (id !== null) return id;
    }
    return null;
  }

  #open(element: Element, id: string, place: Place): InstanceDraft {
    const isRoot = element === this.root;
    const draft: InstanceDraft = {
      authoredId: id,
      element,
      parent: isRoot ? null : (place.parent ?? this.#rootDraft),
      isRoot,
      hosted: attribute(element, 'data-composition-src') !== null,
      mounted: false,
      file: place.file,
      box: null,
      childRoot: null,
      declarations: [],
      styles: [],
      scripts: [],
      ids: new Map(),
      runtimeId: id,
    };
    if (isRoot) this.#adopt(draft);
    this.work.drafts.push(draft);
    return draft;
  }

  /** Compositions that stood before the root belong to it all the same. */
  #adopt(root: InstanceDraft): void {
    this.#rootDraft = root;
    for (const [index, draft] of this.work.drafts.entries()) {
      if (draft.parent === null) this.work.drafts[index] = Object.assign(draft, { parent: root });
    }
  }

  /** Returns the place in which the content of the instance stands. */
  async #fill(draft: InstanceDraft, source: string | null, place: Place): Promise<Place> {
    if (source === null) {
      const template = isEmpty(draft.element) ? inlineTemplate(place.templates, draft.authoredId) : undefined;
      if (template !== undefined && !place.stack.includes(`#${draft.authoredId}`)) {
        const nodes = childrenOf(cloneTree(template.content));
        await this.#mount(draft, { nodes, extra: [], frames: [], htmlElement: null, leftOut: [] }, place.file);
        return { ...place, stack: [...place.stack, `#${draft.authoredId}`] };
      }
      if (template !== undefined) this.#cycle(draft.authoredId, [...place.stack, `#${draft.authoredId}`]);
      this.#declare(draft, [draft.element], place.file);
      return place;
    }
    const path = projectPathOf(source);
    if (path === null || path === '')
      throw emptyComposition(source || '""', draft.authoredId, 'is not the path of a project file');
    draft.file = path;
    if (place.stack.includes(path)) {
      draft.file = place.file;
      this.#cycle(draft.authoredId, [...place.stack, path]);
      this.#declare(draft, [draft.element], place.file);
      return place;
    }
    const content = readChildDocument(await this.#read(path, draft.authoredId), path, draft.authoredId);
    if (content.leftOut.length > 0) {
      this.work.notices.push({
        code: 'content_outside_template',
        message: `${path} has a template, so its ${content.leftOut.join(', ')} outside of it ${content.leftOut.length > 1 ? 'are' : 'is'} not used`,
      });
    }
    const templates = content.nodes.flatMap((node) => [node, ...elementsBelow(node)]).filter(isTemplate);
    await this.#mount(draft, content, path);
    return { file: path, parent: draft, stack: [...place.stack, path], templates };
  }

  async #read(path: string, id: string): Promise<string> {
    let text: string | null;
    try {
      text = await this.work.readText(path);
    } catch (error) {
      throw emptyComposition(
        path,
        id,
        `cannot be read: ${error instanceof Error ? error.message : String(error)}`,
        error,
      );
    }
    if (text === null) throw emptyComposition(path, id, 'does not exist (the path is relative to the project root)');
    return text;
  }

  #cycle(id: string, stack: readonly string[]): void {
    this.work.warnings.push({
      code: 'composition_cycle',
      stage: 'compile',
      message: cycleWords(id, stack),
      details: { id, path: stack },
    });
  }

  async #mount(draft: InstanceDraft, content: ChildContent, file: string): Promise<void> {
    this.#mounts += 1;
    if (this.#mounts > MAX_MOUNTS) throw tooManyMounts(MAX_MOUNTS);
    const host = draft.element;
    for (const old of [...childrenOf(host)]) detach(old);
    const box = createElement(BOX_TAG, frameAttributes(content.frames));
    for (const node of [...content.nodes]) append(box, node as Element);
    append(host, box);
    draft.box = box;
    draft.hosted = true;
    draft.mounted = true;

    const childRoot = findChildRoot(box, draft.authoredId);
    this.#declare(
      draft,
      [content.htmlElement, childRoot, host].filter((element) => element !== null),
      file,
    );
    if (childRoot !== null) {
      draft.childRoot = { element: childRoot, id: attribute(childRoot, 'data-composition-id') ?? '' };
      inheritFromChild(host, childRoot);
      stripChildRoot(childRoot);
    }
    for (const element of [...content.extra, ...elementsBelow(box)]) await harvest(element, draft, file, this.work);
    for (const element of [box, ...elementsBelow(box)]) await rebaseElement(element, directoryOf(file), this.work);
  }

  #declare(draft: InstanceDraft, elements: readonly Element[], file: string): void {
    for (const element of elements) {
      const text = attribute(element, 'data-composition-variables');
      if (text === null) continue;
      const where =
        element === draft.element ? `"${draft.authoredId}"` : `<${element.tagName}> of ${joinClamped('', file)}`;
      draft.declarations.push({ text, where });
    }
  }
}

/** The child's own root: the marked one, the one with the host's id, else the first that is no host itself. */
function findChildRoot(box: Element, id: string): Element | null {
  const candidates = elementsBelow(box).filter(
    (element) => compositionId(element) !== null && attribute(element, 'data-composition-src') === null,
  );
  const named = (element: Element): boolean => attribute(element, 'data-composition-id') === id;
  const found =
    candidates.find((element) => attribute(element, 'data-root') === 'true') ?? candidates.find(named) ?? candidates[0];
  return found ?? null;
}

function inheritFromChild(host: Element, childRoot: Element): void {
  for (const name of ['data-width', 'data-height', 'data-no-timeline']) {
    const value = attribute(childRoot, name);
    if (value !== null && attribute(host, name) === null) setAttribute(host, name, value);
  }
  const seconds =
    positiveSeconds(attribute(childRoot, 'data-duration')) ??
    positiveSeconds(attribute(childRoot, 'data-composition-duration'));
  if (seconds !== null) setAttribute(host, 'data-ff-child-duration', String(seconds));
}

/** Class, style, language and direction of the child's `html` and `body`, put together on its box. */
function frameAttributes(frames: readonly Element[]): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const frame of frames) {
    for (const { name, value } of frame.attrs) {
      if (name === 'class') attributes.class = attributes.class === undefined ? value : `${attributes.class} ${value}`;
      else if (name === 'style')
        attributes.style = attributes.style === undefined ? value : `${attributes.style};${value}`;
      else if (
        name === 'lang' ||
        name === 'dir' ||
        name === 'id' ||
        (name.startsWith('data-') && name !== 'data-composition-variables')
      ) {
        attributes[name] = value;
      }
    }
  }
  return attributes;
}

function cloneTree<T extends Node>(node: T): T {
  const copy = { ...node } as T & { childNodes?: Node[]; attrs?: Element['attrs']; content?: Node };
  if (copy.attrs !== undefined) copy.attrs = copy.attrs.map((entry) => ({ ...entry }));
  if (copy.content !== undefined) copy.content = cloneTree(copy.content);
  if (copy.childNodes !== undefined) {
    copy.childNodes = copy.childNodes.map((child) => Object.assign(cloneTree(child), { parentNode: copy }));
  }
  return copy;
}
