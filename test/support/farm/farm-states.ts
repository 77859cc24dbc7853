/** Brings renders into any state of the table, by the ways that coordinators and workers take. */
import type { Farm, RenderRecord, RenderStatus, RenderSubmission } from '@framefarm/farm';
import { submission } from './farm-submissions.js';

/** The step whose claim keeps a render from being quiet. */
export const HELD = { kind: 'prepare', id: 'prepare' } as const;

export async function submitted(farm: Farm, about: Partial<RenderSubmission> = {}): Promise<RenderRecord> {
  const result = await farm.renders.submit(submission(about));
  if (result.outcome !== 'created') throw new Error(`the submission was ${result.outcome}`);
  return result.record;
}

/** Submits a render and admits it; the line must be empty and a permit free. */
export async function admitted(farm: Farm, about: Partial<RenderSubmission> = {}): Promise<string> {
  const { id } = await submitted(farm, about);
  const runs = await farm.line.admit();
  if (!runs.some(({ renderId }) => renderId === id)) throw new Error(`${id} was not admitted`);
  return id;
}

export async function rendering(farm: Farm, chunks: number, frames: number): Promise<string> {
  const id = await admitted(farm);
  const plan = Array.from({ length: chunks }, (_, index) => ({ index, firstFrame: index * frames, frames }));
  await farm.chunks.plan(id, 1, plan);
  await farm.renders.move(id, 1, 'planned');
  return id;
}

/** A render in the state; a winding-down one is held there by a live claim of `HELD`. */
export async function renderIn(farm: Farm, status: RenderStatus): Promise<string> {
  if (status === 'queued') return (await submitted(farm)).id;
  const id = await admitted(farm);
  const hold = async (): Promise<void> => {
    await farm.steps.due(id, 1, HELD, 1);
    await farm.steps.claim(id, 1, HELD, 'w1');
  };
  const steps: Readonly<Record<Exclude<RenderStatus, 'queued'>, () => Promise<unknown>>> = {
    preparing: async () => {},
    rendering: () => farm.renders.move(id, 1, 'planned'),
    assembling: () => steps.rendering().then(() => farm.renders.move(id, 1, 'all_chunks_committed')),
    completed: () => steps.assembling().then(() => farm.renders.move(id, 1, 'published')),
    failing: () => hold().then(() => farm.renders.move(id, 1, 'step_exhausted')),
    failed: () => farm.renders.move(id, 1, 'step_exhausted'),
    cancelling: () => hold().then(() => farm.renders.cancel(id, 'local')),
    cancelled: () => farm.renders.cancel(id, 'local'),
  };
  await steps[status]();
  return id;
}

/** Ends whatever the render does, so that the next one finds a free permit and an empty line. */
export async function ended(farm: Farm, id: string): Promise<void> {
  await farm.renders.cancel(id, 'local');
  const record = await farm.renders.get(id);
  if (record === null) return;
  const rows = await farm.steps.list(id, record.epoch);
  for (const row of rows) {
    const failure = { code: 'RENDER_CANCELLED', message: 'stopped', class: 'returned' } as const;
    await farm.steps.fail(id, record.epoch, row.id, row.fence, failure);
  }
}
