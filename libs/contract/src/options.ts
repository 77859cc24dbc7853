/**
 * Every option of a render, declared once: command-line flags, validation, HTTP fields and the option reference are
 * derived from this table (specification, Render options; reference: cli 2).
 */

import type { InputIssue } from './errors.js';
import { FORMATS, OUTPUT_FORMATS, type OutputFormat, QUALITIES, type Quality } from './formats.js';
import { type Fps, parseFps } from './fps.js';

export type OptionKind =
  | 'flag'
  | 'integer'
  | 'enum'
  | 'fps'
  | 'bitrate'
  | 'workers'
  | 'path'
  | 'text'
  | 'texts'
  | 'json'
  | 'duration'
  | 'origins';

export interface OptionSpec {
  /** Flag name; also the HTTP field in camelCase. */
  readonly flag: string;
  readonly char?: string;
  readonly kind: OptionKind;
  readonly help: string;
  readonly values?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly default?: string | number | boolean;
  /** Shown instead of `default` where the default is decided elsewhere. */
  readonly defaultText?: string;
  /** Formats for which the option has an effect; given with another one it is refused. */
  readonly formats?: readonly OutputFormat[];
  readonly conflicts?: readonly string[];
  readonly requires?: readonly string[];
  /** A `--no-` form exists. */
  readonly negatable?: boolean;
  /** Environment variable read when the flag is absent. */
  readonly env?: string;
  /** Set while the feature does not work yet: the option is refused with this sentence, never ignored. */
  readonly unavailable?: string;
  readonly group:
    | 'output'
    | 'encoding'
    | 'capture'
    | 'composition'
    | 'checks'
    | 'reporting'
    | 'batch'
    | 'farm'
    | 'network';
}

const LATER_BATCH = 'batch rendering is not part of this version';
const LATER_HDR = 'HDR output is not part of this version';
const rateControlFormats = OUTPUT_FORMATS.filter((format) => FORMATS[format].rateControl);

