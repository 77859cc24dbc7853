/** An FFmpeg that dies or hangs at any other work than encoding. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeClip, makeTone, times } from '../../support/projects/clips.js';
import { composition, makeProject } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { renderFaultyHere } from '../../support/renders/fault-bench.js';
import { HOLD_DEAF, wrappedFfmpeg } from '../../support/renders/wrapped-ffmpeg.js';

useBundledFfmpeg();

const SECONDS = 0.5;
/** Chunks of a WebM are joined by FFmpeg, those of an mp4 are not. */
const flagsFor = (work: string): readonly string[] => (work === 'join' ? ['--format', 'webm'] : []);
const WITH_MEDIA = composition(
  `<video id="clip" src="clip.mp4" data-start="0" data-duration="${SECONDS}" muted></video>
   <audio id="tone" src="tone.wav" data-start="0" data-duration="${SECONDS}"></audio>`,
  { duration: SECONDS },
);

describe('an FFmpeg that is killed beside capture', () => {
  let files: Record<string, string | Uint8Array>;
  beforeAll(async () => {
    const project = await makeProject({ 'index.html': WITH_MEDIA });
    await makeClip(join(project, 'clip.mp4'), times(SECONDS * 10, 'lime'));
    await makeTone(join(project, 'tone.wav'), 440, SECONDS);
    files = {
      'index.html': WITH_MEDIA,
      'clip.mp4': readFileSync(join(project, 'clip.mp4')),
      'tone.wav': readFileSync(join(project, 'tone.wav')),
    };
  });
  const DIE = 'kill -KILL $$';

  it.each([
    ['extract', 'VIDEO_EXTRACTION_FAILED'],
    ['decodeSound', 'AUDIO_PROCESSING_FAILED'],
    ['encodeSound', 'AUDIO_PROCESSING_FAILED'],
    ['join', 'ENCODER_FAILED'],
  ] as const)('at "%s" fails the render with %s', async (work, code) => {
    const { path } = await wrappedFfmpeg(work, DIE);
    const { exitCode, last, output } = await renderFaultyHere(files, {
      flags: ['--ffmpeg-path', path, '--frames-cache-dir', 'off', ...flagsFor(work)],
    });
    expect(last).toMatchObject({ errorCode: code, error: expect.stringMatching(/SIGKILL/) });
    expect(exitCode).toBe(1);
    expect(existsSync(output)).toBe(false);
  });

  // Joining as well: faults-ending.test.ts. They only wait, after one another: each has its own temporary files.
  it.each(['extract', 'decodeSound', 'encodeSound'] as const)(
    'at "%s" and hangs is ended by --timeout',
    async (work) => {
      const { path, notes } = await wrappedFfmpeg(work, HOLD_DEAF);
      // One that ended before it came to the FFmpeg that hangs tells nothing of it, and has twice the time then.
      for (let seconds = 3; !existsSync(join(notes, 'held')); seconds *= 2) {
        const { exitCode, last } = await renderFaultyHere(files, {
          flags: ['--ffmpeg-path', path, '--frames-cache-dir', 'off', '--timeout', `${seconds}s`],
        });
        expect(last).toMatchObject({ errorCode: 'RENDER_TIMEOUT' });
        expect(exitCode).toBe(1);
      }
    },
  );
});
