/** `snapshot` for people and for programs. */
import { formatFps } from '@framefarm/contract';
import type { SnapshotResult, StillOutput } from '@framefarm/render';
import { formatSize } from '../text/quantities.js';
import { neutralisedLine } from '../text/terminal-text.js';

/** `Wrote renders/title_frame_45.png (frame 45 at 1.500s, 1920x1080, 84.2KB)`; `shown`: the path as the user knows it. */
export function stillLine({ frame, seconds, width, height, size }: StillOutput, shown: string): string {
  const facts = [`frame ${frame} at ${seconds.toFixed(3)}s`, `${width}x${height}`, formatSize(size)];
  return `Wrote ${neutralisedLine(shown)} (${facts.join(', ')})`;
}

/** The one document of `--json`. */
export function snapshotDocument(result: SnapshotResult, version: string): Readonly<Record<string, unknown>> {
  const { outcome, compositionId, fps, compositionFrames, capture, stills, sandbox, warnings, notices } = result;
  return {
    outcome,
    compositionId,
    fps: formatFps(fps),
    compositionFrames,
    stills: stills.map(({ frame, seconds, path, width, height, size, sha256 }) => {
      return { frame, seconds, outputPath: path, width, height, size, sha256 };
    }),
    capture,
    sandbox,
    warnings,
    notices,
    _meta: { version },
  };
}
