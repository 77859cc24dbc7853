/** Everything the benchmark can measure: a scene at a size, length, format and quality, and what is asked of it. */
import { av } from './av.ts';
import { batch } from './batch.ts';
import { computed } from './computed.ts';
import { depth } from './depth.ts';
import { discs } from './discs.ts';
import { fitted } from './fitted.ts';
import { glass } from './glass.ts';
import { heavy } from './heavy.ts';
import { lowerThird } from './lower-third.ts';
import { motion } from './motion.ts';
import type { PageOptions, Scene } from './scene.ts';
import { slides } from './slides.ts';

export type Format = 'mp4' | 'mov' | 'webm';
export type Quality = 'draft' | 'standard';
export type Peer = 'hyperframes' | 'remotion';

/** Speed against a peer: how many times its frames per second. */
export interface Bar {
  readonly bar: number;
  readonly stretch: number;
}

export interface Case extends PageOptions {
  readonly name: string;
  readonly scene: Scene;
  readonly format: Format;
  readonly quality: Quality;
  /** Peers that render it too. */
  readonly peers: readonly Peer[];
  /** Asked against each peer (issue 5); null: shown, not judged. */
  readonly speed: Bar | null;
  /** Further settings of framefarm: the lanes of a comparison. */
  readonly settings?: readonly string[];
  /** Cores that a program may use, as taskset names them; all where nothing is said. */
  readonly cores?: string;
}

const HD = { width: 1920, height: 1080, fps: 30 } as const;
const SMALL = { width: 1280, height: 720, fps: 30 } as const;
const TINY = { width: 640, height: 360, fps: 30 } as const;
const STANDARD = { format: 'mp4', quality: 'standard' } as const;
const ALONE = { ...STANDARD, peers: [], speed: null } as const;

/** The cases of issue 5's table. */
export const BAR_CASES: readonly Case[] = [
  {
    name: 'motion-1080p',
    scene: motion,
    ...HD,
    ...STANDARD,
    seconds: 10,
    peers: ['hyperframes', 'remotion'],
    speed: { bar: 2.5, stretch: 3 },
  },
  {
    name: 'slides-1080p',
    scene: slides,
    ...HD,
    ...STANDARD,
    seconds: 20,
    peers: ['hyperframes', 'remotion'],
    speed: { bar: 5, stretch: 10 },
  },
  {
    name: 'heavy-1080p',
    scene: heavy,
    ...HD,
    ...STANDARD,
    seconds: 10,
    peers: ['hyperframes'],
    speed: { bar: 2.5, stretch: 3 },
  },
  {
    name: 'av-720p',
    scene: av,
    ...SMALL,
    ...STANDARD,
    seconds: 6,
    peers: ['hyperframes'],
    speed: { bar: 2.5, stretch: 4 },
  },
  {
    name: 'lower-third-1080p-mov',
    scene: lowerThird,
    ...HD,
    format: 'mov',
    quality: 'standard',
    seconds: 5,
    peers: ['hyperframes'],
    speed: { bar: 4, stretch: 8 },
  },
  {
    name: 'lower-third-1080p-webm',
    scene: lowerThird,
    ...HD,
    format: 'webm',
    quality: 'standard',
    seconds: 5,
    peers: ['hyperframes'],
    speed: { bar: 4, stretch: 8 },
  },
  {
    name: 'batch-720p',
    scene: batch,
    ...SMALL,
    ...STANDARD,
    seconds: 2,
    peers: ['hyperframes'],
    speed: { bar: 5, stretch: 8 },
  },
  {
    name: 'motion-1080p-draft',
    scene: motion,
    ...HD,
    format: 'mp4',
    quality: 'draft',
    seconds: 10,
    peers: ['hyperframes'],
    speed: { bar: 3, stretch: 4.5 },
  },
];

/** A draft on one lane and on two; `cores` names those of each. */
function twoLanes(
  name: string,
  scene: Pick<Case, 'scene' | keyof PageOptions>,
  cores: readonly string[] = [],
): readonly Case[] {
  return [1, 2].map((lanes) => {
    const kept = cores[lanes - 1];
    return {
      name: `${name}-${lanes}`,
      ...scene,
      ...ALONE,
      quality: 'draft',
      settings: ['--workers', String(lanes)],
      ...(kept === undefined ? {} : { cores: kept }),
    };
  });
}

/** What is measured of framefarm alone: sizes, rates, lengths and lanes. */
export const SCALE_CASES: readonly Case[] = [
  { name: 'motion-4k', scene: motion, width: 3840, height: 2160, fps: 30, ...ALONE, seconds: 5 },
  { name: 'motion-60fps', scene: motion, ...HD, ...ALONE, fps: 60, seconds: 5 },
  ...[5, 60, 600].map((seconds) => ({
    name: `length-${seconds}s`,
    scene: motion,
    ...TINY,
    ...ALONE,
    seconds,
    settings: ['--workers', '1'],
  })),
  ...twoLanes('lanes', { scene: heavy, ...HD, seconds: 10 }),
  ...twoLanes('lanes-script', { scene: fitted, ...SMALL, seconds: 20 }),
  ...twoLanes('lanes-computed', { scene: computed, ...SMALL, seconds: 20 }),
  ...twoLanes('cores', { scene: heavy, ...HD, seconds: 20 }, ['0', '0-1']),
];

/** What no bar is about, measured against a peer all the same: canvases, and pages whose pictures are the compositor's. */
const FURTHER_CASES: readonly Case[] = [
  { name: 'canvas-1080p', scene: discs, ...STANDARD },
  { name: 'canvas-1080p-draft', scene: discs, ...STANDARD, quality: 'draft' } as const,
  { name: 'glass-1080p', scene: glass, ...STANDARD },
  { name: 'depth-1080p', scene: depth, ...STANDARD },
].map((item) => ({ ...item, ...HD, seconds: 10, peers: ['hyperframes'], speed: null }));

export const CASES: readonly Case[] = [...BAR_CASES, ...FURTHER_CASES, ...SCALE_CASES];

/** Frames of one run of a case, over all of its rows. */
export const framesOf = ({ scene, seconds, fps }: Case): number =>
  Math.round(seconds * fps) * (scene.rows?.length ?? 1);
