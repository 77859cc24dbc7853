/** Environment variables of a farm's programs, from the tables that they are read by (http-api 4.5). */
import {
  PRODUCER_SETTINGS,
  S3_SETTINGS,
  type SettingSpec,
  type SettingTable,
  TELEMETRY_SETTINGS,
  WORKER_SETTINGS,
} from '@framefarm/contract';
import { page, table } from './markdown.js';

export function settingsPage(): string {
  return page(
    'Settings of a farm',
    [
      'What a producer and a worker read from their environment. A flag beats its variable; an empty variable counts as absent.',
      'A wrong value stops the start and names variable, value and rule; a secret is never repeated.',
    ],
    ['## Producer'],
    settingsTable(PRODUCER_SETTINGS),
    ['## Worker'],
    settingsTable(WORKER_SETTINGS),
    ['## Store in S3'],
    ['Read by both when `FRAMEFARM_STORE` is `s3://bucket` or `s3://bucket/prefix`.'],
    settingsTable(S3_SETTINGS),
    ['## Traces'],
    ['Read by both, under the names of the specification of OpenTelemetry.'],
    settingsTable(TELEMETRY_SETTINGS),
  );
}

function settingsTable(settings: SettingTable): string[] {
  return table(
    ['Variable', 'Flag', 'Values', 'Default', 'Meaning'],
    Object.values(settings).map((spec) => [
      [spec.env, ...(spec.also ?? [])].map((name) => `\`${name}\``).join(', else '),
      spec.flag === undefined ? '' : `\`--${spec.flag}\``,
      valuesOf(spec),
      defaultOf(spec),
      spec.help,
    ]),
  );
}

/** A switch is shown as it is set: 1 or 0. */
function defaultOf({ default: value }: SettingSpec): string {
  if (value === undefined) return '';
  return `\`${typeof value === 'boolean' ? Number(value) : value}\``;
}

function valuesOf({ kind, min, max, values }: SettingSpec): string {
  switch (kind) {
    case 'integer':
      return `${min ?? 0}–${max ?? ''}`;
    case 'enum':
      return (values ?? []).map((value) => `\`${value}\``).join(', ');
    case 'switch':
      return '`1`, `0`';
    case 'redis-url':
      return 'URL, or path of a socket';
    case 'url':
      return 'URL';
    default:
      return kind;
  }
}
