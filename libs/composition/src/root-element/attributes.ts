/** What the root element states about the render (reference: composition-format 2). Read before any script runs. */
import { type Fps, FramefarmError, parseFps, type Warning } from '@framefarm/contract';
import { attribute, type Element } from '../source/dom.js';
import { parseSeconds } from '../timing/index.js';
import { DEFAULT_HEIGHT, DEFAULT_WIDTH, leadingInteger } from './written-size.js';

const MIN_SIZE = 2;
const MAX_SIZE = 8192;

/** A finite number of seconds above 0, else null. */
export function positiveSeconds(text: string | null): number | null {
  const seconds = parseSeconds(text);
  return seconds !== null && seconds > 0 ? seconds : null;
}

export interface RootFacts {
  /** Pixels, 2 to 8192. */
  readonly width: number;
  readonly height: number;
  /** Seconds, or null when the length must be found by probing. */
  readonly durationSeconds: number | null;
  readonly fps: Fps | null;
  readonly warnings: readonly Warning[];
}

/**
 * Size, length and rate of the root.
 * @throws FramefarmError COMPOSITION_SIZE_INVALID outside 2 to 8192 pixels; COMPOSITION_ZERO_DURATION when a length is
 * written that is not a finite number above 0.
 */
export function readRoot(root: Element, rootId: string, file: string): RootFacts {
  const warnings: Warning[] = [];
  const { width, height } = readSize(root, rootId, file, warnings);
  return { width, height, durationSeconds: readDuration(root, rootId), fps: readFps(root, rootId, warnings), warnings };
}

/** @throws FramefarmError COMPOSITION_SIZE_INVALID */
export function readSize(root: Element, rootId: string, file: string, warnings: Warning[]) {
  const written = { width: attribute(root, 'data-width'), height: attribute(root, 'data-height') };
  const parsed = { width: leadingInteger(written.width), height: leadingInteger(written.height) };
  const lacking = (['width', 'height'] as const).filter((side) => parsed[side] === null);
  if (lacking.length > 0) {
    const words = lacking.map((side) =>
      written[side] === null ? `no data-${side}` : `data-${side}="${written[side]}", which is no integer`,
    );
    warnings.push({
      code: 'root_missing_dimensions',
      stage: 'compile',
      message: `root "${rootId}" in ${file} has ${words.join(' and ')}; ${lacking
        .map((side) => `${side} ${side === 'width' ? DEFAULT_WIDTH : DEFAULT_HEIGHT}`)
        .join(' and ')} is used`,
      details: { rootId, width: written.width, height: written.height },
    });
  }
  const width = parsed.width ?? DEFAULT_WIDTH;
  const height = parsed.height ?? DEFAULT_HEIGHT;
  if ([width, height].some((side) => side < MIN_SIZE || side > MAX_SIZE)) {
    throw new FramefarmError(
      'COMPOSITION_SIZE_INVALID',
      `root "${rootId}" is ${written.width ?? width}x${written.height ?? height} (data-width x data-height); both must be from ${MIN_SIZE} to ${MAX_SIZE} pixels`,
      { stage: 'compile', details: { width, height } },
    );
  }
  return { width, height };
}

function readDuration(root: Element, rootId: string): number | null {
  for (const name of ['data-duration', 'data-composition-duration']) {
    const text = attribute(root, name);
    if (text === null) continue;
    const seconds = positiveSeconds(text);
    if (seconds !== null) return seconds;
    const message = `${name}="${text}" on root "${rootId}" must be a finite number of seconds above 0`;
    throw new FramefarmError('COMPOSITION_ZERO_DURATION', message, {
      stage: 'compile',
      hint: 'Write a length such as data-duration="5", or remove the attribute to take the length of the timelines.',
      // A command shows the issues alone.
      issues: [{ field: name, code: 'out-of-range', message }],
    });
  }
  return null;
}

/** Null for none, and with a warning for one that is no rate. */
export function readFps(root: Element, rootId: string, warnings: Warning[]): Fps | null {
  const text = attribute(root, 'data-fps');
  if (text === null) return null;
  const parsed = parseFps(text.trim());
  if (parsed.ok) return parsed.fps;
  warnings.push({
    code: 'unsupported_feature',
    stage: 'compile',
    message: `data-fps="${text}" on root "${rootId}" ${parsed.rule}; it is not used`,
    details: { feature: 'data-fps', value: text },
  });
  return null;
}
