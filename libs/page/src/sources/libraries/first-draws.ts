/**
 * p5 and PixiJS draw when time has passed since they began. Where both their beginning and the first frame are at 0, that frame would be
 * empty, as no time has passed in it.
 */

interface Sketch {
  _lastTargetFrameTime?: number;
}
interface P5 {
  /** The sketch whose functions are globals. */
  readonly instance?: Sketch | null;
  readonly prototype: { registerMethod?: (hook: string, run: () => void) => void };
  registerAddon?: (addon: (p5: unknown, prototype: unknown, cycle: { postsetup?: () => void }) => void) => void;
}
interface Ticker {
  lastTime: number;
}
interface PixiTicker {
  readonly prototype: { update?: (this: Ticker, time?: number) => unknown };
}

/** Time that is as good as none, ms. */
const AN_INSTANT_MS = 1e-6;

/** To be called again and again until the page has settled: each library is told once that it may draw at once. */
export function createFirstDraws(): { adopt(): void } {
  const known = new WeakSet<object>();
  const isNew = (library: unknown): library is object => {
    const isOne = (typeof library === 'object' && library !== null) || typeof library === 'function';
    if (!isOne || known.has(library)) return false;
    known.add(library);
    return true;
  };
  return {
    adopt() {
      const { p5, PIXI } = window as { p5?: unknown; PIXI?: { Ticker?: unknown } };
      if (isNew(p5)) drawAfterSetup(p5 as unknown as P5);
      if (isNew(PIXI?.Ticker)) drawFirstUpdate(PIXI.Ticker as unknown as PixiTicker);
    },
  };
}

/** Both versions of p5 draw right behind `setup` where the last frame is long ago. */
function drawAfterSetup(p5: P5): void {
  function longAgo(this: Sketch | Window): void {
    // Hooks of such a sketch are called on the window by the first version.
    const sketch = this instanceof Window ? p5.instance : this;
    if (sketch != null) sketch._lastTargetFrameTime = Number.NEGATIVE_INFINITY;
  }
  if (typeof p5.registerAddon === 'function') {
    p5.registerAddon((_p5, _prototype, cycle) => {
      cycle.postsetup = longAgo;
    });
  } else p5.prototype.registerMethod?.('afterSetup', longAgo);
}

function drawFirstUpdate({ prototype }: PixiTicker): void {
  const { update } = prototype;
  if (update === undefined) return;
  const begun = new WeakSet<Ticker>();
  prototype.update = function (time = performance.now()) {
    if (!begun.has(this) && time <= this.lastTime) this.lastTime = time - AN_INSTANT_MS;
    begun.add(this);
    return update.call(this, time);
  };
}
