/**
 * Whether style rules have changed in a way that no observer of the tree hears: by a script through the sheet, or by a file that
 * has arrived. Writing the style of an element, as tweens do on each frame, passes nothing of this.
 */
import { NativePromise, ruleStyle } from '../natives/natives.js';
import { wrapGetter, wrapMethod, wrapSetter } from '../natives/wrap-natives.js';
import type { Trees } from './trees.js';

export interface StyleChanges {
  /** A number that is another one after a change. */
  count(): number;
  /** What scripts have written to since the last call: declarations of rules, and sheets that got others. */
  takeWritten(): Written;
}

export interface Written {
  readonly declarations: ReadonlySet<CSSStyleDeclaration>;
  readonly sheets: ReadonlySet<CSSStyleSheet>;
}

const METHODS: readonly (readonly [owner: string, names: readonly string[]])[] = [
  ['CSSStyleSheet', ['insertRule', 'deleteRule', 'addRule', 'removeRule', 'replace', 'replaceSync']],
  ['CSSGroupingRule', ['insertRule', 'deleteRule']],
  ['CSSStyleRule', ['insertRule', 'deleteRule']],
  ['CSSKeyframesRule', ['appendRule', 'deleteRule']],
  ['MediaList', ['appendMedium', 'deleteMedium']],
];
/** Setting `media` sets `mediaText`, and setting `style` its text. */
const SETTERS: readonly (readonly [owner: string, name: string])[] = [
  ...([
    ['StyleSheet', 'disabled'],
    ['HTMLStyleElement', 'disabled'],
    ['SVGStyleElement', 'disabled'],
  ] as const),
  ...([
    ['MediaList', 'mediaText'],
    ['CSSStyleRule', 'selectorText'],
  ] as const),
  ...([
    ['CSSKeyframesRule', 'name'],
    ['CSSKeyframeRule', 'keyText'],
  ] as const),
  ...([
    ['Document', 'adoptedStyleSheets'],
    ['ShadowRoot', 'adoptedStyleSheets'],
  ] as const),
];
/** Getters of what a page may keep and write to later, unheard. */
const RULES_WITH_STYLE: readonly string[] = ['CSSStyleRule', 'CSSKeyframeRule', 'CSSNestedDeclarations'];
/** Of what was handed out, so many are compared at a time, the next ones the next time: the text of a rule takes some 8 µs. */
const COMPARED = 64;

/** A declaration of a rule, or a list of adopted sheets. */
type Writable = CSSStyleDeclaration | readonly CSSStyleSheet[];

interface HandedOut {
  readonly what: WeakRef<Writable>;
  last: string;
}

/** Whether the node is an element whose content or file is a sheet. */
export const isStyle = (node: unknown): boolean =>
  node instanceof HTMLStyleElement || node instanceof HTMLLinkElement || node instanceof SVGStyleElement;

/** Watches from here on; call it before any script of the page. */
export function watchStyleChanges(trees: Trees): StyleChanges {
  let count = 0;
  const note = (): void => {
    count += 1;
  };
  const prototypeOf = (name: string): object =>
    (globalThis as unknown as Record<string, { prototype: object } | undefined>)[name]?.prototype ?? {};

  let declarations = new Set<CSSStyleDeclaration>();
  let sheets = new Set<CSSStyleSheet>();
  const noteSheet = (owner: unknown): void => {
    const sheet = owner instanceof CSSRule ? owner.parentStyleSheet : owner;
    if (sheet instanceof CSSStyleSheet) sheets.add(sheet);
  };
  for (const [owner, names] of METHODS) {
    for (const name of names) {
      wrapMethod(prototypeOf(owner), name, (self, result) => {
        note();
        noteSheet(self);
        if (name === 'replace') NativePromise.resolve(result).then(note, note);
      });
    }
  }
  for (const [owner, name] of SETTERS) wrapSetter(prototypeOf(owner), name, note);

  const sheetNumbers = new WeakMap<CSSStyleSheet, number>();
  let sheetsSeen = 0;
  const numberOf = (sheet: CSSStyleSheet): number => {
    const number = sheetNumbers.get(sheet) ?? ++sheetsSeen;
    sheetNumbers.set(sheet, number);
    return number;
  };
  const stateOf = (what: Writable): string => ('cssText' in what ? what.cssText : [...what].map(numberOf).join());
  const handedOut: HandedOut[] = [];
  const known = new WeakSet<Writable>();
  let next = 0;
  const handOut = (what: Writable): void => {
    if (known.has(what)) return;
    known.add(what);
    handedOut.push({ what: new WeakRef(what), last: stateOf(what) });
  };
  for (const owner of RULES_WITH_STYLE) {
    for (const name of ['style', 'styleMap']) {
      wrapGetter(prototypeOf(owner), name, (rule) => handOut(ruleStyle(rule as CSSRule) as CSSStyleDeclaration));
    }
  }
  for (const owner of ['Document', 'ShadowRoot']) {
    wrapGetter(prototypeOf(owner), 'adoptedStyleSheets', (_, sheets) => handOut(sheets as readonly CSSStyleSheet[]));
  }
  // Of `style` and `link`, once what they import has come too; it does not leave a shadow tree.
  const loaded = ({ target }: Event): void => {
    if (isStyle(target)) note();
  };
  trees.each((tree) => tree.addEventListener('load', loaded, true));
  // A rule that a script inserts may import a sheet, for which no such event comes.
  new PerformanceObserver((list) => {
    if (list.getEntries().some((entry) => (entry as PerformanceResourceTiming).initiatorType === 'css')) note();
  }).observe({ type: 'resource' });

  return {
    count() {
      for (let left = Math.min(COMPARED, handedOut.length); left > 0; left -= 1) {
        next = next < handedOut.length ? next : 0;
        const held = handedOut[next] as HandedOut;
        const what = held.what.deref();
        if (what === undefined) {
          handedOut.splice(next, 1);
          continue;
        }
        next += 1;
        const state = stateOf(what);
        if (state === held.last) continue;
        held.last = state;
        if (what instanceof CSSStyleDeclaration) declarations.add(what);
        note();
      }
      return count;
    },
    takeWritten() {
      const written = { declarations, sheets };
      declarations = new Set();
      sheets = new Set();
      return written;
    },
  };
}
