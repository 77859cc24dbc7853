/** A batch whose encoder fails when the next row is already under way. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { decode } from '../../support/output/decode.js';
import { batchProject, ofType, runBatch } from '../../support/projects/batch.js';
import { colourName } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { wrappedFfmpeg } from '../../support/renders/wrapped-ffmpeg.js';

useBundledFfmpeg();

/** The first encoder takes all pictures and then fails, once the next row is where the first one was. */
const FAIL_LATE = `if mkdir "$NOTES/first" 2>/dev/null; then
  cat > "$NOTES/pictures"; while [ ! -e "$NOTES/next" ]; do sleep 0.02; done; exit 1; fi
: > "$NOTES/next"; exec "$REAL" "$@"`;

it('captures the row again where the next one is now, and mixes nothing up', async () => {
  const project = await batchProject({ rows: [{ tint: '#ff0000' }, { tint: '#0000ff' }, { tint: '#00ff00' }] });
  const { path } = await wrappedFfmpeg('encode', FAIL_LATE);
  const flags = ['-o', 'out/{index}.mp4', '--json', '--workers', '1', '--ffmpeg-path', path];
  const result = await runBatch(project, flags);
  expect(result.exitCode).toBe(0);
  const done = ofType(result.events(), 'batch-row-complete');
  expect(done.map(({ index, notices }) => [index, notices.map(({ code }: { code: string }) => code)])).toEqual([
    [0, ['retry_0']],
    [1, []],
    [2, []],
  ]);
  const colours = ['red', 'blue', 'lime'];
  for (const [index, colour] of colours.entries()) {
    const frames = await decode(join(project, `out/${index}.mp4`));
    expect([frames.count, colourName(frames.pixel(2, 32, 18))]).toEqual([3, colour]);
  }
});
