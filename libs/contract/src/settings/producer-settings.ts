/** Settings of the producer (http-api 1, 2, 4.5; cli 11). */
import { MAX_CONCURRENT_RENDERS } from '../ceilings.js';
import { CLIENT_LIMIT_SETTINGS } from './client-limits.js';
import type { Settings, SettingTable } from './spec.js';

/** What every program of the farm needs to find the others. */
export const FARM_SETTINGS = {
  redisUrl: {
    env: 'REDIS_URL',
    flag: 'redis',
    kind: 'redis-url',
    default: 'redis://127.0.0.1:6379/0',
    help: 'Redis that holds queues and records.',
  },
  store: {
    env: 'FRAMEFARM_STORE',
    also: ['FRAMEFARM_OUTPUT_ROOT', 'PRODUCER_RENDERS_DIR'],
    flag: 'store',
    kind: 'text',
    help: 'Where uploads, chunks and outputs are kept: a directory that all machines share, or s3://bucket/prefix.',
  },
  networkAllow: {
    env: 'FRAMEFARM_NETWORK_ALLOW',
    kind: 'origins',
    help: 'Origins that compositions and webhooks may reach although they are private or not https; separated by commas.',
  },
  packageDirs: {
    env: 'FRAMEFARM_PACKAGE_DIRS',
    flag: 'package-dir',
    kind: 'paths',
    help: 'Further node_modules directories for CDN scripts; separated by colons.',
  },
  logLevel: {
    env: 'FRAMEFARM_LOG_LEVEL',
    kind: 'enum',
    values: ['debug', 'info', 'warn', 'error', 'silent'],
    default: 'info',
    help: 'Least level of the structured log on stderr; of "farm start" warn, unless it is set.',
  },
} as const satisfies SettingTable;

const DEFAULT_PORT = 9847;
/** Where a producer is found when nothing else is said. */
export const DEFAULT_FARM_URL = `http://127.0.0.1:${DEFAULT_PORT}`;

export const PRODUCER_SETTINGS = {
  ...FARM_SETTINGS,
  port: {
    env: 'PRODUCER_PORT',
    flag: 'port',
    kind: 'integer',
    min: 0,
    max: 65535,
    default: DEFAULT_PORT,
    help: 'Port of the API; 0 takes any free one.',
  },
  host: {
    env: 'PRODUCER_HOST',
    flag: 'host',
    kind: 'text',
    default: '127.0.0.1',
    help: 'Address to listen on; any but a loopback address needs API keys or FRAMEFARM_AUTH=none.',
  },
  healthPort: {
    env: 'PRODUCER_HEALTH_PORT',
    flag: 'health-port',
    kind: 'integer',
    min: 0,
    max: 65535,
    default: 9848,
    help: 'Port of the health thread; 0 takes any free one.',
  },
  disableHealthWorker: {
    env: 'PRODUCER_DISABLE_HEALTH_WORKER',
    kind: 'switch',
    default: false,
    help: '1: start no health thread.',
  },
  maxConcurrentRenders: {
    env: 'PRODUCER_MAX_CONCURRENT_RENDERS',
    flag: 'max-concurrent-renders',
    kind: 'integer',
    min: 1,
    max: MAX_CONCURRENT_RENDERS,
    help: 'Renders at once over the whole farm; without it the limit in force stays, 2 at first.',
  },
  outputTtlMs: {
    env: 'PRODUCER_OUTPUT_ARTIFACT_TTL_MS',
    kind: 'integer',
    min: 1000,
    max: 2_592_000_000,
    default: 900_000,
    help: 'Life of a link /outputs/<token>, milliseconds.',
  },
  projectRoots: {
    env: 'FRAMEFARM_PROJECT_ROOTS',
    flag: 'project-root',
    kind: 'paths',
    help: 'Directories below which projectDir may lie; none allows none. Separated by colons.',
  },
  apiKeysFile: {
    env: 'FRAMEFARM_API_KEYS_FILE',
    kind: 'path',
    help: 'JSON file of hashed API keys; without it authentication is off.',
  },
  auth: {
    env: 'FRAMEFARM_AUTH',
    kind: 'enum',
    values: ['none'],
    help: 'none: serve an address that is not loopback without keys.',
  },
  corsOrigins: {
    env: 'FRAMEFARM_CORS_ORIGINS',
    kind: 'origins',
    help: 'Origins whose pages may call the API; separated by commas.',
  },
  scratch: {
    env: 'FRAMEFARM_SCRATCH_DIR',
    kind: 'path',
    help: 'Directory for uploads on their way; default the temporary directory of the system.',
  },
  ...CLIENT_LIMIT_SETTINGS,
} as const satisfies SettingTable;

export type ProducerSettings = Settings<typeof PRODUCER_SETTINGS>;
