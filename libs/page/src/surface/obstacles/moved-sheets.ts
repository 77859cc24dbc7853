/**
 * Sheets of `style` elements that move onto a surface. The browser makes such a sheet anew, of the element's text: what a script has
 * done to its rules is lost, and what a script does to those of the old sheet, which it may have kept, shows nothing.
 */
import type { Trees } from '../../document/trees.js';

// Taken before any script of the page (natives.ts); it is needed here only.
const NativeSheet = CSSStyleSheet;

/** In words, or null; to be asked before the page is moved. */
export function changedSheetObstacle(trees: Trees): string | null {
  return movingSheets(trees).some((sheet) => textOf(sheet) !== textOf(freshOf(sheet)))
    ? 'a script has changed the rules of a <style> in body'
    : null;
}

/** To be called before the page is moved, and asked afterwards. */
export function rememberSheets(trees: Trees): () => string | null {
  const old = movingSheets(trees).map((sheet) => [sheet, textOf(sheet)] as const);
  return () =>
    old.some(([sheet, text]) => textOf(sheet) !== text) ? 'a script writes to rules that it took from a <style>' : null;
}

function movingSheets(trees: Trees): readonly CSSStyleSheet[] {
  return [...trees.now()]
    .flatMap((tree) => [...(tree === document ? document.body : tree).querySelectorAll('style')])
    .flatMap(({ sheet }) => (sheet === null ? [] : [sheet]));
}

function freshOf({ ownerNode }: CSSStyleSheet): CSSStyleSheet {
  const fresh = new NativeSheet();
  fresh.replaceSync(ownerNode?.textContent ?? '');
  return fresh;
}

/** Without what is imported, which a sheet of a script may not. */
function textOf(sheet: CSSStyleSheet): string {
  const rules = [...sheet.cssRules].filter((rule) => !(rule instanceof CSSImportRule));
  return [sheet.disabled, ...rules.map(({ cssText }) => cssText)].join('\n');
}
