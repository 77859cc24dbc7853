/** Batches: rows read and checked as a whole, rendered side by side, and recorded in a manifest (cli 5). */
export type * from './events.js';
export type { Manifest, ManifestCounts, ManifestRow, RowStatus } from './manifest/model.js';
export { defaultTemplate, type OutputTemplate, parseTemplate } from './outputs/template.js';
export { type BatchInput, type BatchPlan, type PlannedRow, preflightBatch } from './preflight.js';
export { openRemoteBatch, type RemoteBatch, type RemoteBatchRequest } from './remote/remote-batch.js';
export { type ParsedRows, parseRows } from './rows/parse-rows.js';
export { readBatchFile, readBatchInput, STANDARD_INPUT } from './rows/read-batch-file.js';
export { type BatchMachine, type BatchRequest, runBatch } from './run-batch.js';