export const RENDER_OPTIONS = {
  output: {
    flag: 'output',
    char: 'o',
    kind: 'path',
    group: 'output',
    defaultText: 'renders/<name>.<ext>',
    help: 'Output file; for png-sequence a directory, created if absent.',
  },
  format: {
    flag: 'format',
    kind: 'enum',
    values: OUTPUT_FORMATS,
    default: 'mp4',
    group: 'output',
    help: 'Output format.',
  },
  fps: {
    flag: 'fps',
    char: 'f',
    kind: 'fps',
    group: 'output',
    defaultText: 'data-fps of the root, else 30',
    help: 'Frames per second: an integer from 1 to 240, or a rational such as 30000/1001. GIF is capped at 30.',
  },
  resolution: {
    flag: 'resolution',
    kind: 'enum',
    values: ['landscape', 'portrait', 'square', 'landscape-4k', 'portrait-4k', 'square-4k', '1080p', 'hd', '4k', 'uhd'],
    group: 'output',
    defaultText: 'native',
    help: 'Scale to a preset size by a whole factor; the aspect ratio must match.',
  },
  quality: {
    flag: 'quality',
    char: 'q',
    kind: 'enum',
    values: QUALITIES,
    default: 'standard',
    group: 'encoding',
    help: 'Encoding preset: draft (CRF 28, ultrafast), standard (18, medium), high (15, slow).',
  },
  crf: {
    flag: 'crf',
    kind: 'integer',
    min: 0,
    max: 51,
    group: 'encoding',
    formats: rateControlFormats,
    conflicts: ['videoBitrate'],
    help: 'Constant rate factor; lower is better. Overrides the preset.',
  },
  videoBitrate: {
    flag: 'video-bitrate',
    kind: 'bitrate',
    group: 'encoding',
    formats: rateControlFormats,
    conflicts: ['crf'],
    help: 'Target bitrate such as 10M or 5000k.',
  },
  vp9CpuUsed: {
    flag: 'vp9-cpu-used',
    kind: 'integer',
    min: -8,
    max: 8,
    default: 4,
    formats: ['webm'],
    group: 'encoding',
    help: 'VP9 speed: higher is faster and larger.',
  },
  gifLoop: {
    flag: 'gif-loop',
    kind: 'integer',
    min: 0,
    max: 65535,
    default: 0,
    formats: ['gif'],
    group: 'encoding',
    help: 'GIF loop count; 0 loops forever.',
  },
  gpu: {
    flag: 'gpu',
    kind: 'flag',
    group: 'encoding',
    unavailable: 'hardware encoding is not part of this version',
    help: 'Use a hardware video encoder when one works.',
  },
  hdr: {
    flag: 'hdr',
    kind: 'flag',
    formats: ['mp4'],
    conflicts: ['sdr', 'resolution'],
    group: 'encoding',
    unavailable: LATER_HDR,
    help: 'Force HDR output.',
  },
  sdr: {
    flag: 'sdr',
    kind: 'flag',
    conflicts: ['hdr'],
    group: 'encoding',
    help: 'Force SDR output even with HDR sources.',
  },
  videoFrameFormat: {
    flag: 'video-frame-format',
    kind: 'enum',
    values: ['auto', 'jpg', 'png'],
    default: 'auto',
    group: 'capture',
    help: 'Frames extracted from source videos; auto takes png where the source can carry alpha.',
  },
  workers: {
    flag: 'workers',
    char: 'w',
    kind: 'workers',
    min: 1,
    max: 24,
    default: 'auto',
    group: 'capture',
    help: 'Parallel capture lanes, each a browser: 1 to 24, or auto.',
  },
  browserGpu: {
    flag: 'browser-gpu',
    kind: 'flag',
    negatable: true,
    group: 'capture',
    unavailable: 'capture on a host GPU is not part of this version; software rendering is always used',
    help: 'Use the host GPU for capture.',
  },
  lowMemoryMode: {
    flag: 'low-memory-mode',
    kind: 'flag',
    negatable: true,
    defaultText: 'on at 4 GB of memory or less',
    group: 'capture',
    help: 'One lane, less memory. An explicit --workers wins.',
  },
  browserPath: {
    flag: 'browser-path',
    kind: 'path',
    env: 'FRAMEFARM_BROWSER_PATH',
    group: 'capture',
    help: 'Browser to use instead of the bundled one.',
  },
  ffmpegPath: {
    flag: 'ffmpeg-path',
    kind: 'path',
    env: 'FRAMEFARM_FFMPEG_PATH',
    group: 'capture',
    help: 'FFmpeg to use; ffprobe is looked for beside it.',
  },
  sandbox: {
    flag: 'sandbox',
    kind: 'flag',
    negatable: true,
    defaultText: 'on, except as root',
    group: 'capture',
    help: 'Chromium sandbox.',
  },
  docker: {
    flag: 'docker',
    kind: 'flag',
    conflicts: ['browserGpu'],
    group: 'capture',
    unavailable: 'container mode is not part of this version',
    help: 'Render in a container.',
  },
  timeout: {
    flag: 'timeout',
    kind: 'duration',
    group: 'capture',
    defaultText: 'none',
    help: 'Limit for the whole render, such as 90s or 15m.',
  },
  browserTimeout: {
    flag: 'browser-timeout',
    kind: 'integer',
    min: 1,
    max: 3600,
    default: 60,
    group: 'capture',
    help: 'Seconds for the page to load.',
  },
  playerReadyTimeout: {
    flag: 'player-ready-timeout',
    kind: 'integer',
    min: 1,
    max: 3_600_000,
    default: 45_000,
    group: 'capture',
    help: 'Milliseconds for the page to settle.',
  },
  framesCacheDir: {
    flag: 'frames-cache-dir',
    kind: 'path',
    defaultText: 'the user cache directory',
    group: 'capture',
    help: 'Cache of extracted video frames; "off" disables it.',
  },
  composition: {
    flag: 'composition',
    char: 'c',
    kind: 'path',
    default: 'index.html',
    group: 'composition',
    help: 'Entry file inside the project.',
  },
  variables: {
    flag: 'variables',
    kind: 'json',
    conflicts: ['variablesFile'],
    group: 'composition',
    help: 'Variables as a JSON object.',
  },
  variablesFile: {
    flag: 'variables-file',
    kind: 'path',
    conflicts: ['variables'],
    group: 'composition',
    help: 'File that holds the variables as a JSON object.',
  },
  outsideLinks: {
    flag: 'outside-links',
    kind: 'flag',
    negatable: true,
    default: true,
    group: 'composition',
    help: 'Follow symbolic links that leave the project.',
  },
  packageDir: {
    flag: 'package-dir',
    kind: 'texts',
    env: 'FRAMEFARM_PACKAGE_DIRS',
    group: 'network',
    help: 'Further node_modules directory for CDN scripts; repeatable.',
  },
  packageMap: {
    flag: 'package-map',
    kind: 'flag',
    negatable: true,
    default: true,
    group: 'network',
    help: 'Serve well-known CDN URLs from installed packages.',
  },
  offline: { flag: 'offline', kind: 'flag', default: false, group: 'network', help: 'Refuse every network access.' },
  allowNetwork: {
    flag: 'allow-network',
    kind: 'origins',
    group: 'network',
    help: 'Private origin the page may reach; repeatable.',
  },
  strict: {
    flag: 'strict',
    kind: 'flag',
    default: false,
    group: 'checks',
    help: 'Fail on warnings that change the picture or sound, and on lint errors.',
  },
  strictAll: { flag: 'strict-all', kind: 'flag', default: false, group: 'checks', help: 'Fail on any warning.' },
  bestEffort: {
    flag: 'best-effort',
    kind: 'flag',
    negatable: true,
    default: true,
    group: 'checks',
    help: 'Go on when an asset cannot be had.',
  },
  strictVariables: {
    flag: 'strict-variables',
    kind: 'flag',
    default: false,
    group: 'checks',
    help: 'Refuse variables that do not fit the declarations.',
  },
  dryRun: { flag: 'dry-run', kind: 'flag', default: false, group: 'checks', help: 'Do all checks, render nothing.' },
  json: { flag: 'json', kind: 'flag', default: false, group: 'reporting', help: 'Events as JSON lines on stdout.' },
  quiet: {
    flag: 'quiet',
    kind: 'flag',
    default: false,
    group: 'reporting',
    help: 'Only errors on stderr; stdout carries the output path.',
  },
  debug: {
    flag: 'debug',
    kind: 'flag',
    default: false,
    group: 'reporting',
    help: 'Engine logs on stderr; temporary files are kept and named.',
  },
  batch: {
    flag: 'batch',
    kind: 'path',
    group: 'batch',
    unavailable: LATER_BATCH,
    help: 'JSON file of variable rows, one output per row.',
  },
  batchConcurrency: {
    flag: 'batch-concurrency',
    kind: 'integer',
    min: 1,
    max: 24,
    requires: ['batch'],
    group: 'batch',
    unavailable: LATER_BATCH,
    help: 'Rows rendered at once.',
  },
  batchFailFast: {
    flag: 'batch-fail-fast',
    kind: 'flag',
    requires: ['batch'],
    group: 'batch',
    unavailable: LATER_BATCH,
    help: 'Start no new row after the first failure.',
  },
  manifestVariables: {
    flag: 'manifest-variables',
    kind: 'flag',
    negatable: true,
    requires: ['batch'],
    group: 'batch',
    unavailable: LATER_BATCH,
    help: 'Write the variables into the manifest.',
  },
  maxConcurrentRenders: {
    flag: 'max-concurrent-renders',
    kind: 'integer',
    min: 1,
    max: 10,
    default: 2,
    group: 'farm',
    help: 'Renders at once on the producer; only checked in local mode.',
  },
} as const satisfies Record<string, OptionSpec>;

