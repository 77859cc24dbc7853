/** Which frames `snapshot` is asked for (issue 3). */
import { type InputIssue, readFrameRange, readTime } from '@framefarm/contract';
import type { StillPlace } from '@framefarm/render';

/** Most stills of one command; more of them are a png-sequence. */
export const MAX_STILLS = 1000;

export interface StillPlaces {
  readonly places: readonly StillPlace[];
  readonly issues: readonly InputIssue[];
}

/** Reads `--at 1.5,3` and `--frame 0,45,60-62`; both may be given, and each repeated. All faults are reported. */
export function readStillPlaces(at: readonly string[], frames: readonly string[]): StillPlaces {
  const places: StillPlace[] = [];
  const issues: InputIssue[] = [];
  const fault = (field: string, code: string, message: string): void => {
    issues.push({ field, code, message });
  };
  for (const word of words(at)) {
    const time = readTime(word);
    if (time.ok) places.push({ seconds: time.value });
    else fault('--at', 'invalid_value', `--at "${word}": ${time.rule}`);
  }
  let count = places.length;
  for (const word of words(frames)) {
    const range = readFrameRange(word);
    if (!range.ok) {
      fault('--frame', 'invalid_value', `--frame "${word}": ${range.rule}`);
      continue;
    }
    const { firstFrame, lastFrame } = range.value;
    count += lastFrame - firstFrame + 1;
    if (count > MAX_STILLS) continue;
    for (let frame = firstFrame; frame <= lastFrame; frame += 1) places.push({ frame });
  }
  if (count > MAX_STILLS) {
    const more = `${count} frames are asked for; at most ${MAX_STILLS} stills are made at once`;
    fault('--frame', 'too_many', `${more}; render them with --format png-sequence --frames`);
  }
  if (at.length + frames.length === 0) {
    fault('--at', 'missing_option', 'name at least one place: --at 1.5 for a time, --frame 45 for a frame');
  }
  return { places, issues };
}

const words = (lists: readonly string[]): string[] =>
  lists.flatMap((list) => list.split(',')).map((word) => word.trim());
