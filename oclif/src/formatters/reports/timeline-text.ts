/** A timeline of clips as text: one line each, with a bar over the length of the composition. */
import type { InspectedClip } from '@framefarm/render';
import { neutralisedLine } from '../text/terminal-text.js';

/** Width of the bars in characters. */
const BAR = 32;
/** Longest name of a clip; what is longer is cut. */
const NAME = 36;

/** `1.5`, `0.033`: at most three decimals. */
export function secondsText(seconds: number): string {
  return String(Math.round(seconds * 1000) / 1000);
}

/** What is seen of `start` to `end` in a composition of `length` seconds; a short clip still has one mark. */
export function barText(start: number, end: number | null, length: number): string {
  const at = (seconds: number): number => Math.round((Math.min(length, Math.max(0, seconds)) / length) * BAR);
  const first = Math.min(BAR - 1, at(start));
  const last = Math.max(first + 1, at(end ?? length));
  const isOutside = start >= length || (end !== null && end <= Math.max(0, start));
  return isOutside ? '·'.repeat(BAR) : '·'.repeat(first) + '█'.repeat(last - first) + '·'.repeat(BAR - last);
}

/** A heading and one line for each clip, in document order, nested ones set in. */
export function timelineLines(clips: readonly InspectedClip[], length: number): string[] {
  const names = clips.map((clip) => cut('  '.repeat(clip.depth) + clipName(clip)));
  const width = Math.max(4, ...names.map((name) => name.length));
  const tracks = Math.max(5, ...clips.map(({ track }) => String(track).length));
  const end = `${secondsText(length)} s`;
  const head = `${'track'.padEnd(tracks)}  ${'clip'.padEnd(width)}  0${end.padStart(BAR - 1)}  seconds, frames`;
  const lines = clips.map((clip, index) => {
    const name = (names[index] ?? '').padEnd(width);
    return `${String(clip.track).padEnd(tracks)}  ${name}  ${barText(clip.start, clip.end, length)}  ${timesText(clip)}`;
  });
  return [head, ...lines];
}

function clipName({ tag, id, label }: InspectedClip): string {
  const words = [id === null ? `<${tag}>` : `<${tag}> #${id}`, ...(label === null ? [] : [`"${label}"`])];
  return neutralisedLine(words.join(' '));
}

function timesText({ start, end, frames }: InspectedClip): string {
  const times = `${secondsText(start)} to ${end === null ? 'the end' : secondsText(end)}`;
  return frames === null ? `${times}, never seen` : `${times}, ${frames.firstFrame} to ${frames.lastFrame}`;
}

function cut(name: string): string {
  return name.length <= NAME ? name : `${name.slice(0, NAME - 1)}…`;
}
