/** A browser whose pages draw frames and give no pictures of them, as rarely a warm one does. */
import { join } from 'node:path';
import { type Launch, launchBrowser } from '@framefarm/browser';
import { resolveRenderOptions } from '@framefarm/contract';
import { describe, expect, it } from 'vitest';
import { OWN_PLACE } from '../../libs/render/src/place/place.js';
import { renderAt } from '../../libs/render/src/render-composition.js';
import { SurfaceKnowledge } from '../../libs/render/src/surface/knowledge.js';
import { useBundledFfmpeg } from '../support/bundled-ffmpeg.js';
import { frameHashes } from '../support/decode.js';
import { makeProject } from '../support/project.js';
import { cell, scene } from '../support/scene.js';

useBundledFfmpeg();

/** Browsers without pictures, counted. */
function blindBrowsers(): { readonly launch: Launch; readonly count: () => number } {
  let count = 0;
  const launch: Launch = async (options) => {
    count += 1;
    const browser = await launchBrowser(options);
    return {
      ...browser,
      openPage: async (size, beginFrame) => {
        const session = await browser.openPage(size, beginFrame);
        const send = session.send.bind(session) as (method: string, ...rest: unknown[]) => Promise<object>;
        const blind = async (method: string, ...rest: unknown[]): Promise<object> => {
          const answer = await send(method, ...rest);
          return method === 'HeadlessExperimental.beginFrame' ? { ...answer, screenshotData: undefined } : answer;
        };
        return Object.assign(session, { send: blind as typeof session.send });
      },
    };
  };
  return { launch, count: () => count };
}

describe('a page without a picture to compare its surface with', () => {
  it('is opened once more in a new browser, whether its document is known or not', async () => {
    const resolved = resolveRenderOptions({ quality: 'draft', offline: true });
    if (!resolved.ok) throw new Error(JSON.stringify(resolved.issues));
    const options = { ...resolved.options, variables: {} };
    const body = `${cell(0, 'red', 'class="moved"')}<style>.moved{animation:go 2s linear}@keyframes go{to{translate:9em}}</style>`;
    const projectDir = await makeProject({ 'index.html': scene(body, { duration: 2 }) });
    const knowledge = new SurfaceKnowledge();
    const render = async (name: string, launch: Launch) => {
      const outputPath = join(projectDir, name);
      const { capture } = await renderAt({ projectDir, outputPath, options }, { ...OWN_PLACE, launch }, knowledge);
      return { path: capture.path, reason: capture.reason, frames: await frameHashes(outputPath) };
    };
    const blind = blindBrowsers();
    const unknown = await render('unknown.mp4', blind.launch);
    expect(unknown).toMatchObject({ path: 'surface', reason: expect.stringContaining('in frames') });
    expect(blind.count()).toBe(1);
    const known = await render('known.mp4', blind.launch);
    expect(known).toMatchObject({ path: 'surface', reason: expect.stringContaining('first frame') });
    expect(blind.count()).toBe(2);
    expect(known.frames).toEqual(unknown.frames);
  });
});
