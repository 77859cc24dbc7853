/** Which configurations must give the same frames, and which did not (cli 10). Pure. */
import type { Configuration, ConfigurationResult } from '../api.js';

export interface FrameGroup {
  /** Results with the same capture path and encoder threads: workers and renders at once must not change a picture. */
  readonly results: readonly ConfigurationResult[];
  /** Those whose frames differ from the first one's. */
  readonly outliers: readonly ConfigurationResult[];
}

/** Groups in the order of their first result; results without a decoded output stand in none. */
export function frameGroups(results: readonly ConfigurationResult[]): FrameGroup[] {
  const groups = new Map<string, ConfigurationResult[]>();
  for (const result of results) {
    if (result.frameHash === null) continue;
    const key = groupKey(result.configuration);
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups.values()].map((members) => ({
    results: members,
    outliers: members.filter((member) => member.frameHash !== members[0]?.frameHash),
  }));
}

function groupKey({ capturePath, encoderThreads }: Configuration): string {
  return `${capturePath} ${encoderThreads}`;
}
