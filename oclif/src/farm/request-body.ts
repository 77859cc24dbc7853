/** The body by which a farm is asked for a render: the options that were given, under their names in the API (http-api 3.1). */
import {
  type FarmOptions,
  formatFps,
  type OptionName,
  type OptionSpec,
  type RawOptions,
  RENDER_OPTIONS,
  type RenderOptions,
} from '@framefarm/contract';
import type { RenderBody } from '@framefarm/farm-client';

/** Options with another name in the API. */
const OTHER_NAMES: Partial<Record<OptionName, string>> = { composition: 'entryFile', resolution: 'outputResolution' };

/** Options that are this machine's, this command's, or sent in another form. */
const NOT_SENT: readonly OptionName[] = [
  ...(['output', 'browserPath', 'ffmpegPath', 'sandbox', 'framesCacheDir', 'outsideLinks', 'packageDir'] as const),
  ...(['variables', 'variablesFile', 'timeout', 'sdr', 'allowNetwork', 'cdnjsPackage', 'debug', 'dryRun'] as const),
];
const GROUPS_NOT_SENT: readonly OptionSpec['group'][] = ['reporting', 'batch', 'farm'];

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
    const spec: OptionSpec = RENDER_OPTIONS[name];
    return raw[name] !== undefined && !NOT_SENT.includes(name) && !GROUPS_NOT_SENT.includes(spec.group);
  });
  return {
    source: { composition: compositionId },
    ...Object.fromEntries(sent.map((name) => [OTHER_NAMES[name] ?? name, fieldValue(name, raw[name], options)])),
    ...(options.sdr ? { outputDynamicRange: 'sdr' } : {}),
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
