/** The first lane goes on in the browser in which the surface was proved, with a page that finds nothing of the one before. */
import { join } from 'node:path';
import { type Launch, launchBrowser } from '@framefarm/browser';
import { resolveRenderOptions } from '@framefarm/contract';
import { expect, it } from 'vitest';
import { OWN_PLACE } from '../../../libs/render/src/place/place.js';
import { renderAt } from '../../../libs/render/src/render-composition.js';
import { SurfaceKnowledge } from '../../../libs/render/src/surface/knowledge.js';
import { decode } from '../../support/output/decode.js';
import { makeProject } from '../../support/projects/project.js';
import { CELL, cell, colourName, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

it('one browser serves the proof and the lane, whose page starts with empty storage', async () => {
  const resolved = resolveRenderOptions({ quality: 'draft', offline: true, workers: 1 });
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.issues));
  const page = `${cell(0, 'lime', 'id="told"')}<script>
    const visits = Number(localStorage.getItem('visits') ?? 0) + Number(sessionStorage.getItem('visits') ?? 0);
    localStorage.setItem('visits', '1');
    sessionStorage.setItem('visits', '1');
    if (visits > 0) document.getElementById('told').style.background = 'red';
  </script>`;
  const projectDir = await makeProject({ 'index.html': scene(page, { duration: 2 }) });
  const outputPath = join(projectDir, 'out.mp4');
  let browsers = 0;
  const launch: Launch = async (options) => {
    browsers += 1;
    return launchBrowser(options);
  };
  const options = { ...resolved.options, variables: {} };
  const place = { ...OWN_PLACE, launch };
  const { capture } = await renderAt({ projectDir, outputPath, options }, place, new SurfaceKnowledge());
  expect(capture).toMatchObject({ path: 'surface', reason: expect.stringContaining('in frames'), replacedLanes: 0 });
  expect(browsers).toBe(1);
  const frames = await decode(outputPath);
  expect(colourName(frames.pixel(0, CELL / 2, CELL / 2))).toBe('lime');
});
