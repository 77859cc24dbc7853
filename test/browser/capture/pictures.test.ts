import { PNG } from 'pngjs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { stagePage } from './stage-page.js';
import { useStages } from './stages.js';

const bench = useStages();
const BOX =
  '<div id="box" style="position:absolute;left:0;top:0;width:20px;height:20px;background:rgba(255,0,0,.5)"></div>';
const MOVE = "(frame) => { document.getElementById('box').style.left = frame * 10 + 'px'; }";
const MOVE_LATER =
  "(frame) => new Promise((done) => requestAnimationFrame(() => { document.getElementById('box').style.left = frame * 10 + 'px'; done(); }))";

/** Left edge of the box and the colour in it. */
function look(image: Uint8Array): { left: number; inside: number[]; outside: number[]; size: [number, number] } {
  const png = PNG.sync.read(Buffer.from(image));
  const pixel = (x: number, y: number) => [...png.data.subarray((y * png.width + x) * 4, (y * png.width + x) * 4 + 4)];
  let left = 0;
  while (left < png.width && pixel(left, 5)[3] === 0) left += 1;
  return {
    left,
    inside: pixel(left + 5, 5),
    outside: pixel(png.width - 1, png.height - 1),
    size: [png.width, png.height],
  };
}

describe.each(['beginframe', 'screenshot'] as const)('%s', (path) => {
  const capture = { path, image: 'png', jpegQuality: 90, transparent: true, scale: 1 } as const;

  it.each([
    ['at once', MOVE],
    ['within an animation frame', MOVE_LATER],
  ])('shows each frame of a run, from anywhere, when the page seeks %s', async (_, show) => {
    const server = await bench.serve(stagePage(BOX, show));
    const stage = await bench.open(server.url, { capture });
    expect((await stage.settle(1_000)).settled).toBe(true);
    for (const [first, count] of [
      [2, 11],
      [0, 3],
      [7, 1],
    ] as const) {
      const seen: [number, number][] = [];
      for await (const { frame, image } of stage.captureRun(first, count)) seen.push([frame, look(image).left]);
      expect(seen).toEqual(Array.from({ length: count }, (__, index) => [first + index, (first + index) * 10]));
    }
    expect(look(await stage.captureFrame(20)).left).toBe(200);
    expect(look(await stage.captureFrame(1)).left).toBe(10);
  });

  it('keeps alpha exactly (composition-format 12) and scales by whole factors', async () => {
    const server = await bench.serve(stagePage(BOX, MOVE));
    const stage = await bench.open(server.url, { capture: { ...capture, scale: 2 } });
    expect(look(await stage.captureFrame(3))).toEqual({
      left: 60,
      inside: [255, 0, 0, 128],
      outside: [0, 0, 0, 0],
      size: [640, 360],
    });
  });

  it('takes opaque JPEG over white', async () => {
    const server = await bench.serve(stagePage(BOX, MOVE));
    const stage = await bench.open(server.url, { capture: { ...capture, image: 'jpeg', transparent: false } });
    const image = await stage.captureFrame(0);
    expect([...image.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  });
});

it('takes frames singly where some of them must wait', async () => {
  const show = `(frame) => frame % 5 === 3 ? (${MOVE_LATER})(frame) : (${MOVE})(frame)`;
  const server = await bench.serve(stagePage(BOX, show));
  const stage = await bench.open(server.url);
  const lefts: number[] = [];
  for await (const { image } of stage.captureRun(0, 20)) lefts.push(look(image).left);
  expect(lefts).toEqual(Array.from({ length: 20 }, (_, frame) => frame * 10));
});

it('lets a run be left early and another begin', async () => {
  const server = await bench.serve(stagePage(BOX, MOVE));
  const stage = await bench.open(server.url);
  for await (const { frame } of stage.captureRun(0, 100)) if (frame === 3) break;
  const lefts: number[] = [];
  for await (const { image } of stage.captureRun(12, 1)) lefts.push(look(image).left);
  expect(lefts).toEqual([120]);
});

it.each([
  ['none', undefined],
  ['that of C', 'C.UTF-8'],
  ['German', 'de_DE.UTF-8'],
])('the language of a page is American English, though that of the machine is %s', async (_, language) => {
  for (const name of ['LANG', 'LC_ALL', 'LANGUAGE']) vi.stubEnv(name, language);
  onTestFinished(() => void vi.unstubAllEnvs());
  const said: string[] = [];
  const say = `navigator.sendBeacon('/said', [navigator.language, new Intl.NumberFormat(navigator.language).format(1234.5),
    new Date(0).toLocaleDateString(undefined, { dateStyle: 'long' }), ['z', 'ä', 'a'].sort(new Intl.Collator('sv').compare)].join(' '))`;
  const server = await bench.serve(stagePage(BOX, `() => { ${say}; }`), {
    '/said': async (request, response) => {
      said.push(Buffer.concat(await request.toArray()).toString());
      response.end();
    },
  });
  const stage = await bench.open(server.url);
  await stage.captureFrame(0);
  await vi.waitFor(() => expect(said).not.toEqual([]));
  expect(said[0]).toBe('en-US 1,234.5 January 1, 1970 a,z,ä');
});
