/** Reading `data-automation` and `data-fx-chain` (composition-format 9.3). Pure. */
import {
  AUDIO_EFFECTS,
  type AudioEffectType,
  FramefarmError,
  isAudioEffectType,
  MAX_LANE_POINTS,
} from '@framefarm/contract';

export interface LanePoint {
  /** Seconds; from the clip's start, on a group from 0 of the composition. */
  readonly t: number;
  readonly v: number;
  /** −1 to 1: bends the segment that begins here. */
  readonly curve: number;
  /** Point the segment passes through, as fractions of its width and height; wins over `curve`. */
  readonly via: { readonly x: number; readonly y: number } | null;
}

export interface Lane {
  readonly target: string;
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

/** @throws FramefarmError `AUDIO_FX_INVALID` when the text is no automation of version 1. */
export function parseAutomation(text: string | null, owner: string): Lane[] {
  if (text === null) return [];
  const lanes = entries(text, 'lanes', 'data-automation', owner);
  return lanes.map((lane) => {
    const { target, points } = lane as { target?: unknown; points?: unknown };
    if (
      typeof target !== 'string' ||
      !Array.isArray(points) ||
      points.length === 0 ||
      points.length > MAX_LANE_POINTS
    ) {
      throw invalid('data-automation', owner, `each lane needs a target and 1 to ${MAX_LANE_POINTS} points`);
    }
    return { target, points: points.map((point: unknown) => lanePoint(point, owner)).sort((a, b) => a.t - b.t) };
  });
}

function lanePoint(value: unknown, owner: string): LanePoint {
  const { t, v, curve, viaX, viaY } = (value ?? {}) as Record<string, unknown>;
  if (!isNumber(t) || !isNumber(v)) throw invalid('data-automation', owner, 'each point needs numbers t and v');
  return {
    t,
    v,
    curve: isNumber(curve) ? Math.min(1, Math.max(-1, curve)) : 0,
    via: isNumber(viaX) && isNumber(viaY) ? { x: viaX, y: viaY } : null,
  };
}

/** Nodes in signal order, bypassed ones too. @throws FramefarmError `AUDIO_FX_INVALID` */
export function parseChain(text: string | null, owner: string): FxNode[] {
  if (text === null) return [];
  return entries(text, 'nodes', 'data-fx-chain', owner).map((value) => {
    const { type, id, enabled, params, fromPreset, presetAmount } = (value ?? {}) as Record<string, unknown>;
    if (typeof type !== 'string' || !isAudioEffectType(type)) {
      throw invalid(
        'data-fx-chain',
        owner,
        `"${String(type)}" is no effect type; known are ${Object.keys(AUDIO_EFFECTS).join(', ')}`,
      );
    }
    if (params !== undefined && (typeof params !== 'object' || params === null)) {
      throw invalid('data-fx-chain', owner, `params of "${type}" must be an object`);
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

function entries(text: string, list: string, attribute: string, owner: string): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw invalid(attribute, owner, `it is no JSON (${(cause as Error).message})`);
  }
  const { version, [list]: found } = (value ?? {}) as Record<string, unknown>;
  if (version !== 1 || !Array.isArray(found)) throw invalid(attribute, owner, `it must be {version: 1, ${list}: […]}`);
  return found;
}

function invalid(attribute: string, owner: string, rule: string): FramefarmError {
  return new FramefarmError('AUDIO_FX_INVALID', `${attribute} of "${owner}" cannot be read: ${rule}`, {
    stage: 'process_audio',
    hint: `Correct ${attribute}.`,
  });
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
