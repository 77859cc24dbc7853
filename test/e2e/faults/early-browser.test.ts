/** A browser starts before the composition is read: the one that is used then, and one that ends when there is nothing to show. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Launch, launchBrowser } from '@framefarm/browser';
import { resolveRenderOptions } from '@framefarm/contract';
import { ownedGroups } from '@framefarm/process';
import { expect, it } from 'vitest';
import type { RenderRequest } from '../../../libs/render/src/api.js';
import { OWN_PLACE, type Place } from '../../../libs/render/src/place/place.js';
import { renderAt } from '../../../libs/render/src/render-composition.js';
import { SurfaceKnowledge } from '../../../libs/render/src/surface/knowledge.js';
import { composition, makeProject } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

/** A place that tells in which order a browser was started and the composition was found to be this or that. */
function told() {
  const order: string[] = [];
  /** Where its files were. */
  const directories: string[] = [];
  const launch: Launch = async (options) => {
    order.push('browser');
    directories.push(options.scratchDir);
    return launchBrowser(options);
  };
  const onEvent: RenderRequest['onEvent'] = (event) => {
    if (event.kind === 'progress' && event.stage === 'compile' && !order.includes('compile')) order.push('compile');
  };
  const place: Place = { ...OWN_PLACE, launch };
  return { place, order, directories, onEvent };
}

async function request(html: string, resolution: 'landscape' | null = null): Promise<RenderRequest> {
  const resolved = resolveRenderOptions({ quality: 'draft', offline: true, workers: 1, resolution });
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.issues));
  const projectDir = await makeProject({ 'index.html': html });
  return { projectDir, outputPath: join(projectDir, 'out.mp4'), options: { ...resolved.options, variables: {} } };
}

it('one browser serves a render, started before its composition is read', async () => {
  const { place, order, onEvent } = told();
  const asked = { ...(await request(composition('<p>Hi</p>', { duration: 0.1 }))), onEvent, dryRun: true };
  const result = await renderAt(asked, place, new SurfaceKnowledge());
  expect(result.plan.frames).toBe(3);
  expect(order).toEqual(['browser', 'compile']);
  expect(ownedGroups()).toEqual([]);
});

it('one that draws the composition larger is started once its size is known', async () => {
  const { place, order, onEvent } = told();
  const html = composition('<p>Hi</p>', { duration: 0.1 });
  const asked = { ...(await request(html, 'landscape')), onEvent, dryRun: true };
  const result = await renderAt(asked, place, new SurfaceKnowledge());
  expect(result.plan.encoding.width).toBe(1920);
  expect(order).toEqual(['compile', 'browser']);
  expect(ownedGroups()).toEqual([]);
});

it('a composition that is refused leaves no browser', async () => {
  const { place, order, directories, onEvent } = told();
  const asked = { ...(await request('<p>No root</p>')), onEvent };
  await expect(renderAt(asked, place, new SurfaceKnowledge())).rejects.toMatchObject({
    code: 'COMPOSITION_ROOT_MISSING',
  });
  expect(order).toEqual(['browser', 'compile']);
  expect(ownedGroups()).toEqual([]);
  expect(directories.filter((directory) => existsSync(directory))).toEqual([]);
});