export type OptionName = keyof typeof RENDER_OPTIONS;

/** Options after validation, defaults filled in. */
export interface RenderOptions {
  readonly output: string | null;
  readonly format: OutputFormat;
  /** Null: `data-fps` of the root, else 30. */
  readonly fps: Fps | null;
  readonly resolution: string | null;
  readonly quality: Quality;
  readonly crf: number | null;
  /** Bits per second. */
  readonly videoBitrate: number | null;
  readonly vp9CpuUsed: number;
  readonly gifLoop: number;
  readonly sdr: boolean;
  readonly videoFrameFormat: 'auto' | 'jpg' | 'png';
  readonly workers: number | 'auto';
  /** Null: decided by the memory of the machine. */
  readonly lowMemoryMode: boolean | null;
  readonly browserPath: string | null;
  readonly ffmpegPath: string | null;
  /** Null: on, except as root. */
  readonly sandbox: boolean | null;
  /** Milliseconds, or null for none. */
  readonly timeoutMs: number | null;
  readonly browserTimeoutMs: number;
  readonly playerReadyTimeoutMs: number;
  /** Null: the user cache directory; `off`: none. */
  readonly framesCacheDir: string | null;
  readonly composition: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly outsideLinks: boolean;
  readonly packageDirs: readonly string[];
  readonly packageMap: boolean;
  readonly offline: boolean;
  readonly allowNetwork: readonly string[];
  readonly strict: 'off' | 'strict' | 'all';
  readonly bestEffort: boolean;
  readonly strictVariables: boolean;
  readonly debug: boolean;
}

