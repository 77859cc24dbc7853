/** Whether something the page loads provides a global such as `gsap` or `THREE`. */
import type { LintProject } from '../source/lint-project.js';
import type { LintScript } from './lint-script.js';
import { child, isGlobal, isIdentifier } from './syntax.js';

/** Packages by the names that appear in the URLs of their files. A script with none of these may hold anything. */
const KNOWN =
  /gsap|greensock|lottie|bodymovin|three|anime|d3(?:[.@/-]|$)|tailwind|pixi|p5|jquery|mapbox|maplibre|leaflet|chart|matter|split-type|typed/i;

/**
 * True when a script URL or import matches `url`, when code of the project declares, imports or assigns `name`, or when a
 * remote script is loaded of which nothing is known. A library in a local file is recognised by its text.
 */
export function provides(project: LintProject, name: string, url: RegExp): boolean {
  return project.units.some(
    (unit) =>
      unit.scriptUrls.some((one) => url.test(one) || isUnknownRemote(one)) ||
      unit.scripts.some((script) => (script.source.isLibrary && url.test(script.source.code)) || defines(script, name)),
  );
}

const isUnknownRemote = (url: string): boolean => /^(?:https?:)?\/\//i.test(url) && !KNOWN.test(url);

function defines({ parsed }: LintScript, name: string): boolean {
  if (parsed === null) return false;
  if (parsed.analysis.declared.has(name)) return true;
  const { tree } = parsed;
  const specifiers = ['ImportSpecifier', 'ImportDefaultSpecifier', 'ImportNamespaceSpecifier'].flatMap((type) =>
    tree.of(type),
  );
  return (
    specifiers.some((one) => isIdentifier(child(one, 'local'), name)) ||
    tree.of('AssignmentExpression').some((one) => isGlobal(child(one, 'left'), name))
  );
}
