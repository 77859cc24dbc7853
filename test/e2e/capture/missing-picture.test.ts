/** A browser whose pages draw frames and give no pictures of them, as rarely a warm one does. */
import { join } from 'node:path';
import { type Launch, launchBrowser } from '@framefarm/browser';
import { resolveRenderOptions } from '@framefarm/contract';
import { describe, expect, it } from 'vitest';
import { OWN_PLACE } from '../../../libs/render/src/place/place.js';
import { renderAt } from '../../../libs/render/src/render-composition.js';
import { SurfaceKnowledge } from '../../../libs/render/src/surface/knowledge.js';
import { frameHashes } from '../../support/output/decode.js';
import { makeProject } from '../../support/projects/project.js';
import { cell, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

/** Browsers whose pages give none of the pictures that they are asked for; `withheld` counts these. */
function blindBrowsers(): { readonly launch: Launch; readonly withheld: () => number } {
  let withheld = 0;
  const launch: Launch = async (options) => {
    const browser = await launchBrowser(options);
    return {
      ...browser,
      openPage: async (size, beginFrame) => {
        const session = await browser.openPage(size, beginFrame);
        const send = session.send.bind(session) as (method: string, ...rest: unknown[]) => Promise<object>;
        const blind = async (method: string, ...rest: unknown[]): Promise<object> => {
          const answer = await send(method, ...rest);
          if (!('screenshotData' in answer)) return answer;
          withheld += 1;
          return { ...answer, screenshotData: undefined };
        };
        return Object.assign(session, { send: blind as typeof session.send });
      },
    };
  };
  return { launch, withheld: () => withheld };
}

describe('a page without a picture to compare its surface with', () => {
  it('is opened once more in a new browser, whether its document is known or not', async () => {
    const body = `${cell(0, 'red', 'class="moved"')}<style>.moved{animation:go 2s linear}@keyframes go{to{translate:9em}}</style>`;
    const projectDir = await makeProject({ 'index.html': scene(body, { duration: 2 }) });
    const knowledge = new SurfaceKnowledge();
    const render = async (name: string, frames: string) => {
      const resolved = resolveRenderOptions({ quality: 'draft', offline: true, frames });
      if (!resolved.ok) throw new Error(JSON.stringify(resolved.issues));
      const options = { ...resolved.options, variables: {} };
      const { launch, withheld } = blindBrowsers();
      const outputPath = join(projectDir, name);
      const { capture } = await renderAt({ projectDir, outputPath, options }, { ...OWN_PLACE, launch }, knowledge);
      expect(withheld()).toBeGreaterThan(0);
      return { path: capture.path, reason: capture.reason, frames: await frameHashes(outputPath) };
    };
    // A part is proved before it is captured, a whole by a page of its own beside.
    const unknown = await render('unknown.mp4', '0-58');
    expect(unknown).toMatchObject({ path: 'surface', reason: expect.stringContaining('in frames') });
    const known = await render('known.mp4', '0-58');
    expect(known).toMatchObject({ path: 'surface', reason: expect.stringContaining('first frame') });
    expect(known.frames).toEqual(unknown.frames);
  });
});
