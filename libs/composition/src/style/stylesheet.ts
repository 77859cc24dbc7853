/** Reading a stylesheet: its imports, its URLs, the fonts it declares (reference: composition-format 6, 10 and 11). */
import type { AssetReference } from '@framefarm/contract';
import postcss, { type AtRule, type ChildNode, type Root } from 'postcss';
// @ts-expect-error the package ships no types
import tolerant from 'postcss-safe-parser';
import { assetUrl, directoryOf, isProjectUrl, joinClamped, projectPathOf, type UrlSpace } from '../source/paths.js';
import { mapUrls, readImport, urlsIn } from './css-urls.js';

const safeParse = tolerant as (css: string) => Root;

export interface SheetReader {
  readonly urls: UrlSpace;
  /** Text of a project file without byte order mark; null when missing. Records it as read. */
  read(path: string): Promise<string | null>;
  /** Counts a sheet that takes the place of an `@import`. @throws FramefarmError `EMPTY_COMPOSITION` beyond MAX_IMPORTS. */
  countImport(): void;
}

/** More imports put in place than this are an accident or an attack: files that import each other twice over double at every step. */
export const MAX_IMPORTS = 4000;

/** What stylesheets add to the compiled composition. */
export interface SheetFindings {
  readonly assets: AssetReference[];
  readonly fontFamilies: Set<string>;
  /** Remote stylesheets that stay global. */
  readonly remote: { readonly url: string; readonly file: string }[];
}

/** Parses as a browser does: a fault costs the declaration or rule that has it, never the sheet. */
export function parseCss(css: string): Root {
  try {
    return postcss.parse(css);
  } catch {
    return safeParse(css);
  }
}

/**
 * A child's sheet with local imports inlined and URLs rebased to the project root. Remote imports come first in the
 * result. A local import that is missing stays as `@import`, listed as an asset. Import cycles end silently, as in CSS.
 * @throws FramefarmError `EMPTY_COMPOSITION` beyond MAX_IMPORTS
 */
export async function inlineSheet(
  css: string,
  file: string,
  reader: SheetReader,
  findings: SheetFindings,
  stack: readonly string[] = [],
): Promise<Root> {
  const root = parseCss(css);
  await rewriteUrls(root, (url) => reader.urls.rebase(url, directoryOf(file)));
  const kept: AtRule[] = [];
  for (const node of [...root.nodes]) {
    if (node.type !== 'atrule') continue;
    const name = node.name.toLowerCase();
    if (name === 'charset') node.remove();
    if (name !== 'import') continue;
    const parts = readImport(node.params);
    const path = parts === null ? null : projectPathOf(parts.url);
    const text = path === null || stack.includes(path) ? null : await reader.read(path);
    if (parts !== null && path !== null && text !== null) {
      reader.countImport();
      const inner = await inlineSheet(text, path, reader, findings, [...stack, file, path]);
      for (const early of inner.nodes.filter(
        (child): child is AtRule => child.type === 'atrule' && child.name === 'import',
      )) {
        early.remove();
        kept.push(early);
      }
      node.replaceWith(...wrap(inner, parts.layer, parts.supports, parts.media));
    } else if (path !== null && stack.includes(path)) {
      node.remove();
    } else {
      if (parts !== null && path === null) findings.remote.push({ url: parts.url, file });
      node.remove();
      kept.push(node);
    }
  }
  for (const node of kept.reverse()) root.prepend(node);
  if (stack.length === 0) collectFindings(root, file, findings);
  else collectFonts(root, findings);
  return root;
}

function wrap(inner: Root, layer: string | null, supports: string | null, media: string): ChildNode[] {
  let nodes: ChildNode[] = inner.nodes;
  const around = (name: string, params: string): void => {
    const rule = postcss.atRule({ name, params });
    rule.append(nodes);
    nodes = [rule];
  };
  if (layer !== null) around('layer', layer);
  if (media !== '') around('media', media);
  if (supports !== null)
    around('supports', /^\s*[(]|^\s*(?:not|selector|font-)/i.test(supports) ? supports : `(${supports})`);
  return nodes;
}

/** Assets and fonts of a sheet that stays linked: its URLs resolve against its own address, as a browser does it. */
export async function inspectLinkedSheet(
  file: string,
  reader: SheetReader,
  findings: SheetFindings,
  seen: Set<string> = new Set(),
): Promise<void> {
  if (seen.has(file)) return;
  seen.add(file);
  const css = await reader.read(file);
  if (css === null) return;
  const root = parseCss(css);
  await rewriteUrls(root, async (url) => (isProjectUrl(url) ? fromFile(url, file) : url));
  collectFindings(root, file, findings);
  for (const path of localImports(root)) await inspectLinkedSheet(path, reader, findings, seen);
}

const fromFile = (url: string, file: string): string =>
  url.startsWith('/') ? joinClamped('', url) : joinClamped(directoryOf(file), url);

export function localImports(root: Root): string[] {
  const paths: string[] = [];
  root.walkAtRules(/^import$/i, (rule) => {
    const path = projectPathOf(readImport(rule.params)?.url ?? '');
    if (path !== null) paths.push(path);
  });
  return paths;
}

/** Replaces every URL of a sheet. */
export async function rewriteUrls(root: Root, rebase: (url: string) => Promise<string>): Promise<void> {
  const table = new Map<string, string>();
  root.walkDecls((declaration) => {
    for (const url of urlsIn(declaration.value)) table.set(url, url);
  });
  root.walkAtRules(/^import$/i, (rule) => {
    const parts = readImport(rule.params);
    if (parts !== null) table.set(parts.url, parts.url);
  });
  for (const url of table.keys()) table.set(url, await rebase(url));
  const replace = (url: string): string => table.get(url) ?? url;
  root.walkDecls((declaration) => {
    if (/\(/.test(declaration.value)) {
      const next = mapUrls(declaration.value, replace);
      if (next !== declaration.value) declaration.value = next;
    }
  });
  root.walkAtRules(/^import$/i, (rule) => {
    const url = readImport(rule.params)?.url;
    const next = url === undefined ? undefined : table.get(url);
    if (url !== undefined && next !== undefined && next !== url) rule.params = rule.params.replace(url, () => next);
  });
}

/** Lists the URLs of a sheet, already relative to the project root, and its font families. */
export function collectFindings(root: Root, file: string, findings: SheetFindings): void {
  root.walkDecls((declaration) => {
    const parent = declaration.parent;
    const inFontFace = parent?.type === 'atrule' && (parent as AtRule).name.toLowerCase() === 'font-face';
    for (const raw of urlsIn(declaration.value)) {
      const url = assetUrl(raw);
      if (url !== null) findings.assets.push({ kind: inFontFace ? 'font' : 'image', url, elementId: null, file });
    }
  });
  root.walkAtRules(/^import$/i, (rule) => {
    const url = assetUrl(readImport(rule.params)?.url ?? '');
    if (url !== null) findings.assets.push({ kind: 'stylesheet', url, elementId: null, file });
  });
  collectFonts(root, findings);
}

function collectFonts(root: Root, findings: SheetFindings): void {
  root.walkAtRules(/^font-face$/i, (rule) => {
    rule.walkDecls(/^font-family$/i, (declaration) => {
      const family = declaration.value.trim().replace(/^(["'])([\s\S]*)\1$/, '$2');
      findings.fontFamilies.add(family.replace(/\s+/g, ' ').toLowerCase());
    });
  });
}
