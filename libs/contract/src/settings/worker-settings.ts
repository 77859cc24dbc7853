/** Settings of a worker (http-api 4.5; cli 11). */
import { MAX_LANES } from '../ceilings.js';
import { FARM_SETTINGS } from './producer-settings.js';
import type { Settings, SettingTable } from './spec.js';

export const WORKER_SETTINGS = {
  ...FARM_SETTINGS,
  slots: {
    env: 'WORKER_SLOTS',
    flag: 'slots',
    kind: 'integer',
    min: 1,
    max: MAX_LANES,
    help: 'Chunks captured at once, each by a browser of its own; default: cores less 2, at least 1.',
  },
  name: {
    env: 'WORKER_NAME',
    flag: 'name',
    kind: 'text',
    help: 'Name of the worker in lists and logs; default the name of the machine.',
  },
  tags: {
    env: 'WORKER_TAGS',
    flag: 'tags',
    kind: 'names',
    help: 'Words that describe the worker in lists; separated by commas.',
  },
  healthHost: {
    env: 'WORKER_HEALTH_HOST',
    kind: 'text',
    default: '127.0.0.1',
    help: 'Address of the health and metrics listener.',
  },
  healthPort: {
    env: 'WORKER_HEALTH_PORT',
    flag: 'health-port',
    kind: 'integer',
    min: 0,
    max: 65535,
    default: 0,
    help: 'Port of health and metrics; 0: no listener.',
  },
  drainSeconds: {
    env: 'FRAMEFARM_DRAIN_SECONDS',
    kind: 'integer',
    min: 0,
    max: 86_400,
    default: 300,
    help: 'Time for running chunks to finish after SIGTERM, seconds; what is left goes back to the queue.',
  },
  queueTimeoutSeconds: {
    env: 'FRAMEFARM_QUEUE_TIMEOUT_SECONDS',
    kind: 'integer',
    min: 0,
    max: 2_592_000,
    default: 0,
    help: 'Longest wait of a render for its turn, seconds; one that waits longer fails. 0: no limit.',
  },
  browserPath: {
    env: 'FRAMEFARM_BROWSER_PATH',
    also: ['HYPERFRAMES_BROWSER_PATH', 'PRODUCER_HEADLESS_SHELL_PATH'],
    kind: 'path',
    help: 'Browser to use instead of the bundled one.',
  },
  sandbox: {
    env: 'FRAMEFARM_SANDBOX',
    kind: 'enum',
    values: ['on', 'off'],
    default: 'on',
    help: 'off: render without the Chromium sandbox, for compositions you trust; on: start only where it works.',
  },
  ffmpegPath: {
    env: 'FRAMEFARM_FFMPEG_PATH',
    kind: 'path',
    help: 'FFmpeg to use for everything; ffprobe is looked for beside it.',
  },
  ffprobePath: { env: 'FRAMEFARM_FFPROBE_PATH', kind: 'path', help: 'FFprobe to use.' },
  cacheDir: {
    env: 'FRAMEFARM_CACHE_DIR',
    kind: 'path',
    help: 'Directory for projects and frames kept between renders; it is emptied when the worker ends. Default: scratch.',
  },
  cacheMb: {
    env: 'FRAMEFARM_CACHE_MB',
    kind: 'integer',
    min: 0,
    max: 10_000_000,
    default: 4096,
    help: 'Most megabytes kept there; what was used least recently goes first.',
  },
  scratch: {
    env: 'FRAMEFARM_SCRATCH_DIR',
    kind: 'path',
    help: 'Directory for work in progress; default the temporary directory of the system.',
  },
} as const satisfies SettingTable;

export type WorkerSettings = Settings<typeof WORKER_SETTINGS>;
