/**
 * What `kubectl kustomize` makes of an overlay, for the few fields that k8s/ uses. Every other field is refused, so that nothing
 * is left out in silence.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

// biome-ignore lint/suspicious/noExplicitAny: documents of any kind
export type Manifest = Record<string, any>;

interface Patch {
  readonly path: string;
  readonly target?: { readonly kind?: string; readonly name?: string };
}

interface Kustomization {
  readonly namespace?: string;
  readonly labels?: readonly { readonly pairs: Readonly<Record<string, string>> }[];
  readonly resources: readonly string[];
  readonly images?: readonly { readonly name: string; readonly newName?: string; readonly newTag?: string }[];
  readonly patches?: readonly Patch[];
}

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly value?: unknown;
}

const FIELDS = ['apiVersion', 'kind', 'namespace', 'labels', 'resources', 'images', 'patches'];
/** Kinds that belong to no namespace. */
const CLUSTER_WIDE = ['Namespace'];

/** All documents of the overlay in a directory, in the order of its resources. */
export function renderOverlay(directory: string): readonly Manifest[] {
  const about = parse(readFileSync(join(directory, 'kustomization.yaml'), 'utf8')) as Kustomization;
  const unknown = Object.keys(about).filter((field) => !FIELDS.includes(field));
  if (unknown.length > 0) throw new Error(`${directory}: ${unknown.join(', ')} is nothing this renderer knows`);
  const documents = about.resources.flatMap((name) => {
    const place = join(directory, name);
    return statSync(place).isDirectory() ? renderOverlay(place) : manifests(place);
  });
  for (const patch of about.patches ?? []) applyPatch(documents, join(directory, patch.path), patch.target);
  for (const document of documents) {
    document.metadata ??= {};
    if (about.namespace && !CLUSTER_WIDE.includes(document.kind)) document.metadata.namespace = about.namespace;
    for (const { pairs, ...rest } of about.labels ?? []) {
      if (Object.keys(rest).length > 0) throw new Error(`${directory}: labels know pairs only here`);
      document.metadata.labels = { ...document.metadata.labels, ...pairs };
    }
    for (const image of about.images ?? []) setImage(document, image);
  }
  return documents;
}

function manifests(file: string): Manifest[] {
  return parseAllDocuments(readFileSync(file, 'utf8'), { merge: false }).map((document) => {
    const [error] = document.errors;
    if (error) throw new Error(`${file}: ${error.message}`);
    return document.toJS() as Manifest;
  });
}

function applyPatch(documents: readonly Manifest[], file: string, target: Patch['target']): void {
  const patch = parse(readFileSync(file, 'utf8')) as Manifest | readonly Operation[];
  const { kind, name } = target ?? { kind: (patch as Manifest).kind, name: (patch as Manifest).metadata.name };
  const hit = documents.filter((one) => (!kind || one.kind === kind) && (!name || one.metadata.name === name));
  if (hit.length === 0) throw new Error(`${file} patches nothing`);
  for (const document of hit) {
    if (Array.isArray(patch)) for (const operation of patch) operate(document, structuredClone(operation), file);
    else merge(document, patch as Manifest, file);
  }
}

/** Maps only: how lists are merged depends on their kind. */
function merge(into: Manifest, from: Manifest, file: string): void {
  for (const [key, value] of Object.entries(from)) {
    if (Array.isArray(value) || value === null) throw new Error(`${file}: ${key} is no map of values`);
    if (typeof value === 'object') {
      into[key] ??= {};
      merge(into[key], value, file);
    } else into[key] = value;
  }
}

/** One operation of a JSON patch (RFC 6902). */
function operate(document: Manifest, { op, path, value }: Operation, file: string): void {
  const parts = path.slice(1).split('/');
  const last = parts.pop() ?? '';
  let parent: Manifest = document;
  for (const part of parts) {
    if (parent[part] === undefined) throw new Error(`${file}: ${document.kind} has no ${path}`);
    parent = parent[part];
  }
  const known = parent[last] !== undefined;
  const isList = Array.isArray(parent);
  if (op === 'add' && isList && last === '-') parent.push(value);
  else if (op === 'add' && !isList) parent[last] = value;
  else if (op === 'replace' && known) parent[last] = value;
  else if (op === 'test' && parent[last] === value) return;
  else throw new Error(`${file}: ${op} ${path} cannot be done`);
}

function setImage(document: Manifest, { name, newName, newTag }: NonNullable<Kustomization['images']>[number]): void {
  for (const container of document.spec?.template?.spec?.containers ?? []) {
    const [, image, tag] = /^(.*?)(?::([\w.-]+))?$/.exec(container.image) ?? [];
    if (image === name) container.image = `${newName ?? name}:${newTag ?? tag}`;
  }
}
