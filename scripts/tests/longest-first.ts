/** The order in which the files of the suite start: those that take longest first, so that none of them is left over at the end. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Paths below test/, in their order: those that have a process of their own, which nothing is left for, then by turns one that keeps a
 * core busy for more than half a minute and one that waits as long, for deadlines and leases.
 */
const FIRST = [
  'e2e/cli/container-mode.test.ts',
  'farm/step-cleanup.test.ts',
  'farm/worker-fault.test.ts',
  'farm/cli-render.test.ts',
  'farm/faults-workers.test.ts',
  'e2e/capture/tiles.test.ts',
  'farm/uploads-fault.test.ts',
  'media/copied-samples.test.ts',
  'farm/faults-hosts.test.ts',
  'e2e/capture/late-obstacles.test.ts',
  'e2e/batch/batch-interrupt.test.ts',
  'e2e/output/decoded-videos.test.ts',
  'farm/poison-fault.test.ts',
  'e2e/capture/capture-paths.test.ts',
  'e2e/faults/faults-page.test.ts',
  'media/encode.test.ts',
  'e2e/faults/faults-processes.test.ts',
  'e2e/render/render-steps.test.ts',
  'farm/cli-interrupt.test.ts',
  'e2e/capture/page-canvases.test.ts',
  'farm/versions.test.ts',
  'e2e/capture/shared-chunks.test.ts',
  'farm/faults-redis.test.ts',
  'e2e/faults/hostile-pages.test.ts',
  'farm/faults-producer.test.ts',
  'farm/worker.test.ts',
  'e2e/faults/faults-ffmpeg.test.ts',
  'farm/dashboard.test.ts',
  'farm/faults-pages.test.ts',
  'e2e/capture/late-looks.test.ts',
  'farm/limit-fault.test.ts',
  'e2e/render/render-session.test.ts',
  'farm/producer/shutdown-signal.test.ts',
  'e2e/faults/faults-ending.test.ts',
  'e2e/cli/installed-package.test.ts',
  'e2e/cli/benchmark.test.ts',
  'media/mix.test.ts',
  'e2e/output/video-pictures.test.ts',
  'e2e/output/sound.test.ts',
  'e2e/capture/proof-beside.test.ts',
  'e2e/faults/closed-places.test.ts',
  'media/extract.test.ts',
  'e2e/batch/batch.test.ts',
  'e2e/render/partial-render.test.ts',
  'e2e/cli/cli-render.test.ts',
  'e2e/output/formats.test.ts',
  'e2e/faults/sandbox.test.ts',
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