/** Raw values by option name: strings as typed on a command line, or JSON values of a request. */
export type RawOptions = Partial<Record<OptionName, unknown>>;

export type OptionsResult =
  | { readonly ok: true; readonly options: RenderOptions }
  | { readonly ok: false; readonly issues: readonly InputIssue[] };

/**
 * Checks every given option and all rules between them; reports all faults at once. The words are the same for
 * every caller; `nameOf` gives the name under which the caller knows an option (`--fps` by default).
 */
export function resolveRenderOptions(raw: RawOptions, nameOf: (name: OptionName) => string = flagName): OptionsResult {
  const issues: InputIssue[] = [];
  const fault = (name: OptionName, code: string, rule: string): void => {
    issues.push({ field: nameOf(name), code, message: `${nameOf(name)} ${rule}` });
  };
  const values: Partial<Record<OptionName, unknown>> = {};
  const given = (Object.keys(raw) as OptionName[]).filter((name) => raw[name] !== undefined && raw[name] !== null);

  for (const name of given) {
    const spec: OptionSpec | undefined = RENDER_OPTIONS[name];
    if (spec === undefined) {
      issues.push({ field: name, code: 'unknown_option', message: `${name} is not a render option` });
      continue;
    }
    const read = readOption(spec, raw[name]);
    if (!read.ok) fault(name, 'invalid_value', `${shown(raw[name])}: ${read.rule}`);
    else values[name] = read.value;
  }

  const set = (name: OptionName): boolean => values[name] !== undefined && values[name] !== false;
  const format = (values.format ?? RENDER_OPTIONS.format.default) as OutputFormat;
  for (const name of given) {
    const spec: OptionSpec = RENDER_OPTIONS[name];
    if (spec === undefined || !set(name)) continue;
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
      if (!set(other as OptionName)) fault(name, 'missing_option', `needs ${nameOf(other as OptionName)}`);
    }
  }
  if (issues.length > 0) return { ok: false, issues };

  const pick = <T>(name: OptionName): T => {
    const spec: OptionSpec = RENDER_OPTIONS[name];
    return (values[name] ?? spec.default ?? null) as T;
  };
  return {
    ok: true,
    options: {
      output: pick('output'),
      format,
      fps: pick('fps'),
      resolution: pick('resolution'),
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
      offline: pick('offline'),
      allowNetwork: pick<string[] | null>('allowNetwork') ?? [],
      strict: pick('strictAll') ? 'all' : pick('strict') ? 'strict' : 'off',
      bestEffort: pick('bestEffort'),
      strictVariables: pick('strictVariables'),
      debug: pick('debug'),
    },
  };
}

/** `--video-bitrate` for `videoBitrate`. */
export function flagName(name: OptionName): string {
  return `--${RENDER_OPTIONS[name]?.flag ?? name}`;
}

type Read = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly rule: string };
const accept = (value: unknown): Read => ({ ok: true, value });
const refuse = (rule: string): Read => ({ ok: false, rule });

