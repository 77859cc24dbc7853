/** What every finished file is held against (reference: composition-format 9.2 and 14). */
import type { FramefarmError, OutputFormat } from '@framefarm/contract';
import { describe, expect, it } from 'vitest';
import { checkDurations, checkKinds, type VerifyOptions } from '../../../libs/media/src/verify/expected.js';

function fault(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    return `${(error as FramefarmError).code}: ${(error as Error).message}`;
  }
}

describe('the streams of a finished file', () => {
  const found = (kinds: readonly string[], audio: boolean) => fault(() => checkKinds(kinds, audio));

  it('are one of pictures, and one of sound where there is any', () => {
    expect([found(['video'], false), found(['video', 'audio'], true), found(['audio', 'video'], true)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(found(['video'], true)).toMatch(/^OUTPUT_INVALID: .* one video and one audio stream; found video$/);
    expect(found(['video', 'audio'], false)).toMatch(/ one video stream and no sound; found video \+ audio$/);
    expect(found(['video', 'video'], false)).toMatch(/ found video \+ video$/);
    expect(found(['audio'], true)).toMatch(/ found audio$/);
    expect(found([], false)).toMatch(/ found no streams$/);
  });
});

describe('the length of a finished file', () => {
  /** Of 60 frames at 30 a second. */
  const found = (format: OutputFormat, pictures: number, sound: number | null = null) =>
    fault(() =>
      checkDurations({ encoding: { format, fps: { num: 30, den: 1 } }, frames: 60 } as VerifyOptions, {
        pictures,
        sound,
      }),
    );

  it('is that of its frames, with one frame more or less', () => {
    expect([found('mp4', 2), found('mp4', 2.034), found('mp4', 1.966)]).toEqual([null, null, null]);
    expect(found('mp4', 2.036)).toMatch(/^OUTPUT_INVALID: .* 2 s of picture; found 2\.036 s$/);
    expect(found('mp4', 1.964)).toContain('2 s of picture');
    expect(found('mp4', Number.NaN)).toContain('2 s of picture');
  });

  it('is rounded to hundredths of a second for each frame of a GIF', () => {
    expect([found('gif', 2.43), found('gif', 1.57)]).toEqual([null, null]);
    expect(found('gif', 2.45)).toContain('2 s of picture');
  });

  it('is that of the sound too, with a packet more', () => {
    expect([found('mp4', 2, 2), found('mp4', 2, 2.056), found('mp4', 2, 1.944)]).toEqual([null, null, null]);
    expect(found('mp4', 2, 2.058)).toMatch(/ 2 s of sound; found 2\.058 s$/);
    expect(found('mp4', 2, 1.9)).toContain('2 s of sound');
    expect(found('mp4', 2, Number.NaN)).toContain('2 s of sound');
  });
});
