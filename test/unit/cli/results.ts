/** A finished render as the pipeline would report it, for tests of its presentation. */
import type { RenderPlan } from '@framefarm/contract';
import type { RenderResult } from '@framefarm/render';

export function aResult(changes: Partial<RenderResult> = {}): RenderResult {
  return {
    outcome: 'completed',
    compositionId: 'title',
    plan: {
      id: 'p'.repeat(64),
      composition: { id: 'intro', entryFile: 'index.html', digest: 'd'.repeat(64) },
      frames: 240,
      encoding: { firstFrame: 0 },
      chunks: [{ index: 0, firstFrame: 0, frames: 240, leadIn: 0 }],
    } as unknown as RenderPlan,
    output: {
      path: '/project/renders/a.mp4',
      size: 4_404_019,
      sha256: 'ab'.repeat(32),
      width: 1920,
      height: 1080,
      durationSeconds: 8,
      frames: 240,
      fps: { num: 30, den: 1 },
      media: null,
    },
    lanes: { count: 2, upperBound: 2, reason: 'cores' },
    capture: { path: 'surface', reason: 'raw pixels of the page', redoneFrames: 0, replacedLanes: 0 },
    versions: { framefarm: '0.1.0', node: '24.0.0', browser: '153.0', ffmpeg: '5.1' },
    image: null,
    sandbox: { on: true, reason: 'on' },
    substitutions: [],
    warnings: [],
    notices: [],
    timings: {
      compile: 1,
      launch: 2,
      settle: 3,
      check: 0,
      extract: 0,
      sound: 0,
      capture: 8000,
      assemble: 40,
      verify: 60,
      total: 8200.4,
    },
    ...changes,
  };
}

/** Streams that keep what is written to them. */
export function keptStreams() {
  const results: string[] = [];
  let talk = '';
  return {
    results,
    talk: () => talk,
    streams: {
      result: (line: string) => {
        results.push(line);
      },
      tell: (text: string) => {
        talk += text;
      },
    },
  };
}
