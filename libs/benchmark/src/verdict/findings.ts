/** What the measurements say beside the number of workers, in words. Pure. */
import type { CapturePath } from '@framefarm/contract';
import type { Configuration, ConfigurationResult } from '../api.js';
import { fastest } from './recommendation.js';
import { elapsed, summarise } from './statistics.js';

export interface FindingInput {
  /** The usual configuration: what a render takes by itself. */
  readonly base: ConfigurationResult;
  /** Results that differ from it in the capture path only. */
  readonly paths: readonly ConfigurationResult[];
  /** Results that differ from it in encoder threads only. */
  readonly threads: readonly ConfigurationResult[];
  readonly hardwareEncoders: readonly string[];
  /** Share of the machine that other programs took, per run, 0 to 1. */
  readonly othersShares: readonly number[];
}

/** Share of the machine taken by others from which figures cannot be trusted. */
const BUSY_MACHINE = 0.15;

/** One sentence each about capture path, encoder threads and hardware encoders, as far as they were measured. */
export function findings({ base, paths, threads, hardwareEncoders, othersShares }: FindingInput): string[] {
  const { capturePath, encoderThreads } = base.configuration;
  const pathName = (configuration: Configuration): string => configuration.capturePath;
  const threadsName = (configuration: Configuration): string => String(configuration.encoderThreads);
  const path = comparison(base, paths, pathName);
  const thread = comparison(base, threads, threadsName);
  const advice = path?.faster === 'beginframe' ? pathAdvice(capturePath) : '';
  return [
    ...(path === null ? [] : [`Capture path: a render takes ${capturePath} here${path.text}${advice}.`]),
    ...(thread === null ? [] : [`Encoder threads: a render takes ${encoderThreads} per worker${thread.text}.`]),
    hardwareEncoders.length === 0
      ? 'Hardware encoders: none works on this machine.'
      : `Hardware encoders: ${hardwareEncoders.join(', ')} work on this machine; this version encodes in software.`,
    ...busyMachine(othersShares),
  ];
}

function busyMachine(shares: readonly number[]): string[] {
  if (shares.length === 0) return [];
  const { median } = summarise(shares);
  if (median < BUSY_MACHINE) return [];
  const amount = `${Math.round(median * 100)} % of the machine`;
  return [`Other programs took ${amount} meanwhile: measure again when it is quiet before relying on this.`];
}

/** How others compare with the base, in words; null when none was measured. */
function comparison(
  base: ConfigurationResult,
  others: readonly ConfigurationResult[],
  nameOf: (configuration: Configuration) => string,
): { readonly text: string; readonly faster: string | null } | null {
  const baseMs = elapsed(base)?.median;
  if (baseMs === undefined) return null;
  const texts: string[] = [];
  let faster: string | null = null;
  for (const other of others) {
    const times = elapsed(other);
    if (times === null) continue;
    const name = nameOf(other.configuration);
    const share = (times.median / baseMs - 1) * 100;
    const best = fastest([base, other]);
    const isTie = best === base && fastest([other, base]) === other;
    if (best === other && !isTie) faster ??= name;
    texts.push(
      isTie
        ? `${name} is as fast`
        : share < 0
          ? `${name} takes ${(-share).toFixed(0)} % less time`
          : `${name} takes ${share.toFixed(0)} % longer`,
    );
  }
  return texts.length === 0 ? null : { text: `; ${texts.join(', ')}`, faster };
}

function pathAdvice(usual: CapturePath): string {
  return usual === 'surface' ? '; FRAMEFARM_SURFACE=off chooses beginframe' : '';
}
