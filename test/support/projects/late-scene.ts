/** Scenes with something that is there between the frames of a surface's proof alone. */
import { join } from 'node:path';
import type { SurfaceObstacle } from '@framefarm/contract';
import { decode, type Frames } from '../output/decode.js';
import type { JsonEvent } from '../renders/command-line.js';
import { metOnSurface } from '../renders/surface-stage.js';
import { renderBeside, renderWarm } from '../renders/warm-render.js';
import { makeProject, scratchDirectory } from './project.js';
import { colourName, middle, scene } from './scene.js';

/** In frames 3 to 7 of twenty; the proof compares 0, 10 and 19. `script` returns what undoes it. */
export const whenLate = (script: string): string => `<script>
  let undo = null;
  const late = () => { ${script} };
  addEventListener('hf-seek', ({ detail: { time } }) => {
    const now = time >= 0.3 && time < 0.8;
    if (now && undo === null) undo = late();
    if (!now && undo !== null) { undo(); undo = null; }
  });
</script>`;

/** The rate that the frames of `whenLate` are counted at. */
export const TEN = ['--fps', '10'] as const;

export interface Rendered {
  readonly result: JsonEvent;
  readonly frames: Frames;
}

/** Renders a scene of two seconds that holds `page` at ten frames a second: twenty, the fewest that a surface is for. */
export async function renderedScene(page: string, flags: readonly string[] = []): Promise<Rendered> {
  const project = await makeProject({ 'index.html': scene(page, { duration: 2 }) });
  const file = join(scratchDirectory(), 'out.mp4');
  const result = await renderBeside(project, file, [...TEN, ...flags]);
  return { result, frames: await decode(file) };
}

/** What a lane meets in a scene that its surface does not show, while it captures the twenty frames; null when nothing. */
export const metLate = (page: string): Promise<SurfaceObstacle | null> =>
  metOnSurface(scene(page, { duration: 2 }), { width: 160, height: 80 }, 20);

/** Undone after so many frames; in the last of them it is looked at. */
const TURN = 2;

/**
 * What the browser shows in the second cell while each script of `whenLate` is there, one after the other in one page, and in the frame in
 * which it has gone.
 */
export async function shownInTurn(
  page: (script: string) => string,
  scripts: readonly string[],
): Promise<readonly (readonly [there: string, gone: string])[]> {
  const turn = `<script>
    const turns = [${scripts.map((script) => `() => { ${script} }`).join()}];
    let undo = null;
    addEventListener('hf-seek', ({ detail: { time } }) => {
      const frame = Math.round(time * 10);
      const at = frame % ${TURN + 1};
      if (at === 0 && undo !== null) { undo(); undo = null; }
      if (at === 1) undo = turns[(frame - 1) / ${TURN + 1}]();
    });
  </script>`;
  const duration = (scripts.length * (TURN + 1) + 1) / 10;
  const project = await makeProject({ 'index.html': scene(page(turn), { duration }) });
  const file = join(scratchDirectory(), 'out.mp4');
  const { capture } = await renderWarm(project, file, TEN, { FRAMEFARM_SURFACE: 'off' });
  if (capture.path !== 'beginframe') throw new Error(`captured by ${capture.path}`);
  const frames = await decode(file);
  return scripts.map((_, index) => {
    const gone = (index + 1) * (TURN + 1);
    return [colourIn(frames, gone - 1, 1), colourIn(frames, gone, 1)];
  });
}

export const refutations = ({ notices }: JsonEvent): JsonEvent[] =>
  notices.filter(({ code }: JsonEvent) => code === 'surface_refuted');

/** Name of the colour in the middle of a cell. */
export const colourIn = (frames: Frames, frame: number, index: number): string =>
  colourName(frames.pixel(frame, ...middle(index)));
