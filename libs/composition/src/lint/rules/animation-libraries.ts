/** Libraries that scripts use without loading them. */

import type { LintCode } from '../codes.js';
import type { Rule } from '../rule.js';
import { changedProperties, timelinesOf, tweensOf } from '../script/gsap.js';
import type { LintScript } from '../script/lint-script.js';
import { provides } from '../script/provision.js';
import { argumentsOf, child, isGlobal, methodOf, propertyName, type SyntaxNode, unwrap } from '../script/syntax.js';

interface Library {
  readonly code: LintCode;
  readonly names: readonly string[];
  readonly url: RegExp;
  readonly hint: string;
}

const LIBRARIES: readonly Library[] = [
  {
    code: 'missing_gsap_script',
    names: ['gsap'],
    url: /gsap|greensock/i,
    hint: '<script src="https://cdn.jsdelivr.net/npm/gsap@3/dist/gsap.min.js"></script> before it; an installed package is used.',
  },
  {
    code: 'missing_lottie_script',
    names: ['lottie', 'bodymovin', 'DotLottie'],
    url: /lottie|bodymovin/i,
    hint: 'Load lottie-web or @lottiefiles/dotlottie-web before it.',
  },
  { code: 'missing_three_script', names: ['THREE'], url: /three/i, hint: 'Load three, or import it as a module.' },
];

/** The first place that certainly needs the global: `name.x(…)` or `new name.X()`, outside of a test for its presence. */
function firstUse(script: LintScript, name: string): SyntaxNode | null {
  const tree = script.parsed?.tree;
  if (
    tree === undefined ||
    tree.of('UnaryExpression').some((node) => node.operator === 'typeof' && isGlobal(child(node, 'argument'), name))
  )
    return null;
  for (const node of [...tree.of('CallExpression'), ...tree.of('NewExpression')]) {
    const callee = unwrap(child(node, 'callee'));
    if (node.type === 'NewExpression' && isGlobal(callee, name)) return node;
    if (callee?.type === 'MemberExpression' && isGlobal(child(callee, 'object'), name)) return node;
  }
  return null;
}

export const libraries: Rule = (project, report) => {
  for (const unit of project.units) {
    for (const script of unit.scripts) {
      for (const { code, names, url, hint } of LIBRARIES) {
        for (const name of names) {
          const use = firstUse(script, name);
          if (use === null || provides(project, name, url)) continue;
          report(code, {
            unit,
            file: script.source.file,
            message: `${script.source.file}:${script.lineOf(use)} uses ${name}, but no script of the composition loads it`,
            fixHint: hint,
            snippet: script.text(use),
          });
        }
      }
    }
  }
};

/** Tween properties that a plugin brings. */
const PLUGIN_PROPERTIES: Readonly<Record<string, string>> = {
  motionPath: 'MotionPathPlugin',
  morphSVG: 'MorphSVGPlugin',
  drawSVG: 'DrawSVGPlugin',
  scrambleText: 'ScrambleTextPlugin',
  physics2D: 'Physics2DPlugin',
  physicsProps: 'PhysicsPropsPlugin',
  scrollTo: 'ScrollToPlugin',
  pixi: 'PixiPlugin',
  inertia: 'InertiaPlugin',
};
const PLUGIN =
  /^(?:\w+Plugin|SplitText|ScrollTrigger|ScrollSmoother|Flip|Draggable|Observer|CustomEase|CustomBounce|CustomWiggle|RoughEase|SlowMo|ExpoScaleEase|EaselPlugin)$/;

export const plugins: Rule = (project, report) => {
  for (const unit of project.units) {
    for (const script of unit.scripts) {
      for (const [name, node] of pluginsOf(script)) {
        if (provides(project, name, new RegExp(`${name}|gsap[\\w.-]*[/-]all`, 'i'))) continue;
        report('missing_gsap_plugin', {
          unit,
          file: script.source.file,
          message: `${script.source.file}:${script.lineOf(node)} uses the GSAP plugin ${name}, but no script of the composition loads it`,
          fixHint: `<script src="https://cdn.jsdelivr.net/npm/gsap@3/dist/${name}.min.js"></script> after gsap itself.`,
          snippet: script.text(node),
        });
      }
    }
  }
};

function pluginsOf(script: LintScript): Map<string, SyntaxNode> {
  const found = new Map<string, SyntaxNode>();
  const tree = script.parsed?.tree;
  if (tree === undefined) return found;
  const note = (node: SyntaxNode | null, at: SyntaxNode): void => {
    const name = node?.type === 'Identifier' ? (node.name as string) : propertyName(node);
    if (name !== null && PLUGIN.test(name) && isGlobal(node, name) && !found.has(name)) found.set(name, at);
  };
  for (const call of tree.of('CallExpression')) {
    const { object, name } = methodOf(call);
    if (name === 'registerPlugin' && isGlobal(object, 'gsap'))
      for (const one of argumentsOf(call)) note(unwrap(one), call);
    if (name === 'create' || name === 'getState' || name === 'from') note(object, call);
  }
  for (const made of tree.of('NewExpression')) note(unwrap(child(made, 'callee')), made);
  for (const tween of tweensOf(script, timelinesOf(script))) {
    for (const property of changedProperties(tween)) {
      const plugin = Object.hasOwn(PLUGIN_PROPERTIES, property) ? PLUGIN_PROPERTIES[property] : undefined;
      // Plain objects may have properties of any name; only elements need the plugin.
      if (plugin !== undefined && tween.targets !== null && !found.has(plugin)) found.set(plugin, tween.call);
    }
  }
  return found;
}
