/** Live progress as text: one changing line for a terminal, plain lines for everything else (cli 1). */
import type { ProgressEvent } from '@framefarm/contract';
import { formatRemaining } from '../text/quantities.js';

/** Rate and remaining time of the capture, as far as they are known. */
export interface Pace {
  /** Frames per second, or null before there are two points to measure between. */
  readonly framesPerSecond: number | null;
  /** Seconds left for the frames that are missing, or null. */
  readonly remainingSeconds: number | null;
}

/** Time, ms, over which the pace is measured: long enough to be calm, short enough to follow a change. */
const WINDOW_MS = 5_000;
/** Shortest time to tell a pace of, ms: what a farm tells once more after a lost connection comes all at once. */
const SHORTEST_MS = 250;

/** Measures the pace from the times at which frames were reported. */
export function createPaceMeter(): (event: ProgressEvent, nowMs: number) => Pace {
  let points: { readonly at: number; readonly frames: number }[] = [];
  return (event, nowMs) => {
    // The time before the first frame is spent on starting browsers and says nothing of the pace.
    if (event.framesRendered === 0) return { framesPerSecond: null, remainingSeconds: null };
    const last = points.at(-1);
    // Frames that are done again after a lost lane would otherwise count as a negative rate.
    if (last !== undefined && event.framesRendered < last.frames) points = [];
    if (last === undefined || event.framesRendered !== last.frames) {
      points.push({ at: nowMs, frames: event.framesRendered });
    }
    // The newest one before the window stays: after a pause there is none in it but those of this moment.
    while (points.length > 2 && nowMs - (points[1]?.at ?? nowMs) > WINDOW_MS) points.shift();
    const from = points[0];
    const elapsed = from === undefined ? 0 : (nowMs - from.at) / 1000;
    const frames = from === undefined ? 0 : event.framesRendered - from.frames;
    if (elapsed * 1000 < SHORTEST_MS || frames <= 0) return { framesPerSecond: null, remainingSeconds: null };
    const framesPerSecond = frames / elapsed;
    const missing = event.totalFrames - event.framesRendered;
    return { framesPerSecond, remainingSeconds: missing > 0 ? missing / framesPerSecond : null };
  };
}

/** Words for people; the codes stay in the events. */
const STAGE_WORDS: Readonly<Record<ProgressEvent['stage'], string>> = {
  compile: 'reading the composition',
  extract_video: 'extracting video frames',
  process_audio: 'mixing sound',
  capture: 'capturing',
  encode: 'encoding',
  assemble: 'assembling',
  publish: 'publishing',
};

export function stageWords(stage: ProgressEvent['stage']): string {
  return STAGE_WORDS[stage];
}

function facts(event: ProgressEvent, pace: Pace): string[] {
  const parts: string[] = [];
  if (event.totalFrames > 0) parts.push(`${event.framesRendered}/${event.totalFrames} frames`);
  // Before and after the capture no frames come, and a rate would only tell of the past.
  if (event.stage !== 'capture') return parts;
  if (pace.framesPerSecond !== null) parts.push(`${pace.framesPerSecond.toFixed(1)} frames/s`);
  if (pace.remainingSeconds !== null) parts.push(`ETA ${formatRemaining(pace.remainingSeconds)}`);
  return parts;
}

function percent(event: ProgressEvent): number {
  return Math.max(0, Math.min(100, Math.floor(event.progress)));
}

/** `Progress 40% capturing, 96/240 frames, 31.2 frames/s, ETA 5s`. */
export function plainProgressLine(event: ProgressEvent, pace: Pace): string {
  return [`Progress ${percent(event)}% ${stageWords(event.stage)}`, ...facts(event, pace)].join(', ');
}

const BAR_CELLS = 24;

/** A bar with its facts in at most `columns` characters; facts give way before the bar does. */
export function progressBarLine(event: ProgressEvent, pace: Pace, columns: number): string {
  const share = Math.max(0, Math.min(1, event.progress / 100));
  const full = Math.round(share * BAR_CELLS);
  const bar = `${'█'.repeat(full)}${'░'.repeat(BAR_CELLS - full)}`;
  const parts = [`${String(percent(event)).padStart(3)}%`, ...facts(event, pace), stageWords(event.stage)];
  let line = `${bar} ${parts.join('  ')}`;
  while (line.length >= columns && parts.length > 1) {
    parts.pop();
    line = `${bar} ${parts.join('  ')}`;
  }
  return line.length < columns ? line : line.slice(0, Math.max(0, columns - 1));
}
