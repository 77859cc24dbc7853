/** What lanes of `data-automation` may aim at, and how long they may be (reference: composition-format 9.3): lint and the sound mix read it here. */
import { isAutomatable } from './audio-effects.js';

/** Points of a lane at most. */
export const MAX_LANE_POINTS = 512;

/** A node of `data-fx-chain`, as far as lanes name it. */
export interface LaneNode {
  readonly type: string;
  readonly id: string | null;
  /** The preset that wrote the node. */
  readonly preset: string | null;
}

/** The target of a lane that blends a whole preset, amounts 0 (dry) to 1. */
export const presetTarget = (preset: string): string => `fx.preset.${preset}`;

/** Whether a lane drives something: the volume, a preset of the chain, or a parameter of a node, be it bypassed, that may be automated. */
export function isLiveTarget(target: string, chain: readonly LaneNode[]): boolean {
  if (target === 'volume') return true;
  if (chain.some(({ preset }) => preset !== null && target === presetTarget(preset))) return true;
  const [, id, name] = /^fx\.(.+)\.([^.]+)$/.exec(target) ?? [];
  const node = id === undefined ? undefined : chain.find((one) => one.id === id);
  return node !== undefined && name !== undefined && isAutomatable(node.type, name);
}
