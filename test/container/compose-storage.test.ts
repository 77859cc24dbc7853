/** The profile of docker-compose.yml that keeps files in object storage (docs/docker.md). */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ComposeFarm, openComposeFarm } from '../support/containers/compose-farm.js';
import { bridgeAddress, docker } from '../support/containers/engine.js';
import { decode } from '../support/output/decode.js';
import { openProject } from '../support/projects/open-project.js';
import { cell, colourName, middle } from '../support/projects/scene.js';
import { render } from '../support/renders/command-line.js';
import { BUCKET, type S3Server, startS3 } from '../support/s3/server.js';

let storage: S3Server;
let farm: ComposeFarm;

beforeAll(async () => {
  storage = await startS3(bridgeAddress());
  farm = await openComposeFarm('storage', { ...storage.env(), FRAMEFARM_STORE: `s3://${BUCKET}/farm` });
  farm.compose('up', '--detach', 'producer-s3', 'worker-s3');
  await farm.healthy(['redis', 'producer-s3', 'worker-s3']);
});

afterAll(async () => {
  expect(farm.down()).toEqual([]);
  await storage.close();
});

describe('a farm of Compose with object storage', () => {
  it('keeps project, segments and output in the bucket, nothing on a shared volume, and gives the right video', async () => {
    const project = await openProject(cell(3, 'blue'), { duration: 1 });
    const output = join(project, 'out', 'a.mp4');
    const done = await render(project, output, ['--farm', farm.url, '--fps', '30']);
    const frames = await decode(output);
    expect([frames.count, colourName(frames.pixel(15, ...middle(3)))]).toEqual([30, 'blue']);
    const keys = storage.bucket.keys('farm/', '');
    for (const part of ['compositions/', `renders/${done.renderId}/`, 'chunks/', 'outputs/']) {
      expect(keys.some((key) => key.startsWith(`farm/${part}`))).toBe(true);
    }
    const mounts = ['producer-s3', 'worker-s3']
      .flatMap((service) => farm.containersOf(service))
      .flatMap((id) => JSON.parse(docker('inspect', '--format', '{{json .Mounts}}', id)));
    expect(mounts.filter(({ Name }) => /_store$/.test(Name))).toEqual([]);
  });
});
