/** Collects the stylesheets of a source, inline and linked, with their URLs relative to the project root. */
import type { AssetReference } from '@framefarm/contract';
import type { Compilation } from '../../compilation.js';
import { attribute, type Element, textOf } from '../../source/dom.js';
import { directoryOf, isProjectUrl, joinClamped, projectPathOf } from '../../source/paths.js';
import { collectFindings, localImports, parseCss, rewriteUrls } from '../../style/stylesheet.js';
import type { Sheet } from './unit.js';

export interface SheetSet {
  readonly sheets: readonly Sheet[];
  readonly assets: readonly AssetReference[];
  readonly fonts: ReadonlySet<string>;
}

export async function loadSheets(elements: readonly Element[], file: string, work: Compilation): Promise<SheetSet> {
  const sheets: Sheet[] = [];
  const findings = { assets: [] as AssetReference[], fontFamilies: new Set<string>(), remote: [] };
  const seen = new Set<string>();

  const add = async (css: string, name: string, rebase: (url: string) => Promise<string>): Promise<void> => {
    const root = parseCss(css);
    await rewriteUrls(root, rebase);
    collectFindings(root, name, findings);
    sheets.push({ root, file: name });
    for (const path of localImports(root)) await addFile(path);
  };
  const addFile = async (path: string): Promise<void> => {
    if (seen.has(path)) return;
    seen.add(path);
    const css = await work.readText(path).catch(() => null);
    if (css === null) return;
    await add(css, path, async (url) => {
      if (!isProjectUrl(url)) return url;
      return url.startsWith('/') ? joinClamped('', url) : joinClamped(directoryOf(path), url);
    });
  };

  for (const element of elements) {
    if (element.tagName === 'style') {
      await add(textOf(element), file, (url) => work.urls.rebase(url, directoryOf(file)));
    } else if (element.tagName === 'link' && isStylesheet(element)) {
      const path = projectPathOf(await work.urls.rebase(attribute(element, 'href') ?? '', directoryOf(file)));
      if (path !== null && path !== '') await addFile(path);
    }
  }
  return { sheets, assets: findings.assets, fonts: findings.fontFamilies };
}

function isStylesheet(element: Element): boolean {
  const rel = (attribute(element, 'rel') ?? '').toLowerCase().split(/\s+/);
  return rel.includes('stylesheet') && !rel.includes('alternate');
}
