/** Writes instances into the document: marks, styles, scripts. The README of this library describes the result. */
import { INSTANCE_ATTRIBUTE, SOURCE_FILE_ATTRIBUTE } from '@framefarm/contract';
import type { Compilation } from '../compilation.js';
import { leadingInteger } from '../root-element/written-size.js';
import { declaredNames, mustJoin } from '../script/sharing.js';
import { rebaseDynamicImports, reportUnparsable, type ScriptPart, wrapClassic, wrapModule } from '../script/wrap.js';
import { append, attribute, createElement, type Element, setAttribute } from '../source/dom.js';
import { assetUrl } from '../source/paths.js';
import { cssString } from '../style/css-text.js';
import { scopeSheet } from '../style/scope.js';
import { AUTHORED_ATTRIBUTE, BOX_ATTRIBUTE, BOX_TAG, CHILD_ROOT_ATTRIBUTE } from '../style/selectors.js';
import type { InstanceDraft, ScriptDraft } from './drafts.js';

/** Marks the elements of one instance. */
export function markInstance(draft: InstanceDraft): void {
  setAttribute(draft.element, 'data-composition-id', draft.runtimeId);
  setAttribute(draft.element, INSTANCE_ATTRIBUTE, draft.runtimeId);
  setAttribute(draft.element, AUTHORED_ATTRIBUTE, draft.authoredId);
  if (draft.box !== null) setAttribute(draft.box, BOX_ATTRIBUTE, draft.runtimeId);
  if (draft.childRoot !== null) {
    setAttribute(draft.childRoot.element, CHILD_ROOT_ATTRIBUTE, draft.runtimeId);
    setAttribute(draft.childRoot.element, 'data-ff-root-id', draft.childRoot.id);
  }
}

/** Size of nested compositions without any specificity, so that every rule of an author wins. Null when none is nested. */
export function defaultSheet(drafts: readonly InstanceDraft[]): string | null {
  const nested = drafts.filter((draft) => !draft.isRoot || draft.mounted);
  if (nested.length === 0) return null;
  const rules = nested.flatMap((draft) => {
    const sides = (['width', 'height'] as const).flatMap((side) => {
      const pixels = leadingInteger(attribute(draft.element, `data-${side}`));
      return pixels !== null && pixels > 0 ? [`${side}:${pixels}px`] : [];
    });
    return sides.length === 0 || draft.isRoot
      ? []
      : [`:where([${INSTANCE_ATTRIBUTE}=${cssString(draft.runtimeId)}]){${sides.join(';')}}`];
  });
  rules.push(`:where(${BOX_TAG}){display:block;position:relative;width:100%;height:100%}`);
  rules.push(`:where([${CHILD_ROOT_ATTRIBUTE}]){position:relative;width:100%;height:100%}`);
  return rules.join('\n');
}

/** Puts the scoped styles of a child at the end of the head. */
export function emitStyles(draft: InstanceDraft, head: Element, renamed: ReadonlySet<string>, work: Compilation): void {
  const names = {
    runtimeId: draft.runtimeId,
    ownIds: new Set([draft.authoredId, ...(draft.childRoot === null ? [] : [draft.childRoot.id])]),
    hasChildRoot: draft.childRoot !== null,
    renamed,
    ids: draft.ids,
  };
  for (const style of draft.styles) {
    for (const selector of scopeSheet(style.sheet, names)) {
      work.notices.push({
        code: 'selector_unreadable',
        message: `selector "${selector}" in ${style.file} cannot be read; its rule is left out`,
      });
    }
    const css = style.sheet.toString().replace(/<(?=\/style)/gi, '\\3c ');
    append(head, createElement('style', { ...style.attributes, [SOURCE_FILE_ATTRIBUTE]: style.file }, css));
  }
}

/** Puts the scripts of a child at the end of the body. `loaded` holds the sources that are in the page already. */
export function emitScripts(draft: InstanceDraft, body: Element, loaded: Set<string>, work: Compilation): void {
  const classic = draft.scripts.filter((script) => script.kind === 'classic' && script.analysis !== null);
  const shared = declaredNames(draft.scripts);
  const join = classic.length > 1 && mustJoin(classic);
  const last = classic.at(-1);
  for (const script of draft.scripts) {
    const place = { runtimeId: draft.runtimeId, file: script.file };
    if (script.kind === 'external') {
      emitExternal(draft, script, body, loaded);
    } else if (script.fault !== null) {
      emit(draft, script, reportUnparsable(place, script.fault.message, script.fault.line), body);
    } else if (script.kind === 'module') {
      warnOfShared(script, shared, work);
      emit(draft, script, wrapModule(partOf(script), mustAnalyse(script), place, script.specifiers), body);
    } else if (!join) {
      emit(draft, script, wrapClassic([partOf(script)], place), body);
    } else if (script === last) {
      emit(draft, script, wrapClassic(classic.map(partOf), place), body);
    }
  }
}

function emit(draft: InstanceDraft, script: ScriptDraft, code: string, body: Element): void {
  const attributes = { ...script.attributes, [SOURCE_FILE_ATTRIBUTE]: script.file, 'data-ff-script': draft.runtimeId };
  append(body, createElement('script', attributes, code));
}

function emitExternal(draft: InstanceDraft, script: ScriptDraft, body: Element, loaded: Set<string>): void {
  const key = scriptKey(script.attributes.src ?? '', script.attributes.type);
  if (loaded.has(key)) return;
  loaded.add(key);
  emit(draft, script, '', body);
}

/** One name for all spellings of a script's source. */
export function scriptKey(src: string, type: string | null | undefined): string {
  return `${/^module$/i.test(type ?? '') ? 'module' : 'classic'} ${assetUrl(src) ?? src}`;
}

function partOf(script: ScriptDraft): ScriptPart {
  const code =
    script.kind === 'classic' && script.specifiers.size > 0
      ? rebaseDynamicImports(script.code, mustAnalyse(script), script.specifiers)
      : script.code;
  return { code, line: script.line };
}

function mustAnalyse(script: ScriptDraft): NonNullable<ScriptDraft['analysis']> {
  if (script.analysis === null) throw new TypeError(`a script of ${script.file} was not analysed`);
  return script.analysis;
}

function warnOfShared(script: ScriptDraft, shared: ReadonlySet<string>, work: Compilation): void {
  const own = script.analysis?.declared ?? new Set();
  const names = [...shared].filter((name) => script.analysis?.used.has(name) && !own.has(name));
  if (names.length === 0) return;
  work.unsupported(
    'module_uses_script_names',
    `the module in ${script.file}:${script.line} uses ${names.join(', ')}, which a classic script of the same nested composition declares; the module does not see it (put it on window)`,
    { file: script.file, line: script.line, names },
  );
}
