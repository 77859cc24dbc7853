/** What is done to the entry document itself, before anything is mounted into it. */
import { FramefarmError, SOURCE_FILE_ATTRIBUTE } from '@framefarm/contract';
import { rebaseElement } from './assets/elements.js';
import type { Compilation } from './compilation.js';
import { scriptKey } from './nesting/emission.js';
import { scriptKind } from './nesting/harvest.js';
import { nameScript } from './script/source-name.js';
import {
  attribute,
  type Document,
  type Element,
  elementsBelow,
  parseHtml,
  setAttribute,
  setText,
  textLine,
  textOf,
} from './source/dom.js';
import { directoryOf, isProjectUrl, joinClamped, leavesProject, projectPathOf } from './source/paths.js';
import { embedSheet, mayEmbedSheets } from './style/body-sheets.js';
import { renameInSelectors } from './style/selectors.js';
import { collectFindings, inspectLinkedSheet, localImports, parseCss, rewriteUrls } from './style/stylesheet.js';

export interface Entry {
  readonly document: Document;
  readonly file: string;
  /** Sources of scripts that the entry loads, by `scriptKey`. */
  readonly loaded: Set<string>;
  readonly styles: readonly Element[];
}

/**
 * Reads the entry file.
 * @throws FramefarmError COMPOSITION_NOT_FOUND when it lies outside the project or does not exist.
 */
export async function readEntry(entryFile: string, work: Compilation): Promise<Entry> {
  if (leavesProject(entryFile) || joinClamped('', entryFile) === '') {
    throw new FramefarmError('COMPOSITION_NOT_FOUND', `entry file "${entryFile}" must be a file inside the project`, {
      stage: 'compile',
      hint: 'Name a file relative to the project directory, such as index.html.',
    });
  }
  const file = joinClamped('', entryFile);
  const text = await work.readText(file);
  if (text === null) {
    throw new FramefarmError('COMPOSITION_NOT_FOUND', `entry file "${file}" does not exist in the project`, {
      stage: 'compile',
    });
  }
  const document = parseHtml(text, file);
  const elements = elementsBelow(document);
  checkBase(elements, file, work);
  const directory = directoryOf(file);
  const loaded = new Set<string>();
  const embeds = mayEmbedSheets(elements);
  for (const element of elements) {
    if (directory !== '') await rebaseElement(element, directory, work);
    if (embeds && (await embedSheet(element, file, work))) continue;
    if (element.tagName === 'style') await readStyle(element, file, work);
    else if (element.tagName === 'link') await readLink(element, work);
    else if (element.tagName === 'script') readScript(element, file, loaded);
  }
  return { document, file, loaded, styles: elements.filter((element) => element.tagName === 'style') };
}

function checkBase(elements: readonly Element[], file: string, work: Compilation): void {
  const href = elements.filter((element) => element.tagName === 'base').map((element) => attribute(element, 'href'))[0];
  if (href === undefined || href === null || /^(?:\.?\/?)$/.test(href.trim())) return;
  work.unsupported(
    'base_href',
    `<base href="${href}"> in ${file} changes what every URL means; assets are looked up without it`,
    { file, href },
  );
}

async function readStyle(element: Element, file: string, work: Compilation): Promise<void> {
  const sheet = parseCss(textOf(element));
  const directory = directoryOf(file);
  if (directory !== '') {
    await rewriteUrls(sheet, (url) => work.urls.rebase(url, directory));
    setText(element, sheet.toString());
  }
  collectFindings(sheet, file, work.findings);
  setAttribute(element, SOURCE_FILE_ATTRIBUTE, file);
  for (const path of localImports(sheet)) await inspectLinkedSheet(path, work.sheets, work.findings);
}

async function readLink(element: Element, work: Compilation): Promise<void> {
  const href = attribute(element, 'href') ?? '';
  const rel = (attribute(element, 'rel') ?? '').toLowerCase().split(/\s+/);
  const path = rel.includes('stylesheet') && isProjectUrl(href.trim()) ? projectPathOf(href) : null;
  if (path !== null) await inspectLinkedSheet(path, work.sheets, work.findings);
}

function readScript(element: Element, file: string, loaded: Set<string>): void {
  const kind = scriptKind(element);
  const src = attribute(element, 'src');
  if (src !== null) loaded.add(scriptKey(src, attribute(element, 'type')));
  else if (kind === 'classic' || kind === 'module') {
    setText(element, nameScript(textOf(element), file, textLine(element)));
    setAttribute(element, SOURCE_FILE_ATTRIBUTE, file);
  }
}

/** Lets selectors of the entry find composition elements whose id became another. */
export function followRenames(entry: Entry, renamed: ReadonlySet<string>): void {
  if (renamed.size === 0) return;
  for (const element of entry.styles) {
    const css = textOf(element);
    if (!css.includes('data-composition-id')) continue;
    const sheet = parseCss(css);
    sheet.walkRules(/data-composition-id/, (rule) => {
      try {
        rule.selector = renameInSelectors(rule.selector, renamed);
      } catch {
        // An unreadable selector matches nothing in a browser either; it stays as written.
      }
    });
    setText(element, sheet.toString());
  }
}
