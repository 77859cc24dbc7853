/** Turns a project's entry file into one document and the facts about it. */
import type { AssetReference, CompiledComposition, CompositionInstance, InputIssue } from '@framefarm/contract';
import { serialize } from 'parse5';
import { takeInlineMedia } from './assets/inline-media.js';
import { inventory } from './assets/inventory.js';
import { askForReadablePictures } from './assets/readable-pictures.js';
import { Compilation } from './compilation.js';
import { followRenames, readEntry } from './entry.js';
import type { InstanceDraft } from './nesting/drafts.js';
import { defaultSheet, emitScripts, emitStyles, markInstance } from './nesting/emission.js';
import { chooseRoot, Expansion } from './nesting/expansion.js';
import { separateReferences } from './nesting/reference-ids.js';
import { assignRuntimeIds } from './nesting/runtime-ids.js';
import { readRoot } from './root-element/attributes.js';
import {
  append,
  attribute,
  createElement,
  type Element,
  elementsBelow,
  frameOf,
  isElement,
  isTemplate,
  setAttribute,
} from './source/dom.js';
import { assetUrl } from './source/paths.js';
import type { ProjectReader } from './source/project-reader.js';
import { type DeclarationSource, mergeVariables, readHostValues } from './variables/merge.js';
import { refuseForbiddenKeys } from './variables/validate.js';

export interface CompileRequest {
  readonly project: ProjectReader;
  /** Path relative to the project, `/`-separated. */
  readonly entryFile: string;
  /** Overrides for the root, from options, a file, a batch row or a request. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Compiles a composition (reference: composition-format 1, 2, 6, 8, 11.1). The README of this library says what the
 * document looks like. Without a root in the source `rootId` and the size are null. Issues of variables are returned in
 * `variableIssues` and not among the warnings: the caller decides between a warning and a refusal.
 * @throws FramefarmError COMPOSITION_NOT_FOUND, COMPOSITION_SIZE_INVALID, COMPOSITION_ZERO_DURATION, EMPTY_COMPOSITION,
 * VARIABLES_INVALID for keys that could reach a prototype. What the reader throws passes through for the entry.
 */
export async function compileComposition(request: CompileRequest): Promise<CompiledComposition> {
  refuseForbiddenKeys(request.variables);
  const work = new Compilation(request.project);
  const entry = await readEntry(request.entryFile, work);
  const { root: html, head, body } = frameOf(entry.document);
  const rootElement = chooseRoot(entry.document);
  const templates = elementsBelow(entry.document).filter(isTemplate);
  await new Expansion(work, rootElement).visit(entry.document, {
    file: entry.file,
    parent: null,
    stack: [entry.file],
    templates,
  });

  const renamed = assignRuntimeIds(work.drafts);
  for (const draft of work.drafts) markInstance(draft);
  separateReferences(html, work.drafts);
  followRenames(entry, renamed);
  addDefaults(head, work.drafts);
  addHeadElements(head, work.headElements);
  for (const draft of work.drafts) emitStyles(draft, head, renamed, work);
  for (const draft of work.drafts) emitScripts(draft, body ?? html, entry.loaded, work);

  askForReadablePictures(entry.document);
  const inlineMedia = takeInlineMedia(entry.document);
  const { instances, issues } = describeInstances(html, work, request.variables, entry.file);
  const variables = new Map(instances.map((instance) => [instance.runtimeId, instance.variables]));
  const listed = inventory({ document: entry.document, entryFile: entry.file, drafts: work.drafts, variables }, work);
  for (const { url, file } of work.findings.remote) work.globalSheet(url, file);
  const root = work.drafts.find((draft) => draft.isRoot);
  const facts = root === undefined ? null : readRootDraft(root, entry.file);
  return {
    html: serialize(entry.document),
    entryFile: entry.file,
    rootId: root?.runtimeId ?? null,
    width: facts?.width ?? null,
    height: facts?.height ?? null,
    durationSeconds: facts?.durationSeconds ?? null,
    fps: facts?.fps ?? null,
    instances,
    assets: distinct([...listed, ...work.assets]),
    inlineMedia,
    authorFontFamilies: [...work.findings.fontFamilies].sort(),
    files: [...work.files].sort(),
    variableIssues: issues,
    warnings: [...(facts?.warnings ?? []), ...work.warnings],
    notices: work.notices,
  };
}

/** A root that is itself a host has the length of its child when it states none. */
function readRootDraft(root: InstanceDraft, file: string) {
  const inherited = attribute(root.element, 'data-ff-child-duration');
  const stated = attribute(root.element, 'data-duration') ?? attribute(root.element, 'data-composition-duration');
  if (inherited !== null && stated === null) setAttribute(root.element, 'data-duration', inherited);
  return readRoot(root.element, root.authoredId, file);
}

function addDefaults(head: Element, drafts: readonly InstanceDraft[]): void {
  const css = defaultSheet(drafts);
  if (css === null) return;
  const style = createElement('style', { 'data-ff-defaults': '' }, css);
  const at = head.childNodes.findIndex((node) => isElement(node) && ['style', 'link', 'script'].includes(node.tagName));
  style.parentNode = head;
  head.childNodes.splice(at < 0 ? head.childNodes.length : at, 0, style);
}

/** Links that several children name are loaded once. */
function addHeadElements(head: Element, elements: readonly Element[]): void {
  const linkKey = (element: Element): string =>
    `${attribute(element, 'rel')} ${assetUrl(attribute(element, 'href') ?? '')} ${attribute(element, 'media')}`;
  const present = new Set(
    elementsBelow(head)
      .filter((element) => element.tagName === 'link')
      .map(linkKey),
  );
  for (const element of elements) {
    if (element.tagName === 'link') {
      if (present.has(linkKey(element))) continue;
      present.add(linkKey(element));
    }
    append(head, element);
  }
}

function describeInstances(
  html: Element,
  work: Compilation,
  overrides: Readonly<Record<string, unknown>>,
  entryFile: string,
): { instances: CompositionInstance[]; issues: InputIssue[] } {
  const issues: InputIssue[] = [];
  const declared = attribute(html, 'data-composition-variables');
  const global: DeclarationSource[] = declared === null ? [] : [{ text: declared, where: `<html> of ${entryFile}` }];
  const describe = (draft: InstanceDraft | null): CompositionInstance => {
    const isRoot = draft === null || draft.isRoot;
    const where = `"${draft?.authoredId ?? ''}"`;
    const host = readHostValues(draft === null ? null : attribute(draft.element, 'data-variable-values'), where);
    const sources = isRoot ? [...global, ...(draft?.declarations ?? [])] : draft.declarations;
    const values = isRoot ? { ...host.values, ...overrides } : host.values;
    const merged = mergeVariables(sources, values, isRoot ? undefined : draft.runtimeId);
    work.warnings.push(...host.warnings, ...merged.warnings);
    issues.push(...merged.issues);
    return {
      runtimeId: draft?.runtimeId ?? '',
      authoredId: draft?.authoredId ?? '',
      parentId: draft?.parent?.runtimeId ?? null,
      declarations: merged.declarations,
      variables: merged.variables,
      overridden: merged.overridden,
      file: draft?.file ?? entryFile,
    };
  };
  const root = work.drafts.find((draft) => draft.isRoot) ?? null;
  const others = work.drafts.filter((draft) => draft !== root);
  return { instances: [root, ...others].map(describe), issues };
}

function distinct(assets: readonly AssetReference[]): AssetReference[] {
  const byKey = new Map(
    assets.map((asset) => [JSON.stringify([asset.kind, asset.url, asset.elementId, asset.file]), asset]),
  );
  return [...byKey.values()];
}
