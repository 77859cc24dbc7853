/** canvas-confetti draws in a worker, whose clock is not that of the frames. It can draw in the page as well, and looks the same. */
import { afterEachScript } from './after-scripts.js';

type Fire = ((...options: unknown[]) => unknown) & { reset(): void };
interface Confetti extends Fire {
  create(canvas: HTMLCanvasElement | null, options?: Record<string, unknown>): Fire;
  /** By which it is told from other things of that name. */
  readonly shapeFromText: unknown;
}

const globals = window as unknown as { confetti?: unknown };

const isConfetti = (value: unknown): value is Confetti =>
  typeof value === 'function' && 'create' in value && 'shapeFromText' in value;

/** Call it before any script of the page. */
export function drawConfettiInPage(): void {
  let ours: unknown;
  afterEachScript(() => {
    const { confetti } = globals;
    if (confetti === ours || !isConfetti(confetti)) return;
    ours = inPage(confetti);
    globals.confetti = ours;
  });
}

function inPage(confetti: Confetti): Confetti {
  const create: Confetti['create'] = (canvas, options) => confetti.create(canvas, { ...options, useWorker: false });
  let whole: Fire | undefined;
  const onWhole = (): Fire => {
    whole ??= create(null, { resize: true });
    return whole;
  };
  return Object.assign((...options: unknown[]) => onWhole()(...options), confetti, {
    create,
    reset: () => onWhole().reset(),
  });
}
