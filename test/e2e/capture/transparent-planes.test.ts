/** A WebM with alpha is captured as the planes that are encoded: exact alpha, colours of what shows, on any number of lanes. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { ffmpegPath } from '../../support/output/decode.js';
import { addPackageFile, composition, makeProject, scratchDirectory } from '../../support/projects/project.js';
import { cutIntoChunksOf } from '../../support/renders/chunk-length.js';
import { renderWarm } from '../../support/renders/warm-render.js';

const run = promisify(execFile);

const [WIDTH, HEIGHT] = [256, 320];
const FRAMES = 24;
/** Frame from which on nothing moves. */
const HELD_FROM = 16;
const PATCH = 16;

/** One patch of a colour for every alpha there is; below, a round thing with soft edges that moves and then stays. */
const html = composition(
  `${Array.from({ length: 256 }, (_, alpha) => {
    const place = `left:${(alpha % 16) * PATCH}px;top:${Math.floor(alpha / 16) * PATCH}px`;
    return `<i style="position:absolute;${place};width:${PATCH}px;height:${PATCH}px;background:rgb(255 0 0 / ${alpha / 255})"></i>`;
  }).join('')}
   <div id="round" style="position:absolute;left:4px;top:262px;width:50px;height:50px;border-radius:25px;background:#f00"></div>
   <script>
     const tl = gsap.timeline({ paused: true });
     tl.to('#round', { x: 150, duration: 0.5, ease: 'none' }, 0);
     window.__timelines = { test: tl };
   </script>`,
  { width: WIDTH, height: HEIGHT, duration: FRAMES / 30, head: '<script src="gsap.min.js"></script>' },
);

/** The planes of every frame as they are stored: Y, U, V and A. */
async function storedPlanes(file: string): Promise<Buffer[]> {
  const read = ['-v', 'error', '-c:v', 'libvpx-vp9', '-i', file, '-f', 'rawvideo', '-pix_fmt', 'yuva420p', 'pipe:1'];
  const { stdout } = await run(ffmpegPath, read, { encoding: 'buffer', maxBuffer: 2 ** 28 });
  const bytes = (WIDTH * HEIGHT * 5) / 2;
  return Array.from({ length: stdout.length / bytes }, (_, frame) =>
    stdout.subarray(frame * bytes, (frame + 1) * bytes),
  );
}

const AREA = WIDTH * HEIGHT;
function sample(planes: Buffer | undefined, x: number, y: number) {
  const chroma = AREA + (y >> 1) * (WIDTH / 2) + (x >> 1);
  const at = (index: number): number => planes?.[index] ?? -1;
  return { y: at(y * WIDTH + x), u: at(chroma), v: at(chroma + AREA / 4), a: at(AREA * 1.5 + y * WIDTH + x) };
}

describe('a WebM with alpha', () => {
  cutIntoChunksOf(10);
  let frames: Buffer[];
  let otherLanes: Buffer[];
  beforeAll(async () => {
    const project = await makeProject({ 'index.html': html });
    await addPackageFile(project, 'gsap/dist/gsap.min.js', 'gsap.min.js');
    const outputOf = async (lanes: string): Promise<Buffer[]> => {
      const file = join(scratchDirectory(), 'out.webm');
      // Without loss, so that what is stored is what was captured.
      const result = await renderWarm(project, file, ['--format', 'webm', '--crf', '0', '--workers', lanes]);
      expect(result.capture.path, result.capture.reason).toBe('surface');
      return storedPlanes(file);
    };
    frames = await outputOf('1');
    otherLanes = await outputOf('2');
  });

  it('holds every alpha from 0 to 255 exactly, with the levels of its colour', () => {
    expect(frames).toHaveLength(FRAMES);
    for (let alpha = 0; alpha < 256; alpha += 1) {
      const [x, y] = [(alpha % 16) * PATCH + PATCH / 2, Math.floor(alpha / 16) * PATCH + PATCH / 2];
      const found = sample(frames[7], x, y);
      const exact = alpha === 0 ? { y: 16, u: 128, v: 128 } : { y: 63, u: 102, v: 240 };
      expect(found.a, `alpha ${alpha}`).toBe(alpha);
      for (const plane of ['y', 'u', 'v'] as const) {
        expect(Math.abs(found[plane] - exact[plane]), `${plane} at alpha ${alpha}`).toBeLessThanOrEqual(1);
      }
    }
  });

  it('keeps the colour of soft edges: what shows nothing does not grey it', () => {
    let edges = 0;
    for (let y = 262; y < 312; y += 1) {
      for (let x = 0; x < WIDTH; x += 1) {
        const { v, a } = sample(frames[9], x, y);
        if (a < 16 || a === 255) continue;
        edges += 1;
        expect(v, `${x}, ${y}`).toBeGreaterThan(232);
      }
    }
    expect(edges).toBeGreaterThan(50);
  });

  it('repeats a picture that holds, and holds the same pictures on any number of lanes', () => {
    expect(frames[HELD_FROM - 4]?.equals(frames[HELD_FROM] as Buffer)).toBe(false);
    for (let frame = HELD_FROM; frame < FRAMES; frame += 1) {
      expect(frames[frame]?.equals(frames[HELD_FROM] as Buffer), `frame ${frame}`).toBe(true);
    }
    expect(otherLanes.map((planes, frame) => planes.equals(frames[frame] as Buffer))).toEqual(frames.map(() => true));
  });
});
