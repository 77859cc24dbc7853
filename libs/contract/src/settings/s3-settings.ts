/** Settings of a store in S3, read by whoever opens it (http-api 4.5; issue 4, Storage). */
import type { SettingTable } from './spec.js';

export const S3_SETTINGS = {
  endpoint: {
    env: 'S3_ENDPOINT',
    also: ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'],
    kind: 'url',
    help: 'Server that speaks the S3 protocol; without it the one of Amazon in the region.',
  },
  publicEndpoint: {
    env: 'S3_PUBLIC_ENDPOINT',
    kind: 'url',
    help: 'Host of signed download URLs, where clients reach the server by another name.',
  },
  region: {
    env: 'S3_REGION',
    also: ['AWS_REGION', 'AWS_DEFAULT_REGION'],
    kind: 'text',
    default: 'us-east-1',
    help: 'Region that requests are signed for.',
  },
  accessKeyId: {
    env: 'S3_ACCESS_KEY_ID',
    also: ['AWS_ACCESS_KEY_ID'],
    kind: 'text',
    help: 'Name of the access key; without key and secret the credentials of the machine are looked for.',
  },
  secretAccessKey: {
    env: 'S3_SECRET_ACCESS_KEY',
    also: ['AWS_SECRET_ACCESS_KEY'],
    kind: 'text',
    secret: true,
    help: 'Secret of the access key; never shown and never given to a browser.',
  },
  sessionToken: {
    env: 'S3_SESSION_TOKEN',
    also: ['AWS_SESSION_TOKEN'],
    kind: 'text',
    secret: true,
    help: 'Token of credentials that were lent for a while.',
  },
  forcePathStyle: {
    env: 'S3_FORCE_PATH_STYLE',
    kind: 'switch',
    help: 'Bucket in the path (1) or in the host name (0); default 1 with S3_ENDPOINT, else 0.',
  },
} as const satisfies SettingTable;
