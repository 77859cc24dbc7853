/** From raw values to checked options: every value by itself, then the rules between options. */
import type { InputIssue } from '../catalogue/errors.js';
import type { OutputFormat } from '../formats.js';
import { faultWords, readOption, shown } from './read.js';
import type { FrameRange } from './read-range.js';
import type { BatchOptions, ContainerOptions, FarmOptions, RenderOptions, RenderRange } from './render-options.js';
import type { OptionSpec } from './spec.js';
import { type OptionName, RENDER_OPTIONS } from './table.js';

/** Raw values by option name: strings as typed on a command line, or JSON values of a request. */
export type RawOptions = Partial<Record<OptionName, unknown>>;

export type OptionsResult =
  | {
      readonly ok: true;
      readonly options: RenderOptions;
      /** Null for a single render. */
      readonly batch: BatchOptions | null;
      /** Null for a render on this machine. */
      readonly farm: FarmOptions | null;
      /** Null for a render outside of containers. */
      readonly container: ContainerOptions | null;
    }
  | { readonly ok: false; readonly issues: readonly InputIssue[] };

/**
 * Checks every given option and all rules between them; reports all faults at once. The words are the same for
 * every caller; `nameOf` gives the name under which the caller knows an option (`--fps` by default), or knows it turned off.
 */
export function resolveRenderOptions(
  raw: RawOptions,
  nameOf: (name: OptionName, off?: boolean) => string = flagName,
): OptionsResult {
  const issues: InputIssue[] = [];
  const values: Partial<Record<OptionName, unknown>> = {};
  const fault = (name: OptionName, code: string, rule: string): void => {
    const off = values[name] === false && (RENDER_OPTIONS[name] as OptionSpec | undefined)?.negatable === true;
    issues.push({ field: nameOf(name), code, message: `${nameOf(name, off)} ${rule}` });
  };
  /** Given, and of no use. */
  const wrong = new Set<OptionName>();
  const given = (Object.keys(raw) as OptionName[]).filter((name) => raw[name] !== undefined && raw[name] !== null);

  for (const name of given) {
    // Every object knows "constructor", and JSON may hold "__proto__".
    const spec: OptionSpec | undefined = Object.hasOwn(RENDER_OPTIONS, name) ? RENDER_OPTIONS[name] : undefined;
    if (spec === undefined) {
      issues.push({ field: name, code: 'unknown_option', message: `${name} is not a render option` });
      continue;
    }
    const read = readOption(spec, raw[name]);
    if (read.ok) values[name] = read.value;
    else {
      wrong.add(name);
      fault(name, 'invalid_value', faultWords(raw[name], read));
    }
  }

  const set = (name: OptionName): boolean => values[name] !== undefined && values[name] !== false;
  const format = (values.format ?? RENDER_OPTIONS.format.default) as OutputFormat;
  for (const name of Object.keys(values) as OptionName[]) {
    const spec: OptionSpec = RENDER_OPTIONS[name];
    if (spec?.notOnFarm !== undefined && set('farm') && values[name] !== undefined) {
      fault(name, 'conflict', `cannot be combined with ${nameOf('farm')}: ${spec.notOnFarm}`);
    }
    // A switch that is on by default says something when it is turned off.
    if (spec === undefined || (!set(name) && !(values[name] === false && spec.default === true))) continue;
    if (spec.unavailable !== undefined) fault(name, 'unavailable', `cannot be used: ${spec.unavailable}`);
    if (spec.formats !== undefined && !spec.formats.includes(format)) {
      fault(name, 'no_effect', `has no effect on ${format}; it applies to ${spec.formats.join(', ')}`);
    }
    for (const other of spec.conflicts ?? []) {
      const rival = other as OptionName;
      const mutual = (RENDER_OPTIONS[rival] as OptionSpec).conflicts?.includes(name) ?? false;
      if (set(rival) && (!mutual || name < rival)) fault(name, 'conflict', `cannot be combined with ${nameOf(rival)}`);
    }
    for (const other of spec.requires ?? []) {
      const needed = other as OptionName;
      if (!set(needed) && !wrong.has(needed)) fault(name, 'missing_option', `needs ${nameOf(needed)}`);
    }
  }
  const from = (values.from ?? null) as number | null;
  const to = (values.to ?? null) as number | null;
  if (to !== null && to <= (from ?? 0)) {
    fault('to', 'invalid_value', `${shown(raw.to)}: must lie after ${from === null ? 'the start' : nameOf('from')}`);
  }
  if (issues.length > 0) return { ok: false, issues };

  const pick = <T>(name: OptionName): T => {
    const spec: OptionSpec = RENDER_OPTIONS[name];
    return (values[name] ?? spec.default ?? null) as T;
  };
  const batchFile = pick<string | null>('batch');
  const farmUrl = pick<string | null>('farm');
  return {
    ok: true,
    batch:
      batchFile === null
        ? null
        : {
            file: batchFile,
            concurrency: pick('batchConcurrency'),
            failFast: pick('batchFailFast') ?? false,
            resume: pick('resume') ?? false,
            manifestVariables: pick('manifestVariables'),
          },
    farm:
      farmUrl === null
        ? null
        : {
            url: farmUrl,
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
          },
    container: pick('docker') === true ? { image: pick('dockerImage') } : null,
    options: {
      output: pick('output'),
      format,
      fps: pick('fps'),
      resolution: pick('resolution'),
      range: rangeOf(pick<FrameRange | null>('frames'), from, to),
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
    },
  };
}

function rangeOf(frames: FrameRange | null, from: number | null, to: number | null): RenderRange | null {
  if (frames !== null) return { by: 'frames', ...frames };
  return from === null && to === null ? null : { by: 'times', from, to };
}

/** `--video-bitrate` for `videoBitrate`; `off`: as it is turned off, `--no-wait`. */
export function flagName(name: OptionName, off = false): string {
  return `--${off ? 'no-' : ''}${RENDER_OPTIONS[name]?.flag ?? name}`;
}
