/** The order in which the files of the suite start: those that take longest first, so that none of them is left over at the end. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Paths below test/, in their order: those that have a process of their own, which nothing is left for, then by turns one that keeps a
 * core busy for more than half a minute and one that waits as long, for deadlines and leases.
 */
const FIRST = [
  'e2e/container-mode.test.ts',
  'farm/step-cleanup.test.ts',
  'farm/worker-fault.test.ts',
  'farm/cli-render.test.ts',
  'farm/faults-workers.test.ts',
  'e2e/tiles.test.ts',
  'farm/uploads-fault.test.ts',
  'media/copied-samples.test.ts',
  'farm/faults-hosts.test.ts',
  'e2e/late-obstacles.test.ts',
  'e2e/batch-interrupt.test.ts',
  'e2e/decoded-videos.test.ts',
  'farm/poison-fault.test.ts',
  'e2e/capture-paths.test.ts',
  'e2e/faults-page.test.ts',
  'media/encode.test.ts',
  'e2e/faults-processes.test.ts',
  'e2e/render-steps.test.ts',
  'farm/cli-interrupt.test.ts',
  'e2e/page-canvases.test.ts',
  'farm/versions.test.ts',
  'e2e/shared-chunks.test.ts',
  'farm/faults-redis.test.ts',
  'e2e/hostile-pages.test.ts',
  'farm/faults-producer.test.ts',
  'farm/worker.test.ts',
  'e2e/faults-ffmpeg.test.ts',
  'farm/dashboard.test.ts',
  'farm/faults-pages.test.ts',
  'e2e/late-looks.test.ts',
  'farm/limit-fault.test.ts',
  'e2e/render-session.test.ts',
  'farm/producer/shutdown-signal.test.ts',
  'e2e/faults-ending.test.ts',
  'e2e/installed-package.test.ts',
  'e2e/benchmark.test.ts',
  'media/mix.test.ts',
  'e2e/video-pictures.test.ts',
  'e2e/sound.test.ts',
  'e2e/proof-beside.test.ts',
  'e2e/closed-places.test.ts',
  'media/extract.test.ts',
  'e2e/batch.test.ts',
  'e2e/partial-render.test.ts',
  'e2e/cli-render.test.ts',
  'e2e/formats.test.ts',
  'e2e/sandbox.test.ts',
];

export default class LongestFirst extends BaseSequencer {
  /** @throws Error when a file of the list is gone */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const tests = join(this.ctx.config.root, 'test');
    const gone = FIRST.filter((file) => !existsSync(join(tests, file)));
    if (gone.length > 0)
      throw new Error(`scripts/tests/longest-first.ts names files that are gone: ${gone.join(', ')}`);
    const places = new Map(FIRST.map((file, index) => [join(tests, file), index]));
    const place = ({ moduleId }: TestSpecification): number => places.get(moduleId) ?? FIRST.length;
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
