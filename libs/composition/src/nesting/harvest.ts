/** Takes styles, links and scripts out of a child's content (reference: composition-format 6). */

import type { Compilation } from '../compilation.js';
import { parseScript } from '../script/analysis.js';
import { relativeSpecifiers } from '../script/wrap.js';
import {
  attribute,
  createElement,
  detach,
  type Element,
  removeAttribute,
  setAttribute,
  textLine,
  textOf,
} from '../source/dom.js';
import { directoryOf, holdsTemplateToken, projectPathOf } from '../source/paths.js';
import { inlineSheet } from '../style/stylesheet.js';
import type { InstanceDraft, ScriptDraft } from './drafts.js';

const CLASSIC =
  /^(?:|(?:text|application)\/(?:x-)?(?:java|ecma)script|text\/(?:javascript1\.[0-5]|jscript|livescript))$/i;

/** What a script element is by its `type`. */
export function scriptKind(element: Element): 'classic' | 'module' | 'importmap' | 'data' {
  const type = (attribute(element, 'type') ?? '').trim();
  if (CLASSIC.test(type)) return 'classic';
  if (/^module$/i.test(type)) return 'module';
  return /^importmap$/i.test(type) ? 'importmap' : 'data';
}

const attributesOf = (element: Element, without: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    element.attrs.filter(({ name }) => !without.includes(name)).map(({ name, value }) => [name, value]),
  );

/** Harvests one element. Data blocks stay where they are, all else leaves the document. */
export async function harvest(element: Element, draft: InstanceDraft, file: string, work: Compilation): Promise<void> {
  if (element.tagName === 'style') {
    const sheet = await inlineSheet(textOf(element), file, work.sheets, work.findings);
    draft.styles.push({ sheet, file, attributes: attributesOf(element, ['type']) });
  } else if (element.tagName === 'link') {
    await harvestLink(element, draft, file, work);
  } else if (element.tagName === 'script') {
    const kind = scriptKind(element);
    if (kind === 'data') return;
    if (kind === 'importmap') work.headElements.push(element);
    else draft.scripts.push(await readScript(element, kind, file, work));
  } else return;
  if (element.parentNode !== null) detach(element);
}

async function harvestLink(element: Element, draft: InstanceDraft, file: string, work: Compilation): Promise<void> {
  const rel = (attribute(element, 'rel') ?? '').toLowerCase().split(/\s+/);
  const href = attribute(element, 'href');
  const sheet = rel.includes('stylesheet') && !rel.includes('alternate');
  if (href !== null) {
    const rebased = await work.urls.rebase(href, directoryOf(file));
    setAttribute(element, 'href', rebased);
    const path = sheet ? projectPathOf(rebased) : null;
    const css = path === null ? null : await work.sheets.read(path);
    if (path !== null && css !== null) {
      const attributes = attributesOf(element, [
        'rel',
        'href',
        'type',
        'as',
        'crossorigin',
        'integrity',
        'fetchpriority',
      ]);
      draft.styles.push({ sheet: await inlineSheet(css, path, work.sheets, work.findings), file: path, attributes });
      return;
    }
    if (sheet && path === null && !holdsTemplateToken(rebased)) work.globalSheet(rebased, file);
  }
  const copy = createElement('link');
  copy.attrs = element.attrs;
  work.headElements.push(copy);
}

async function readScript(
  element: Element,
  kind: 'classic' | 'module',
  file: string,
  work: Compilation,
): Promise<ScriptDraft> {
  const src = attribute(element, 'src');
  const none = new Map<string, string>();
  if (src !== null) {
    const copy = attributesOf(element, ['src']);
    const attributes = { ...copy, src: await work.urls.rebase(src, directoryOf(file)) };
    return { kind: 'external', code: '', line: 1, file, attributes, specifiers: none, analysis: null, fault: null };
  }
  const code = textOf(element);
  const line = textLine(element);
  const parsed = parseScript(code, kind === 'module' ? 'module' : 'script');
  const draft = { kind, code, line, file, attributes: attributesOf(element, []) } as const;
  if (!parsed.ok) {
    return {
      ...draft,
      specifiers: none,
      analysis: null,
      fault: { message: parsed.message, line: line + parsed.line - 1 },
    };
  }
  const specifiers = new Map<string, string>();
  for (const specifier of relativeSpecifiers(parsed.analysis)) {
    const rebased = await work.urls.rebase(specifier, directoryOf(file));
    if (rebased !== specifier) specifiers.set(specifier, `./${rebased}`);
  }
  return { ...draft, specifiers, analysis: parsed.analysis, fault: null };
}

/** What would make a child root a clip or a second composition. */
const TAKEN_FROM_CHILD_ROOT = [
  'data-composition-id',
  'data-root',
  'data-start',
  'data-end',
  'data-duration',
  'data-composition-duration',
  'data-track-index',
  'data-layer',
  'data-composition-variables',
] as const;

export function stripChildRoot(element: Element): void {
  for (const name of TAKEN_FROM_CHILD_ROOT) removeAttribute(element, name);
}
