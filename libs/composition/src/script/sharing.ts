/** Which scripts of one child belong together because they use each other's top-level names. */
import type { ScriptDraft } from '../nesting/drafts.js';

const topLevel = (script: ScriptDraft): ReadonlySet<string> => script.analysis?.declared ?? new Set();

/** Names that any classic script of the child declares at its top level. */
export function declaredNames(scripts: readonly ScriptDraft[]): Set<string> {
  return new Set(scripts.filter((script) => script.kind === 'classic').flatMap((script) => [...topLevel(script)]));
}

/**
 * True when the classic scripts must share one function: one uses a name of another, and no name is declared twice in a
 * way that JavaScript refuses (then the browser would refuse the second script of a page too).
 */
export function mustJoin(scripts: readonly ScriptDraft[]): boolean {
  const conflict = scripts.some((script, index) =>
    scripts.some(
      (other, at) => at !== index && [...(script.analysis?.lexical ?? [])].some((name) => topLevel(other).has(name)),
    ),
  );
  if (conflict) return false;
  return scripts.some((script) =>
    scripts.some(
      (other) =>
        other !== script &&
        [...topLevel(other)].some((name) => script.analysis?.used.has(name) && !topLevel(script).has(name)),
    ),
  );
}
