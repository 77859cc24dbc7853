/** What the command line asks of a farm, one function each; the transport sees to retries, limits and the key. */
import { openAsBlob } from 'node:fs';
import createClient from 'openapi-fetch';
import type { FarmAccess } from './access.js';
import { type BatchBody, LAST_OF_BATCH, LAST_OF_RENDER, type RenderBody, type RenderStatus } from './api.js';
import { type FollowOptions, follow, type StreamEvent } from './events/event-stream.js';
import { fromFarm, noFarm } from './http/no-farm.js';
import { createTransport, type OnBusy, type SendOptions } from './http/transport.js';
import { download, type Expected } from './output/download.js';
import type { paths } from './schema.js';

export interface RenderQuery {
  readonly status?: string;
  readonly batch?: string;
  /** `key:value` */
  readonly label?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

/** An archive to upload. */
export interface Upload {
  /** File on disk. */
  readonly file: string;
  readonly contentType: string;
  /** Hex, for `Content-Digest`. */
  readonly sha256: string;
}

/** An upload is received and unpacked before it is answered, ms. */
const UPLOAD_TIMEOUT_MS = 600_000;

export type FarmClient = ReturnType<typeof createFarmClient>;

/** Every function throws the FramefarmError that the farm refused with, or `FARM_UNREACHABLE`. */
export function createFarmClient(access: FarmAccess, signal?: AbortSignal, onBusy?: OnBusy) {
  const transport = createTransport(access, onBusy);
  const by =
    (options: SendOptions = {}) =>
    async (request: Request | (() => Request)): Promise<Response> =>
      fromFarm(await transport.send(request, { signal, ...options }));
  const api = createClient<paths>({ baseUrl: access.url, fetch: by() });
  const one = (id: string) => ({ params: { path: { id } } });
  const once = (key: string) => ({ headers: { 'idempotency-key': key } });

  return {
    access,
    url: access.url,
    /** True when the farm holds the composition, so that nothing has to be uploaded. */
    hasComposition: async (id: string): Promise<boolean> => {
      const request = transport.request(`/compositions/${encodeURIComponent(id)}`, { method: 'HEAD' });
      const answer = await by()(request).catch((error) => {
        if (error.code === 'NOT_FOUND') return null;
        throw error;
      });
      return answer !== null;
    },
    upload: async ({ file, contentType, sha256 }: Upload): Promise<{ readonly id: string }> => {
      const headers = {
        'content-type': contentType,
        'content-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
      };
      const body = await openAsBlob(file);
      const request = () => transport.request('/compositions', { method: 'POST', headers, body });
      const response = await by({ timeoutMs: UPLOAD_TIMEOUT_MS })(request);
      return made({ data: (await response.json()) as { readonly id: string }, response });
    },
    submitRender: async (body: RenderBody, key: string) => made(await api.POST('/renders', { body, ...once(key) })),
    checkRender: async (body: RenderBody) => data(await api.POST('/renders/check', { body })),
    render: async (id: string) => data(await api.GET('/renders/{id}', one(id))),
    renders: async ({ status, ...query }: RenderQuery) => {
      const asked = status === undefined ? query : { ...query, status: status as RenderStatus };
      return data(await api.GET('/renders', { params: { query: asked } }));
    },
    cancelRender: async (id: string, options?: SendOptions) =>
      data(await api.POST('/renders/{id}/cancel', { ...one(id), fetch: by(options) })),
    retryRender: async (id: string, key: string) =>
      data(await api.POST('/renders/{id}/retry', { ...one(id), ...once(key) })),
    /** Of every step whose name begins with `step`. */
    logs: async (id: string, step: string) => {
      const { items } = data(await api.GET('/renders/{id}/logs', { params: { path: { id }, query: ALL_STEPS } }));
      return items.filter(({ stepId }) => stepId.startsWith(step));
    },
    followRender: (id: string, options: FollowOptions = {}): AsyncGenerator<StreamEvent> =>
      follow(transport, `/renders/${encodeURIComponent(id)}/events`, LAST_OF_RENDER, { signal, ...options }),
    downloadOutput: (id: string, file: string, expected: Expected): Promise<void> =>
      download(transport, `/renders/${encodeURIComponent(id)}/output`, file, expected, signal),
    submitBatch: async (body: BatchBody, key: string) => made(await api.POST('/batches', { body, ...once(key) })),
    checkBatch: async (body: BatchBody) => data(await api.POST('/batches/check', { body })),
    batch: async (id: string) => data(await api.GET('/batches/{id}', one(id))),
    manifest: async (id: string) => data(await api.GET('/batches/{id}/manifest', one(id))),
    cancelBatch: async (id: string, options?: SendOptions) =>
      data(await api.POST('/batches/{id}/cancel', { ...one(id), fetch: by(options) })),
    followBatch: (id: string, options: FollowOptions = {}): AsyncGenerator<StreamEvent> =>
      follow(transport, `/batches/${encodeURIComponent(id)}/events`, LAST_OF_BATCH, { signal, ...options }),
    queue: async () => data(await api.GET('/render/queue')),
    workers: async () => data(await api.GET('/workers')),
    retention: async () => data(await api.GET('/farm/retention')),
    clearWorker: async (id: string) => data(await api.POST('/farm/workers/{id}/clear', one(id))),
    setLimit: async (maxConcurrentRenders: number): Promise<void> => {
      await api.PUT('/farm/limits', { body: { maxConcurrentRenders } });
    },
    /** Version of the farm's API document. */
    version: async (): Promise<string> => {
      const answer = await by()(transport.request('/openapi.json'));
      return ((await answer.json()) as { readonly info: { readonly version: string } }).info.version;
    },
  };
}

/** The filter of the API wants a whole name. */
const ALL_STEPS = {} as { step: string };

/** The transport throws for every refusal: what it lets through holds data. */
function data<T>(answer: { readonly data?: T }): T {
  return answer.data as T;
}

/** Of what was made; without an id there would be nothing to follow. @throws FramefarmError FARM_UNREACHABLE for another service. */
function made<T extends { readonly id: string }>(answer: { readonly data?: T; readonly response: Response }): T {
  const { data: object, response } = answer;
  if (typeof object?.id !== 'string') throw noFarm(response, 'no id');
  return object;
}
