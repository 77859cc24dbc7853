/** The objects of the HTTP API under the names that callers use; their fields are those of the API document. */
import type { components } from './schema.js';

type Schemas = components['schemas'];

export type Render = Schemas['Render'];
export type RenderSummary = Schemas['RenderSummary'];
export type RenderPage = Schemas['RenderPage'];
export type RenderStatus = Render['status'];
export type Output = Schemas['Output'];
export type Failure = Schemas['RenderError'];
export type Batch = Schemas['Batch'];
export type BatchStatus = Batch['status'];
export type BatchManifest = Schemas['Manifest'];
export type Queue = Schemas['Queue'];
export type Retention = Schemas['Retention'];
export type FarmWorker = Schemas['WorkerList']['items'][number];
export type Chunk = Schemas['ChunkList']['items'][number];
export type StepLog = Schemas['LogList']['items'][number];
/** Bodies of `POST /renders` and `POST /batches`. */
export type RenderBody = Schemas['RenderDto'];
export type BatchBody = Schemas['BatchDto'];

/** The event that ends the stream of a render, and of a batch. */
export const LAST_OF_RENDER = ['completed', 'failed', 'cancelled'] as const;
export const LAST_OF_BATCH = ['batch-completed'] as const;
