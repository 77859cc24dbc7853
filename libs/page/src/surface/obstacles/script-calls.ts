/** What scripts call that a surface cannot follow, heard from before the first of them. */
import { wrapMethod, wrapSetter } from '../../natives/wrap-natives.js';
import { watchAnimatedLooks } from './animated-looks.js';
import { PARENT_RULE } from './body-rules.js';

export interface ScriptCalls {
  /** The first call that a surface cannot follow, in words: of most kinds since `begin`, of some since the page is there. */
  obstacle(): string | null;
  /** Whether an animation of a script blends something with what is behind it. */
  blends(): boolean;
  /** The page has been moved onto its surface: into `content`, which has the size of the window. */
  begin(content: Element): void;
}

/** Call it before any script of the page. */
export function watchScriptCalls(): ScriptCalls {
  let content: Element | null = null;
  let found: string | null = null;
  const animated = watchAnimatedLooks();
  const scrolled = (): void => {
    if (content === null) return;
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = content;
    if (scrollHeight > clientHeight || scrollWidth > clientWidth) found ??= 'the page is scrolled by a script';
  };
  const ofDocument = (self: unknown): void => {
    if (self === document.documentElement || self === document.body) scrolled();
  };
  for (const name of ['scroll', 'scrollTo', 'scrollBy']) {
    wrapMethod(window, name, scrolled);
    wrapMethod(Element.prototype, name, ofDocument);
  }
  for (const name of ['scrollIntoView', 'scrollIntoViewIfNeeded']) wrapMethod(Element.prototype, name, scrolled);
  for (const name of ['scrollTop', 'scrollLeft']) wrapSetter(Element.prototype, name, ofDocument);
  const looksFor = (self: unknown, selector: unknown): void => {
    if (content === null) return;
    const text = String(selector);
    const ofBody = self === document.body && /:scope\s*>/.test(text);
    if (ofBody || PARENT_RULE.test(text)) found ??= 'a script looks for children of body by a selector';
  };
  for (const name of ['querySelector', 'querySelectorAll']) {
    for (const owner of [Document.prototype, Element.prototype]) {
      wrapMethod(owner, name, (self, _, [selector]) => looksFor(self, selector));
    }
  }
  for (const name of ['matches', 'closest']) {
    wrapMethod(Element.prototype, name, (self, _, [selector]) => looksFor(self, selector));
  }
  wrapMethod(Worklet.prototype, 'addModule', (worklet) => {
    if (worklet === (CSS as { readonly paintWorklet?: unknown }).paintWorklet) found ??= 'a script paints by a worklet';
  });
  return {
    obstacle: () => found ?? animated.obstacle(),
    blends: animated.blends,
    begin(moved) {
      content = moved;
    },
  };
}
