/** Brings a project to a farm, which takes each content once (http-api 3.7). */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FramefarmError } from '@framefarm/contract';
import type { FarmClient } from '@framefarm/farm-client';
import { createScratch } from '@framefarm/process';
import type { FarmProject } from '../packing/pack-project.js';
import type { FarmListener } from './news.js';

/** Packs and uploads the project if the farm lacks it. */
export async function sendProject(client: FarmClient, project: FarmProject, tell: FarmListener): Promise<void> {
  const { id, files, size, largest } = project;
  const known = await client.hasComposition(id);
  tell({ kind: 'project-packed', compositionId: id, files, size, largest, known });
  if (known) return;
  const scratch = await createScratch(tmpdir(), 'framefarm-pack-');
  try {
    const { bytes, ...upload } = await project.pack(join(scratch.path, 'project.zip'));
    const received = await client.upload(upload);
    if (received.id !== id) {
      throw new FramefarmError('INTERNAL_ERROR', `the farm calls the project ${received.id}, this machine ${id}`);
    }
    tell({ kind: 'project-uploaded', compositionId: id, bytes });
  } finally {
    await scratch.remove();
  }
}
