/**
 * ScrambleTextPlugin shows the text as it was before at the very time at which its `revealDelay` is over. Live that is as good as never met; frames
 * meet times such as half a second exactly, and the old text flashed up for one of them.
 */

interface Scramble {
  revealDelay: number;
  readonly tween: { readonly _time: number; readonly _dur: number; readonly _from?: unknown };
}
type Render = (ratio: number, scramble: Scramble) => unknown;
interface WithPlugins {
  readonly core?: { globals?: () => { readonly ScrambleTextPlugin?: { readonly prototype?: { render?: Render } } } };
}

/** So much later the text is revealed, seconds: no time of a frame. */
const AN_INSTANT = 1e-9;

const known = new WeakSet<object>();

/** Of a copy of GSAP, again and again: plugins come after it. */
export function steadyScrambles(gsap: unknown): void {
  const plugin = (gsap as WithPlugins | null | undefined)?.core?.globals?.().ScrambleTextPlugin?.prototype;
  const render = plugin?.render;
  if (plugin === undefined || render === undefined || known.has(plugin)) return;
  known.add(plugin);
  plugin.render = (ratio, scramble) => {
    const { revealDelay, tween } = scramble;
    const time = tween._from ? tween._dur - tween._time : tween._time;
    if (!revealDelay || time !== revealDelay) return render(ratio, scramble);
    scramble.revealDelay = revealDelay + AN_INSTANT;
    try {
      return render(ratio, scramble);
    } finally {
      scramble.revealDelay = revealDelay;
    }
  };
}
