/** A step only runs where everything is as the plan says (farm-practice 3): another machine would leave a seam. */
import { createHash } from 'node:crypto';
import { type CompiledComposition, FramefarmError, type RenderOptions } from '@framefarm/contract';
import { canonicalJson } from '../plan/plan-id.js';
import { FRAMEFARM_VERSION } from '../version.js';
import { PREPARED_VERSION, type PreparedStep } from './prepared-step.js';

/** Platform and processor, e.g. `linux-x64`. */
export const PLATFORM = `${process.platform}-${process.arch}`;

/** @throws FramefarmError `CHUNK_ENVIRONMENT_MISMATCH` */
export function checkEnvironment({ version, plan, platform }: PreparedStep, ffmpeg: string): void {
  compare('version of the prepared render', String(version), String(PREPARED_VERSION));
  compare('framefarm', plan.environment.framefarm, FRAMEFARM_VERSION);
  compare('platform', platform, PLATFORM);
  compare('FFmpeg', plan.environment.ffmpeg, ffmpeg);
}

/** @throws FramefarmError `CHUNK_ENVIRONMENT_MISMATCH` */
export function checkBrowser({ plan }: PreparedStep, browser: string): void {
  compare('browser', plan.environment.browser, browser);
}

/** @throws FramefarmError `CHUNK_ENVIRONMENT_MISMATCH` when the project here compiles to another document. */
export function checkDocument({ document }: PreparedStep, compiled: CompiledComposition, options: RenderOptions): void {
  compare('document of the composition', document, documentDigest(compiled, options));
}

/** SHA-256 over the compiled document, its variables and the options that decide what its page is served, hex. */
export function documentDigest(compiled: CompiledComposition, options: RenderOptions): string {
  const { packageMap, packageVersions, cdnjsPackages, offline, allowNetwork, outsideLinks } = options;
  const serving = { packageMap, packageVersions, cdnjsPackages, offline, allowNetwork, outsideLinks };
  const parts = [compiled.html, canonicalJson(compiled.instances), canonicalJson(serving)];
  return createHash('sha256').update(parts.join('\0')).digest('hex');
}

function compare(what: string, planned: string, here: string): void {
  if (planned === here) return;
  throw new FramefarmError(
    'CHUNK_ENVIRONMENT_MISMATCH',
    `${what}: the plan was made with ${planned}; here it is ${here}`,
    {
      details: { what, planned, here },
    },
  );
}
