/** What the command line asks of a farm, one function each; the transport sees to retries, limits and the key. */
import { openAsBlob } from 'node:fs';
import type { FarmAccess } from './access.js';
import {
  type Batch,
  type BatchBody,
  type FarmWorker,
  LAST_OF_BATCH,
  LAST_OF_RENDER,
  type Page,
  type Queue,
  type Render,
  type RenderBody,
  type StepLog,
} from './api.js';
import { type FollowOptions, follow, type StreamEvent } from './events/event-stream.js';
import { createTransport, type SendOptions } from './http/transport.js';
import { download, type Expected } from './output/download.js';

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
export function createFarmClient(access: FarmAccess, signal?: AbortSignal) {
  const transport = createTransport(access);
  const send = (path: string, init: RequestInit = {}, options: SendOptions = {}): Promise<Response> =>
    transport.send(transport.request(path, init), { signal, ...options });
  const get = async <T>(path: string): Promise<T> => (await (await send(path)).json()) as T;
  const post = async <T>(path: string, body?: unknown, key?: string, options?: SendOptions): Promise<T> => {
    const headers: Record<string, string> = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    const init = { method: 'POST', headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    return (await (await send(path, init, options)).json()) as T;
  };
  const at = (collection: string, id: string, rest = ''): string => `/${collection}/${encodeURIComponent(id)}${rest}`;

  return {
    url: access.url,
    /** True when the farm holds the composition, so that nothing has to be uploaded. */
    hasComposition: async (id: string): Promise<boolean> => {
      const answer = await send(at('compositions', id), { method: 'HEAD' }).catch((error) => {
        if (error.details?.status === 404) return null;
        throw error;
      });
      return answer !== null;
    },
    upload: async ({ file, contentType, sha256 }: Upload): Promise<{ readonly id: string }> => {
      const headers = {
        'content-type': contentType,
        'content-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
      };
      const init = { method: 'POST', headers, body: await openAsBlob(file) };
      return (await (await send('/compositions', init, { timeoutMs: UPLOAD_TIMEOUT_MS })).json()) as { id: string };
    },
    submitRender: (body: RenderBody, key: string) => post<Render>('/renders', body, key),
    checkRender: (body: RenderBody) => post<Readonly<Record<string, unknown>>>('/renders/check', body),
    render: (id: string) => get<Render>(at('renders', id)),
    renders: (query: RenderQuery) => get<Page<Render>>(`/renders${queryText(query)}`),
    cancelRender: (id: string, options?: SendOptions) =>
      post<Render>(at('renders', id, '/cancel'), undefined, undefined, options),
    retryRender: (id: string, key: string) => post<Render>(at('renders', id, '/retry'), undefined, key),
    logs: (id: string) => get<{ readonly items: readonly StepLog[] }>(at('renders', id, '/logs')),
    followRender: (id: string, options: FollowOptions = {}): AsyncGenerator<StreamEvent> =>
      follow(transport, at('renders', id, '/events'), LAST_OF_RENDER, { signal, ...options }),
    downloadOutput: (id: string, file: string, expected: Expected): Promise<void> =>
      download(transport, at('renders', id, '/output'), file, expected, signal),
    submitBatch: (body: BatchBody, key: string) => post<Batch>('/batches', body, key),
    checkBatch: (body: BatchBody) => post<Readonly<Record<string, unknown>>>('/batches/check', body),
    batch: (id: string) => get<Batch>(at('batches', id)),
    cancelBatch: (id: string, options?: SendOptions) =>
      post<Batch>(at('batches', id, '/cancel'), undefined, undefined, options),
    followBatch: (id: string, options: FollowOptions = {}): AsyncGenerator<StreamEvent> =>
      follow(transport, at('batches', id, '/events'), LAST_OF_BATCH, { signal, ...options }),
    queue: () => get<Queue>('/render/queue'),
    workers: () => get<{ readonly items: readonly FarmWorker[] }>('/workers'),
    setLimit: async (maxConcurrentRenders: number): Promise<void> => {
      const body = JSON.stringify({ maxConcurrentRenders });
      await send('/farm/limits', { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
    },
    /** Version of the farm's API document. */
    version: async () => (await get<{ readonly info: { readonly version: string } }>('/openapi.json')).info.version,
  };
}

function queryText(query: RenderQuery): string {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) fields.set(name, String(value));
  return fields.size === 0 ? '' : `?${fields}`;
}
