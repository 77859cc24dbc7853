/** What a benchmark is doing, on stderr: a line at each step and at least every 10 s (cli 1). */
import type { BenchmarkEvent } from '@framefarm/benchmark';
import { SILENCE_LIMIT_MS } from '../render/progress-display.js';
import { formatRemaining } from '../text/quantities.js';

export interface BenchmarkProgress {
  readonly event: (event: BenchmarkEvent) => void;
  /** Ends the display. */
  stop(): void;
}

export function createBenchmarkProgress(
  tell: (text: string) => void,
  now: () => number = () => performance.now(),
): BenchmarkProgress {
  let line = '';
  let since = now();
  const timer = setInterval(() => {
    if (line !== '') tell(`${line} (${formatRemaining((now() - since) / 1000)})\n`);
  }, SILENCE_LIMIT_MS).unref();
  return {
    event: (event) => {
      line = textOf(event);
      since = now();
      timer.refresh();
      tell(`${line}\n`);
    },
    stop: () => clearInterval(timer),
  };
}

function textOf(event: BenchmarkEvent): string {
  switch (event.kind) {
    case 'note':
      return event.text;
    case 'piece':
      return `Each run renders ${event.piece.frames} of ${event.piece.totalFrames} frames`;
    case 'run':
      return `[${event.step}/${event.steps}] ${event.what}`;
  }
}
