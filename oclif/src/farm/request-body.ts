/** The body by which a farm is asked for a render: the options that were given, under their names in the API (http-api 3.1). */
import {
  type FarmOptions,
  fieldName,
  formatFps,
  type OptionName,
  type OptionSpec,
  type RawOptions,
  RENDER_OPTIONS,
  type RenderOptions,
} from '@framefarm/contract';
import type { RenderBody } from '@framefarm/farm-client';

/**
 * Options that act on this machine although a farm renders: where the output goes, what is packed, how the command waits
 * and what it prints, the manifest that it keeps.
 */
export const ACTS_HERE: readonly OptionName[] = [
  ...(['output', 'outsideLinks', 'packageDir', 'dryRun', 'json', 'quiet', 'batch', 'manifestVariables'] as const),
  ...(['farm', 'apiKeyFile', 'wait', 'waitTimeout', 'onInterrupt', 'idempotencyKey', 'maxConcurrentRenders'] as const),
];
/** Options that are sent in another form, below; `batchConcurrency` and `batchFailFast` by the batch itself. */
const SENT_OTHERWISE: readonly OptionName[] = [
  ...(['sdr', 'variables', 'variablesFile', 'cdnjsPackage', 'timeout'] as const),
  ...(['priority', 'chunks', 'label', 'webhook', 'batchConcurrency', 'batchFailFast'] as const),
];

/** Refused beside `--farm` by the option table. */
const NEVER_WITH_FARM = (Object.keys(RENDER_OPTIONS) as OptionName[]).filter((name) => {
  const { conflicts = [], notOnFarm }: OptionSpec = RENDER_OPTIONS[name];
  const ofFarm: OptionSpec = RENDER_OPTIONS.farm;
  return notOnFarm !== undefined || conflicts.includes('farm') || ofFarm.conflicts?.includes(name) === true;
});

export interface BodyInput {
  /** What was given, by flags, environment and configuration. */
  readonly raw: RawOptions;
  /** The same, checked. */
  readonly options: RenderOptions;
  readonly farm: FarmOptions;
  readonly compositionId: string;
}

/** All fields that a render and a batch share. */
export function requestBody({ raw, options, farm, compositionId }: BodyInput): RenderBody {
  const sent = (Object.keys(raw) as OptionName[]).filter((name) => {
    // What a farm refuses was refused before; `--local` and `--debug` may stand there as false.
    const isGiven = raw[name] !== undefined && !NEVER_WITH_FARM.includes(name);
    return isGiven && !ACTS_HERE.includes(name) && !SENT_OTHERWISE.includes(name);
  });
  return {
    source: { composition: compositionId },
    ...Object.fromEntries(sent.map((name) => [fieldName(name), fieldValue(name, raw[name], options)])),
    ...(options.sdr ? { outputDynamicRange: 'sdr' } : {}),
    ...(Object.keys(options.cdnjsPackages).length > 0 ? { cdnjsPackage: options.cdnjsPackages } : {}),
    ...(Object.keys(options.variables).length > 0 ? { variables: options.variables } : {}),
    ...(options.timeoutMs === null ? {} : { timeoutSeconds: Math.ceil(options.timeoutMs / 1000) }),
    ...(raw.priority === undefined ? {} : { priority: farm.priority }),
    ...(raw.chunks === undefined ? {} : { chunks: farm.chunks }),
    ...(Object.keys(farm.labels).length > 0 ? { labels: farm.labels } : {}),
    ...(farm.webhook === null ? {} : { webhook: { url: farm.webhook } }),
  };
}

/** A text that was typed as the kind of value that JSON has for it. */
function fieldValue(name: OptionName, given: unknown, options: RenderOptions): unknown {
  const { kind } = RENDER_OPTIONS[name] as OptionSpec;
  if (kind === 'fps') return fpsField(options, given);
  const isNumber = kind === 'integer' || kind === 'workers';
  return isNumber && typeof given === 'string' && given !== 'auto' ? Number(given) : given;
}

function fpsField({ fps }: RenderOptions, given: unknown): unknown {
  if (fps === null) return given;
  return fps.den === 1 ? fps.num : formatFps(fps);
}
