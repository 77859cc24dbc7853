/** What the commands that talk to a farm share: its address, its key, and `--json` (cli 7). */
import { DEFAULT_FARM_URL, FramefarmError } from '@framefarm/contract';
import type { FarmClient } from '@framefarm/farm-client';
import { Args, Flags } from '@oclif/core';
import { newsLine } from '../formatters/farm/farm-lines.js';
import { interruptible } from '../session/interruptible.js';
import { processStreams, type Streams } from '../session/streams.js';
import { openFarm } from './open-farm.js';

export const FARM_FLAGS = {
  farm: Flags.string({
    summary: `URL of the farm. [default: FRAMEFARM_URL, else ${DEFAULT_FARM_URL}]`,
    helpValue: '<url>',
  }),
  'api-key-file': Flags.string({
    summary: 'File that holds the API key; else FRAMEFARM_API_KEY is read.',
    helpValue: '<path>',
  }),
  json: Flags.boolean({ summary: 'One JSON document on stdout.' }),
};

export const RENDER_ID = { id: Args.string({ description: 'Id of a render, rnd_….', ignoreStdin: true }) };
export const ANY_ID = {
  id: Args.string({ description: 'Id of a render, rnd_…, or of a batch, bat_….', ignoreStdin: true }),
};

export interface Asking {
  readonly client: FarmClient;
  readonly streams: Streams;
  readonly signal: AbortSignal;
}

type FarmFlags = Readonly<Record<string, unknown>>;

/** Opens the farm that the flags name and does `work` with it, until a signal ends it. @throws FramefarmError */
export async function askFarm(flags: FarmFlags, work: (asking: Asking) => Promise<void>): Promise<void> {
  const streams = processStreams();
  const json = flags.json === true;
  await interruptible(
    async (signal) => {
      const url = flags.farm ?? process.env.FRAMEFARM_URL ?? '';
      const apiKeyFile = flags['api-key-file'];
      const urlOf = flags.farm === undefined ? 'FRAMEFARM_URL' : '--farm';
      const place = { url: String(url), urlOf, apiKeyFile: typeof apiKeyFile === 'string' ? apiKeyFile : null };
      const isSilent = json || flags.quiet === true;
      const onBusy = (waitMs: number): void => streams.tell(`${newsLine({ kind: 'farm-busy', waitMs })}\n`);
      await work({ client: await openFarm(place, signal, isSilent ? undefined : onBusy), streams, signal });
    },
    { streams, json },
  );
}

/** The id that was typed. @throws FramefarmError `VALIDATION_FAILED` for none, or one of another kind. */
export function checkedId(typed: unknown, kinds: readonly ('rnd' | 'bat')[]): string {
  const words = kinds.map((kind) => (kind === 'rnd' ? 'a render, such as rnd_01J…' : 'a batch, such as bat_01J…'));
  const rule = `the id of ${words.join(' or of ')}`;
  if (typeof typed === 'string' && kinds.some((kind) => new RegExp(`^${kind}_[0-9A-Za-z]{1,64}$`).test(typed))) {
    return typed;
  }
  const message = typed === undefined ? `ID is missing: name ${rule}` : `"${String(typed)}" is not ${rule}`;
  throw new FramefarmError('VALIDATION_FAILED', message, { issues: [{ field: 'ID', code: 'invalid_value', message }] });
}

export const isBatch = (id: string): boolean => id.startsWith('bat_');
