/** The render options that HTTP knows: their names in JSON and the option of the one table behind each (http-api 1.1). */
import type { OptionSpec } from './spec.js';
import { type OptionName, RENDER_OPTIONS } from './table.js';

/** Field of a request body → option. What belongs to one machine or one terminal is no field. */
export const OPTION_FIELDS = {
  entryFile: 'composition',
  fps: 'fps',
  quality: 'quality',
  format: 'format',
  crf: 'crf',
  videoBitrate: 'videoBitrate',
  vp9CpuUsed: 'vp9CpuUsed',
  gifLoop: 'gifLoop',
  workers: 'workers',
  gpu: 'gpu',
  browserGpu: 'browserGpu',
  lowMemoryMode: 'lowMemoryMode',
  debug: 'debug',
  bestEffort: 'bestEffort',
  strict: 'strict',
  strictAll: 'strictAll',
  strictVariables: 'strictVariables',
  videoFrameFormat: 'videoFrameFormat',
  variables: 'variables',
  outputResolution: 'resolution',
  frames: 'frames',
  from: 'from',
  to: 'to',
  offline: 'offline',
  packageMap: 'packageMap',
  packageVersions: 'packageVersions',
  cdnjsPackage: 'cdnjsPackage',
  browserTimeout: 'browserTimeout',
  playerReadyTimeout: 'playerReadyTimeout',
} as const satisfies Record<string, OptionName>;

export type OptionField = keyof typeof OPTION_FIELDS;
export const OPTION_FIELD_NAMES = Object.keys(OPTION_FIELDS) as readonly OptionField[];

const FIELD_BY_OPTION = new Map<OptionName, string>([
  ...OPTION_FIELD_NAMES.map((field) => [OPTION_FIELDS[field], field] as const),
  ['hdr', 'outputDynamicRange'],
  ['sdr', 'outputDynamicRange'],
  ['output', 'outputName'],
  ['batch', 'rows'],
  ['batchConcurrency', 'concurrency'],
  ['batchFailFast', 'failFast'],
  ['timeout', 'timeoutSeconds'],
  ['label', 'labels'],
]);

/** The name under which a client of HTTP knows an option. */
export function fieldName(option: OptionName): string {
  return FIELD_BY_OPTION.get(option) ?? option;
}

/** Whether a client of HTTP can give the option. */
export function isHttpField(option: OptionName): boolean {
  return FIELD_BY_OPTION.has(option);
}

/** The declaration of the option behind a field. */
export function optionOf(field: OptionField): OptionSpec {
  return RENDER_OPTIONS[OPTION_FIELDS[field]];
}
