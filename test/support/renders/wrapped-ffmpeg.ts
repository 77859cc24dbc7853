/** An FFmpeg that behaves badly at one kind of work and well at all others. */
import { chmod, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFfmpeg } from '@framefarm/media';
import { scratchDirectory } from '../projects/project.js';

export interface WrappedFfmpeg {
  /** For `--ffmpeg-path`. */
  readonly path: string;
  /** Where the script leaves its notes. */
  readonly notes: string;
}

/** Kinds of work by what their command lines hold. */
const WORK = {
  encode: '*segment-0*.mp4|*segment-0*.webm',
  encodeSecond: '*segment-00001.mp4|*segment-00001.webm',
  extract: '*%06d.jpg*|*%06d.png*',
  decodeSound: '*"-f f32le"*pipe:1',
  encodeSound: '*sound.m4a',
  /** Only of a WebM: those of an mp4 or mov are joined without FFmpeg. */
  join: '*"-f concat"*',
} as const;

export type Work = keyof typeof WORK;

/**
 * Runs `script` (POSIX shell) instead of FFmpeg where the arguments fit one of the kinds; in it, `$REAL "$@"` is the real FFmpeg,
 * `$NOTES` a directory and `$WORK` the kind. FFprobe is the real one.
 */
export async function wrappedFfmpeg(work: Work | readonly Work[], script: string): Promise<WrappedFfmpeg> {
  const real = await findFfmpeg();
  const directory = scratchDirectory();
  const notes = scratchDirectory();
  const path = join(directory, 'ffmpeg');
  const kinds = typeof work === 'string' ? [work] : work;
  const cases = kinds.map((kind) => `${WORK[kind]})\nWORK=${kind}\n${script}\n;;\n`).join('');
  await writeFile(
    path,
    `#!/bin/sh\nREAL='${real.ffmpegPath}'\nNOTES='${notes}'\ncase "$*" in\n${cases}*) exec "$REAL" "$@" ;;\nesac\n`,
  );
  await chmod(path, 0o755);
  await symlink(real.ffprobePath, join(directory, 'ffprobe'));
  return { path, notes };
}

/** For a worker that takes over from one whose FFmpeg is wrapped: the same build, which encodes everything as that one does. */
export const unwrapped = async (): Promise<{ readonly FRAMEFARM_FFMPEG_PATH: string }> => ({
  FRAMEFARM_FFMPEG_PATH: (await findFfmpeg()).ffmpegPath,
});

/** Waits for ever after leaving a file named `held`. */
export const HOLD = `: > "$NOTES/held"; while :; do sleep 0.5; done`;

/** The same while a file bears the name of the work; else it works as ever. */
export const HOLD_NAMED = `if [ -e "$NOTES/$WORK" ]; then ${HOLD}; fi; exec "$REAL" "$@"`;

/** As `HOLD`, deaf to SIGTERM. */
export const HOLD_DEAF = `trap '' TERM; ${HOLD}`;

/** The first waits for a file named `go`, all others leave a file named `again` and wait for `on`; then each works as ever. */
export const WAIT = `if mkdir "$NOTES/first" 2>/dev/null; then gate=go; else gate=on; : > "$NOTES/again"; fi
while [ ! -e "$NOTES/$gate" ]; do sleep 0.1; done; exec "$REAL" "$@"`;
