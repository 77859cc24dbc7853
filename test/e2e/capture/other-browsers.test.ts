/** Browsers other than the bundled one: the same pictures, whichever way they are taken. */
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { decode, type Frames } from '../../support/output/decode.js';
import { composition, makeProject, scratchDirectory } from '../../support/projects/project.js';
import { render } from '../../support/renders/command-line.js';

const WIDTH = 160;
const HEIGHT = 90;
const SCENE = composition(
  `<style>
    @keyframes wander { to { transform: translateX(100px) rotate(180deg) } }
    #box { position: absolute; top: 30px; width: 40px; height: 40px; background: linear-gradient(red, blue); animation: wander 0.5s linear }
    #half { position: absolute; right: 0; bottom: 0; width: 40px; height: 20px; background: rgb(0 128 0 / 50%) }
  </style><div id="box"></div><div id="half"></div>`,
  { width: WIDTH, height: HEIGHT, duration: 0.5 },
);

/** Places of distributions; on a machine that has none of them there is nothing to compare. */
const OTHERS = (
  [
    ['/usr/bin/chromium', 'screenshot'],
    ['/usr/bin/google-chrome', 'screenshot'],
    ['/usr/bin/chromium-headless-shell', 'beginframe'],
  ] as const
).filter(([path]) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
});

/** Largest mean difference of a frame over all pixels and channels, from 0 to 255. */
function worstMeanDifference(one: Frames, other: Frames): number {
  expect([other.count, other.width, other.height]).toEqual([one.count, one.width, one.height]);
  let worst = 0;
  for (let frame = 0; frame < one.count; frame += 1) {
    let sum = 0;
    for (let y = 0; y < one.height; y += 1) {
      for (let x = 0; x < one.width; x += 1) {
        const [a, b] = [one.pixel(frame, x, y), other.pixel(frame, x, y)];
        for (let channel = 0; channel < 4; channel += 1) sum += Math.abs((a[channel] ?? 0) - (b[channel] ?? 0));
      }
    }
    worst = Math.max(worst, sum / (one.width * one.height * 4));
  }
  return worst;
}

describe.each([
  ['mp4', {}],
  ['webm', { vp9: true }],
] as const)('%s', (format, options) => {
  const file = `out.${format}`;
  const flags = ['--format', format, '--crf', '4'];
  let project: string;
  let bundled: Frames;
  beforeAll(async () => {
    project = await makeProject({ 'index.html': SCENE });
    await render(project, join(project, file), flags);
    bundled = await decode(join(project, file), options);
  });

  it('by the bundled browser, is what the scene says', () => {
    expect(bundled.count).toBe(15);
    const [, , , alpha] = bundled.pixel(0, WIDTH - 10, HEIGHT - 10);
    expect(Math.abs(alpha - (format === 'webm' ? 128 : 255))).toBeLessThanOrEqual(2);
  });

  it.each(OTHERS)('by %s, taken by %s, shows the same', async (path, capture) => {
    const output = join(scratchDirectory(), file);
    const done = await render(project, output, [...flags, '--browser-path', path]);
    expect(done.capture.path).toBe(capture);
    expect(worstMeanDifference(bundled, await decode(output, options))).toBeLessThan(1);
  });
});
