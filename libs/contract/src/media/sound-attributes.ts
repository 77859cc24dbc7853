/**
 * Reading `data-automation` and `data-fx-chain` (composition-format 9.3), for lint and for the mix, which say the same of the same
 * fault. Pure.
 */
import { AUDIO_EFFECTS, type AudioEffectType, isAudioEffectType, isAutomatable } from './audio-effects.js';

export interface LanePoint {
  /** Seconds; from the clip's start, on a group from 0 of the composition. */
  readonly t: number;
  readonly v: number;
  /** −1 to 1: bends the segment that begins here. */
  readonly curve: number;
  /** Point the segment passes through, as fractions of its width and height; wins over `curve`. */
  readonly via: { readonly x: number; readonly y: number } | null;
}

export interface AutomationLane {
  readonly target: string;
  /** In the order of their times. */
  readonly points: readonly LanePoint[];
}

export interface FxNode {
  readonly type: AudioEffectType;
  readonly id: string | null;
  /** False: bypassed. */
  readonly enabled: boolean;
  /** The preset that wrote the node; neighbours of one preset are blended as one. */
  readonly preset: string | null;
  /** How much of the preset is heard, 0 to 1. */
  readonly amount: number;
  readonly params: Readonly<Record<string, unknown>>;
}

export type SoundAttribute = 'data-automation' | 'data-fx-chain';

const MAX_POINTS = 512;

/** What is wrong with the text of an attribute, in words that follow "cannot be read: ". */
export class UnreadableSound extends Error {}

/** @throws UnreadableSound when the text is no automation of version 1 */
export function readAutomation(text: string | null): AutomationLane[] {
  return entries(text, 'lanes').map((lane) => {
    const { target, points } = (lane ?? {}) as { target?: unknown; points?: unknown };
    if (typeof target !== 'string' || !Array.isArray(points) || points.length === 0 || points.length > MAX_POINTS) {
      throw new UnreadableSound(`each lane needs a target and 1 to ${MAX_POINTS} points`);
    }
    return { target, points: points.map(lanePoint).sort((a, b) => a.t - b.t) };
  });
}

function lanePoint(value: unknown): LanePoint {
  const { t, v, curve, viaX, viaY } = (value ?? {}) as Record<string, unknown>;
  if (!isNumber(t) || !isNumber(v)) throw new UnreadableSound('each point needs numbers t and v');
  return {
    t,
    v,
    curve: isNumber(curve) ? Math.min(1, Math.max(-1, curve)) : 0,
    via: isNumber(viaX) && isNumber(viaY) ? { x: viaX, y: viaY } : null,
  };
}

/** Nodes in signal order, bypassed ones too. @throws UnreadableSound when the text is no chain of version 1, or holds an unknown effect */
export function readChain(text: string | null): FxNode[] {
  return entries(text, 'nodes').map((value) => {
    const { type, id, enabled, params, fromPreset, presetAmount } = (value ?? {}) as Record<string, unknown>;
    if (typeof type !== 'string' || !isAudioEffectType(type)) {
      const known = Object.keys(AUDIO_EFFECTS).join(', ');
      throw new UnreadableSound(`"${String(type)}" is no effect type; known are ${known}`);
    }
    if (params !== undefined && (typeof params !== 'object' || params === null)) {
      throw new UnreadableSound(`params of "${type}" must be an object`);
    }
    return {
      type,
      id: typeof id === 'string' ? id : null,
      enabled: enabled !== false,
      preset: typeof fromPreset === 'string' && fromPreset !== '' ? fromPreset : null,
      amount: isNumber(presetAmount) ? Math.min(1, Math.max(0, presetAmount)) : 1,
      params: (params ?? {}) as Record<string, unknown>,
    };
  });
}

/** None without the attribute. */
function entries(text: string | null, list: string): unknown[] {
  if (text === null) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new UnreadableSound(`it is no JSON (${(cause as Error).message})`);
  }
  const { version, [list]: found } = (value ?? {}) as Record<string, unknown>;
  if (version !== 1 || !Array.isArray(found)) throw new UnreadableSound(`it must be {version: 1, ${list}: […]}`);
  return found;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** The target of a lane that blends a whole preset, amounts 0 (dry) to 1. */
export function presetTarget(preset: string): string {
  return `fx.preset.${preset}`;
}

/** Whether a lane moves something; what a bypassed node would do is the author's own choice. */
export function isLaneLive({ target }: AutomationLane, nodes: readonly FxNode[]): boolean {
  if (target === 'volume') return true;
  if (nodes.some(({ preset }) => preset !== null && target === presetTarget(preset))) return true;
  const [, id, name] = /^fx\.(.+)\.([^.]+)$/.exec(target) ?? [];
  const node = nodes.find((one) => id !== undefined && one.id === id);
  return node !== undefined && name !== undefined && isAutomatable(node.type, name);
}

/** What `automation_target_inert` says. @param owner as the message names it */
export const inertLane = (owner: string, { target }: AutomationLane): string =>
  `the automation of ${owner} aims at "${target}", which is no parameter that can be automated`;

/** What `AUDIO_FX_INVALID` says. @param owner as the message names it */
export const unreadableSound = (attribute: SoundAttribute, owner: string, { message }: UnreadableSound): string =>
  `${attribute} of ${owner} cannot be read: ${message}`;
