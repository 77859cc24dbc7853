/** Checked values and the defaults of the table, as the options that each part of a render takes. */
import type { FrameRange } from './read-range.js';
import type { BatchOptions, ContainerOptions, FarmOptions, RenderOptions, RenderRange } from './render-options.js';
import { formatOf, type OptionValues } from './rules-between.js';
import type { OptionSpec } from './spec.js';
import { type OptionName, RENDER_OPTIONS } from './table.js';

/** What was given, else the default; null where there is neither. */
type PickOption = <T>(name: OptionName) => T;

const pickFrom =
  (values: OptionValues): PickOption =>
  <T>(name: OptionName): T => {
    const spec: OptionSpec = RENDER_OPTIONS[name];
    return (values[name] ?? spec.default ?? null) as T;
  };

/** Null for a single render. */
export function batchOptions(values: OptionValues): BatchOptions | null {
  const pick = pickFrom(values);
  const file = pick<string | null>('batch');
  if (file === null) return null;
  return {
    file,
    concurrency: pick('batchConcurrency'),
    failFast: pick('batchFailFast') ?? false,
    resume: pick('resume') ?? false,
    manifestVariables: pick('manifestVariables'),
  };
}

/** Null for a render on this machine. */
export function farmOptions(values: OptionValues): FarmOptions | null {
  const pick = pickFrom(values);
  const url = pick<string | null>('farm');
  if (url === null) return null;
  return {
    url,
    apiKeyFile: pick('apiKeyFile'),
    wait: pick('wait'),
    waitTimeoutMs: pick('waitTimeout'),
    priority: pick('priority'),
    chunks: pick('chunks'),
    labels: pick<Record<string, string> | null>('label') ?? {},
    webhook: pick('webhook'),
    onInterrupt: pick('onInterrupt'),
    idempotencyKey: pick('idempotencyKey'),
    maxConcurrentRenders: pick('maxConcurrentRenders'),
  };
}

/** Null for a render outside of containers. */
export function containerOptions(values: OptionValues): ContainerOptions | null {
  const pick = pickFrom(values);
  return pick('docker') === true ? { image: pick('dockerImage') } : null;
}

export function renderOptions(values: OptionValues): RenderOptions {
  const pick = pickFrom(values);
  return {
    output: pick('output'),
    format: formatOf(values),
    fps: pick('fps'),
    resolution: pick('resolution'),
    range: rangeOf(pick('frames'), pick('from'), pick('to')),
    quality: pick('quality'),
    crf: pick('crf'),
    videoBitrate: pick('videoBitrate'),
    vp9CpuUsed: pick('vp9CpuUsed'),
    gifLoop: pick('gifLoop'),
    sdr: pick('sdr') ?? false,
    videoFrameFormat: pick('videoFrameFormat'),
    workers: pick('workers'),
    lowMemoryMode: pick('lowMemoryMode'),
    browserPath: pick('browserPath'),
    ffmpegPath: pick('ffmpegPath'),
    sandbox: pick('sandbox'),
    timeoutMs: pick('timeout'),
    browserTimeoutMs: pick<number>('browserTimeout') * 1000,
    playerReadyTimeoutMs: pick('playerReadyTimeout'),
    framesCacheDir: pick('framesCacheDir'),
    composition: pick('composition'),
    variables: pick<Record<string, unknown> | null>('variables') ?? {},
    outsideLinks: pick('outsideLinks'),
    packageDirs: pick<string[] | null>('packageDir') ?? [],
    packageMap: pick('packageMap'),
    packageVersions: pick('packageVersions'),
    cdnjsPackages: pick<Record<string, string> | null>('cdnjsPackage') ?? {},
    offline: pick('offline'),
    allowNetwork: pick<string[] | null>('allowNetwork') ?? [],
    strict: pick('strictAll') ? 'all' : pick('strict') ? 'strict' : 'off',
    bestEffort: pick('bestEffort'),
    strictVariables: pick('strictVariables'),
    debug: pick('debug'),
  };
}

function rangeOf(frames: FrameRange | null, from: number | null, to: number | null): RenderRange | null {
  if (frames !== null) return { by: 'frames', ...frames };
  return from === null && to === null ? null : { by: 'times', from, to };
}
