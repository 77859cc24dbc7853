/** Scenes with something that is there between the frames of a surface's proof alone. */
import { join } from 'node:path';
import { decode, type Frames } from '../output/decode.js';
import type { JsonEvent } from '../renders/command-line.js';
import { renderBeside } from '../renders/warm-render.js';
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

export const refutations = ({ notices }: JsonEvent): JsonEvent[] =>
  notices.filter(({ code }: JsonEvent) => code === 'surface_refuted');

/** Name of the colour in the middle of a cell. */
export const colourIn = (frames: Frames, frame: number, index: number): string =>
  colourName(frames.pixel(frame, ...middle(index)));
