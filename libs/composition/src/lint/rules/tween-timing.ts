/** Tweens that never end, and tweens that fight over a property (reference: composition-format 5 and 7.2). */
import type { Rule } from '../rule.js';
import { chainOf, changedProperties, type TimelineCall, type Tween, timelinesOf, tweensOf } from '../script/gsap.js';
import type { LintScript } from '../script/lint-script.js';
import { argumentsOf, isGlobal, methodOf, properties, type SyntaxNode } from '../script/syntax.js';
import { round } from './nesting.js';

/** GSAP's own default length of a tween, seconds. */
const DEFAULT_DURATION = 0.5;
const TOLERANCE = 1e-6;

export const infiniteRepeat: Rule = ({ units }, report) => {
  for (const unit of units) {
    for (const script of unit.scripts) {
      for (const node of endlessRepeats(script)) {
        report('gsap_infinite_repeat', {
          unit,
          file: script.source.file,
          message: `${script.source.file}:${script.lineOf(node)} repeats without end; a video has one, and the length cannot be read from it`,
          fixHint: 'Give repeat the number of times that fill the composition.',
          snippet: script.text(node),
        });
      }
    }
  }
};

const ANIMATING = new Set(['to', 'from', 'fromTo', 'timeline', 'defaults', 'set']);

function endlessRepeats(script: LintScript): SyntaxNode[] {
  const tree = script.parsed?.tree;
  if (tree === undefined) return [];
  const timelines = timelinesOf(script);
  const names = new Set(timelines.flatMap((one) => one.name ?? []));
  const isGsap = (base: SyntaxNode | null): boolean =>
    isGlobal(base, 'gsap') || (base?.type === 'Identifier' && names.has(base.name as string));
  const isEndless = (node: SyntaxNode | undefined): boolean => {
    const value = node === undefined ? null : script.number(node);
    return value !== null && (value < 0 || value === Number.POSITIVE_INFINITY);
  };
  const found: SyntaxNode[] = [];
  for (const call of tree.of('CallExpression')) {
    const { name } = methodOf(call);
    if (name === null || !isGsap(chainOf(call).base)) continue;
    if (name === 'repeat' && isEndless(argumentsOf(call)[0])) found.push(call);
    if (!ANIMATING.has(name)) continue;
    for (const vars of argumentsOf(call)) {
      const settings = properties(vars);
      const inner = ['defaults', 'stagger'].map((key) => properties(settings.get(key) ?? null));
      if ([settings, ...inner].some((one) => isEndless(one.get('repeat')))) found.push(call);
    }
  }
  return found;
}

interface Span {
  readonly tween: Tween;
  readonly selector: string;
  readonly property: string;
  readonly start: number;
  readonly end: number;
}

export const overlappingTweens: Rule = ({ units }, report) => {
  for (const unit of units) {
    for (const script of unit.scripts) {
      const timelines = timelinesOf(script);
      const tweens = tweensOf(script, timelines);
      for (const timeline of timelines) {
        const spans = spansOf(
          tweens.filter((tween) => tween.timeline === timeline),
          timeline,
        );
        for (const [index, one] of spans.entries()) {
          const other = spans
            .slice(index + 1)
            .find(
              (next) =>
                next.tween !== one.tween &&
                next.selector === one.selector &&
                next.property === one.property &&
                next.start < one.end - TOLERANCE &&
                one.start < next.end - TOLERANCE,
            );
          if (other === undefined) continue;
          report('overlapping_gsap_tweens', {
            unit,
            file: script.source.file,
            selector: one.selector,
            message: `two tweens change "${one.property}" of "${one.selector}" at once: ${round(one.start)}–${round(one.end)} s (line ${script.lineOf(one.tween.vars ?? one.tween.call)}) and ${round(other.start)}–${round(other.end)} s (line ${script.lineOf(other.tween.vars ?? other.tween.call)})`,
            fixHint: 'Move one of them, or set overwrite: "auto" on the later one.',
          });
        }
      }
    }
  }
};

/** What the tweens change and when, for those whose times stand in the source. */
function spansOf(tweens: readonly Tween[], timeline: TimelineCall): Span[] {
  const defaults = properties(properties(timeline.vars).get('defaults') ?? null);
  const spans: Span[] = [];
  for (const tween of tweens) {
    const { script, vars, position, targets } = tween;
    const settings = properties(vars);
    const start = position === null ? null : script.number(position);
    if (tween.isConditional || tween.method === 'set' || start === null || targets === null) continue;
    if (settings.has('overwrite') || settings.has('stagger') || settings.has('keyframes')) continue;
    const read = (name: string, fallback: number): number | null => {
      const node = settings.get(name) ?? defaults.get(name);
      return node === undefined ? fallback : script.number(node);
    };
    const [duration, repeat, gap, delay] = [
      read('duration', DEFAULT_DURATION),
      read('repeat', 0),
      read('repeatDelay', 0),
      read('delay', 0),
    ];
    if (duration === null || repeat === null || gap === null || delay === null || repeat < 0) continue;
    const begin = start + delay;
    const end = begin + duration * (repeat + 1) + gap * repeat;
    for (const selector of targets) {
      for (const property of changedProperties(tween)) spans.push({ tween, selector, property, start: begin, end });
    }
  }
  return spans;
}
