/** A frame that looks as the one before is taken for it, unless HF_STATIC_DEDUP=false (composition-format 7.6). */
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { decode } from '../../support/output/decode.js';
import { frameDifference } from '../../support/output/frame-difference.js';
import { composition, makeProject, scratchDirectory } from '../../support/projects/project.js';
import { onStage } from '../../support/renders/surface-stage.js';
import { renderWarm } from '../../support/renders/warm-render.js';

const SIZE = { width: 160, height: 90 };
/** It moves in frame 4, at 10 frames per second, and holds still before and after. */
const PAGE = `<div id="box" style="position:absolute;width:40px;height:40px;background:#c33"></div><script>
  addEventListener('hf-seek', ({ detail: { time } }) => { box.style.left = time < 0.35 ? '0px' : '60px'; });</script>`;
const HTML = composition(PAGE, { ...SIZE, duration: 0.8 });
const ONE_BY_ONE = { HF_STATIC_DEDUP: 'false' };

afterEach(() => vi.unstubAllEnvs());

describe('frames that hold still', () => {
  it.each([
    ['surface', 'are those before', undefined, [0, 4]],
    ['surface', 'are drawn each', 'false', [0, 1, 2, 3, 4, 5, 6, 7]],
    ['beginframe', 'are those before', undefined, [0, 4]],
    ['beginframe', 'are pictures of their own', 'false', [0, 1, 2, 3, 4, 5, 6, 7]],
  ])('on the way %s %s', async (path, _, value, expected) => {
    vi.stubEnv('HF_STATIC_DEDUP', value);
    const own: number[] = [];
    let before: Buffer | null = null;
    await onStage(HTML, SIZE, 8, async (stage) => {
      if (path === 'surface') await stage.openSurface();
      for await (const { frame, image, held, release } of stage.captureRun(0, 8)) {
        if (!held) own.push(frame);
        const picture = Buffer.from(image);
        if (held) expect(picture.equals(before ?? Buffer.alloc(0)), `frame ${frame}`).toBe(true);
        before = picture;
        release?.();
      }
    });
    expect(own).toEqual(expected);
  });

  it('look the same either way, and are not tapped where each is drawn', async () => {
    const project = await makeProject({ 'index.html': composition(PAGE, { ...SIZE, duration: 2 }) });
    const out = scratchDirectory();
    const [usual, each] = [
      await renderWarm(project, join(out, 'usual.mp4')),
      await renderWarm(project, join(out, 'each.mp4'), [], ONE_BY_ONE),
    ];
    expect([usual.capture.path, each.capture.path]).toEqual(['surface', 'surface']);
    const [one, other] = [await decode(join(out, 'usual.mp4')), await decode(join(out, 'each.mp4'))];
    // What holds still is encoded in another way.
    for (let frame = 0; frame < 60; frame += 1)
      expect(frameDifference([one, frame], [other, frame], 2)).toBeLessThan(1);
    const stepped = await renderWarm(project, join(out, 'stepped.mp4'), ['--dry-run'], {
      ...ONE_BY_ONE,
      FRAMEFARM_SURFACE: 'off',
    });
    expect(stepped.capture.reason).toContain('no frame is to be that of another');
  });
});
