/** A producer in this process on a Redis and a directory of its own, and what a worker would do to its renders. */
import { join } from 'node:path';
import type { Farm, RenderArtefact } from '@framefarm/farm';
import { type ProducerConfig, type RunningProducer, readProducerConfig, startProducer } from '@framefarm/producer';
import { type ObjectStore, openStore } from '@framefarm/storage';
import { scratchDirectory } from '../projects/project.js';
import { startTestRedis, type TestRedis } from './redis.js';

export interface TestProducer {
  readonly url: string;
  readonly healthUrl: string;
  readonly redis: TestRedis;
  readonly farm: Farm;
  readonly store: ObjectStore;
  /** A request to the API; JSON is sent as such. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Another producer of the same farm. */
  another(settings?: Partial<ProducerConfig>): Promise<RunningProducer>;
  end(): Promise<void>;
}

/** One second of nothing at 640 by 360. */
export const HTML =
  '<!doctype html><html><body><div data-composition-id="still" data-width="640" data-height="360" data-start="0" data-duration="1"></div></body></html>';

export async function startTestProducer(settings: Partial<ProducerConfig> = {}): Promise<TestProducer> {
  const redis = await startTestRedis();
  const storeDirectory = join(scratchDirectory(), 'store');
  const config: ProducerConfig = {
    ...readProducerConfig({ FRAMEFARM_STORE: storeDirectory, REDIS_URL: redis.url, FRAMEFARM_LOG_LEVEL: 'silent' }),
    port: 0,
    healthPort: 0,
    disableHealthWorker: true,
    ...settings,
  };
  const started: RunningProducer[] = [];
  const start = async (more: Partial<ProducerConfig> = {}): Promise<RunningProducer> => {
    const producer = await startProducer({ ...config, ...more });
    started.push(producer);
    return producer;
  };
  try {
    const { url, healthUrl } = await start();
    const store = await openStore(storeDirectory);
    return {
      url,
      healthUrl: healthUrl ?? '',
      redis,
      farm: redis.farm(),
      store,
      call: (method, path, body, headers = {}) => call(url, method, path, body, headers),
      another: start,
      end: async () => {
        await Promise.all(started.map((producer) => producer.close()));
        await store.close();
        await redis.end();
      },
    };
  } catch (error) {
    await redis.end();
    throw error;
  }
}

function call(
  url: string,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Response> {
  const isJson = body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array);
  return fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(body === undefined || headers['content-type'] ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
  });
}

/** Gives the render a permit and starts it; the line must lead to it. */
export async function admit(farm: Farm, id: string): Promise<void> {
  const runs = await farm.line.admit();
  if (!runs.some(({ renderId }) => renderId === id)) throw new Error(`${id} was not admitted`);
}

/** Brings an admitted render to its end with `bytes` as its output. */
export async function complete(
  { farm, store }: Pick<TestProducer, 'farm' | 'store'>,
  id: string,
  bytes: Uint8Array,
  about: Partial<RenderArtefact> = {},
): Promise<RenderArtefact> {
  const record = await farm.renders.get(id);
  if (record === null) throw new Error(`there is no ${id}`);
  const storeKey = `outputs/${id}/1-1/out.mp4`;
  const { sha256, size } = await store.put(storeKey, bytes, { contentType: 'video/mp4' });
  const output: RenderArtefact = {
    storeKey,
    fileName: `${record.requestId}.mp4`,
    contentType: 'video/mp4',
    size,
    sha256,
    durationSeconds: 1,
    width: 640,
    height: 360,
    fps: '30',
    frames: 30,
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    files: [],
    ...about,
  };
  await farm.renders.move(id, record.epoch, 'planned', { totalFrames: 30 });
  await farm.renders.move(id, record.epoch, 'all_chunks_committed');
  const { moved } = await farm.renders.move(id, record.epoch, 'published', { output, outcome: 'completed' });
  if (!moved) throw new Error(`${id} could not be completed`);
  return output;
}

/** A message of an event stream. */
export interface SentEvent {
  readonly id: string | null;
  readonly event: string | null;
  readonly data: Record<string, unknown>;
}

/** Messages of an answer as they come; comments and `retry` are left out. */
export async function* messages(answer: Response): AsyncGenerator<SentEvent> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of answer.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(bytes, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string): string | null => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null;
      const data = field('data');
      if (data !== null) yield { id: field('id'), event: field('event'), data: JSON.parse(data) };
    }
  }
}

export async function allMessages(answer: Response): Promise<SentEvent[]> {
  const all: SentEvent[] = [];
  for await (const message of messages(answer)) all.push(message);
  return all;
}