function readOption(spec: OptionSpec, raw: unknown): Read {
  switch (spec.kind) {
    case 'flag':
      return typeof raw === 'boolean' ? accept(raw) : refuse('must be true or false');
    case 'integer':
      return readInteger(raw, spec.min ?? 0, spec.max ?? Number.MAX_SAFE_INTEGER);
    case 'workers':
      if (raw === 'auto') return accept(raw);
      return readInteger(raw, spec.min ?? 1, spec.max ?? 24, ', or auto');
    case 'enum':
      return typeof raw === 'string' && (spec.values ?? []).includes(raw)
        ? accept(raw)
        : refuse(`must be one of ${(spec.values ?? []).join(', ')}`);
    case 'fps': {
      const parsed = parseFps(typeof raw === 'number' ? String(raw) : typeof raw === 'string' ? raw : '');
      return parsed.ok ? accept(parsed.fps) : refuse(parsed.rule);
    }
    case 'bitrate':
      return readBitrate(raw);
    case 'duration':
      return readDuration(raw);
    case 'json':
      return readVariables(raw);
    case 'texts':
      return readTexts(raw);
    case 'origins':
      return readOrigins(raw);
    case 'path':
    case 'text':
      return typeof raw === 'string' && raw !== '' && !raw.includes('\0')
        ? accept(raw)
        : refuse('must be a non-empty text');
  }
}

function readInteger(raw: unknown, min: number, max: number, also = ''): Read {
  const value =
    typeof raw === 'number' ? raw : typeof raw === 'string' && /^-?\d{1,15}$/.test(raw) ? Number(raw) : Number.NaN;
  return Number.isInteger(value) && value >= min && value <= max
    ? accept(value)
    : refuse(`must be an integer from ${min} to ${max}${also}`);
}

/** Bounds that any encoder accepts; below 1k no picture survives, above 2G the flag is a typing error. */
const MIN_BITRATE = 1_000;
const MAX_BITRATE = 2_000_000_000;

function readBitrate(raw: unknown): Read {
  const match = typeof raw === 'string' ? /^(\d{1,6}(?:\.\d{1,3})?)([kKmM])$/.exec(raw) : null;
  const bits =
    match === null ? Number.NaN : Math.round(Number(match[1]) * (match[2]?.toLowerCase() === 'm' ? 1e6 : 1e3));
  return bits >= MIN_BITRATE && bits <= MAX_BITRATE
    ? accept(bits)
    : refuse('must be a bitrate such as 10M or 5000k, from 1k to 2000M');
}

function readDuration(raw: unknown): Read {
  const match = typeof raw === 'string' ? /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(raw) : null;
  const unit = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[match?.[2] ?? ''] ?? Number.NaN;
  const ms = Math.round(Number(match?.[1]) * unit);
  return ms > 0 && ms <= 2_147_483_647 ? accept(ms) : refuse('must be a duration above 0 such as 90s, 15m or 1h');
}

/** Keys that would reach an object's prototype (reference: composition-format 8). */
const FORBIDDEN_KEYS = ['__proto__', 'constructor', 'prototype'];

function readVariables(raw: unknown): Read {
  let value = raw;
  if (typeof raw === 'string') {
    try {
      value = JSON.parse(raw);
    } catch (error) {
      return refuse(`is not valid JSON (${(error as Error).message})`);
    }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('must be a JSON object');
  const bad = Object.keys(value).find((key) => FORBIDDEN_KEYS.includes(key));
  return bad === undefined ? accept(value) : refuse(`must not hold the key ${bad}`);
}

function readTexts(raw: unknown): Read {
  const list = Array.isArray(raw) ? raw : [raw];
  return list.every((item) => typeof item === 'string' && item !== '')
    ? accept(list)
    : refuse('must be non-empty texts');
}

function readOrigins(raw: unknown): Read {
  const list = readTexts(raw);
  if (!list.ok) return list;
  for (const item of list.value as string[]) {
    const url = URL.canParse(item) ? new URL(item) : null;
    if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '') {
      return refuse(`must be origins such as https://assets.example.com (received ${item})`);
    }
  }
  return accept((list.value as string[]).map((item) => new URL(item).origin));
}

function shown(raw: unknown): string {
  const text = typeof raw === 'string' ? raw : (JSON.stringify(raw) ?? String(raw));
  return text.length > 80 ? `"${text.slice(0, 77)}…"` : `"${text}"`;
}
