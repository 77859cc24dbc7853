/** Renders as a dashboard meets them: in the middle of their chunks, failed with logs, with text that wants to do harm. */
import type { Farm, Step, WorkerInfo } from '@framefarm/farm';
import { admit, HTML, type TestProducer } from './producer.js';

/** Text of a composition or an engine that would like to be markup, or to write over the terminal. */
export const HOSTILE =
  '<img src="http://evil.example/x.png" onerror="alert(1)"> \u001b[31mred\u001b[0m \u001b]0;title\u0007 \u202egnp';

export async function submitted({ call }: Pick<TestProducer, 'call'>, about: object = {}): Promise<string> {
  const answer = await call('POST', '/renders', { source: { html: HTML }, ...about });
  const body = (await answer.json()) as { id?: string };
  if (body.id === undefined) throw new Error(`refused: ${JSON.stringify(body)}`);
  return body.id;
}

/** Admits a render and gives it a plan of `chunks` times `frames` frames. */
export async function planned(farm: Farm, id: string, chunks: number, frames: number): Promise<void> {
  await admit(farm, id);
  const { epoch } = await record(farm, id);
  const plan = Array.from({ length: chunks }, (_, index) => ({ index, firstFrame: index * frames, frames }));
  await farm.chunks.plan(id, epoch, plan);
  await farm.renders.move(id, epoch, 'planned', { totalFrames: chunks * frames, stage: 'capture' });
}

export function captureOf(first: number, last: number): Step & { readonly kind: 'capture' } {
  const chunks = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return { kind: 'capture', id: `capture-${first}-${last}`, chunks };
}

/** A worker takes a run of chunks and begins the first of them; the fence of its claim. */
export async function claimed(
  farm: Farm,
  id: string,
  worker: string,
  step: ReturnType<typeof captureOf>,
  attempt = 1,
): Promise<number> {
  const { epoch } = await record(farm, id);
  await farm.steps.due(id, epoch, step, attempt);
  const claim = await farm.steps.claim(id, epoch, step, worker);
  if (claim === null) throw new Error(`${step.id} was not claimed`);
  await farm.steps.beat(id, epoch, step.id, claim.fence, { [step.chunks[0] ?? 0]: 1 });
  return claim.fence;
}

/** A worker has done one chunk; an empty name reuses one of an earlier render. */
export async function done(farm: Farm, id: string, index: number, worker: string, ms = 1_200): Promise<void> {
  const { epoch } = await record(farm, id);
  const sha256 = String(index).padStart(64, '0');
  const commit = { worker, storeKey: `k-${index}`, sha256, size: 1, ms, reused: worker === '' };
  const outcome = await farm.chunks.commit(id, epoch, index, commit);
  if (outcome !== 'committed') throw new Error(`chunk ${index} was ${outcome}`);
}

/** Fails a running render with lines in its log. */
export async function failed(farm: Farm, id: string, message: string, lines: readonly string[]): Promise<void> {
  const { epoch } = await record(farm, id);
  await farm.steps.log(id, 'capture-0-1', lines);
  const { moved } = await farm.renders.move(id, epoch, 'step_exhausted', {
    outcome: 'failed',
    error: {
      code: 'BROWSER_CRASHED',
      owner: 'system',
      retryable: true,
      stage: 'capture',
      message,
      hint: 'Look at the log of the step.',
    },
  });
  if (!moved) throw new Error(`${id} could not fail`);
}

export const workerInfo = (about: Partial<WorkerInfo> = {}): WorkerInfo => ({
  id: 'wrk-1',
  name: 'worker-1',
  host: 'host-1',
  pid: 1,
  slots: 2,
  tags: [],
  versions: { framefarm: '0.1.0', node: '24.0.0', browser: 'Chrome/140.0.7339.0', ffmpeg: '7.1' },
  sandbox: true,
  cores: 4,
  memoryMb: 16_000,
  freeMemoryMb: 9_000,
  rssMb: 300,
  startedAt: new Date(Date.now() - 3_600_000).toISOString(),
  draining: false,
  blocked: null,
  work: [],
  ...about,
});

async function record(farm: Farm, id: string): Promise<{ readonly epoch: number }> {
  const found = await farm.renders.get(id);
  if (found === null) throw new Error(`there is no ${id}`);
  return found;
}
