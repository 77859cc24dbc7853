/** Extraction and mix of one render: begun as soon as the page has told what it shows, beside everything else. */
import { asFramefarmError, type VideoFrames } from '@framefarm/contract';
import type { MediaPlan } from '../plan/video-span.js';
import type { RenderContext } from '../run/context.js';
import type { Ground } from '../run/ground.js';
import { extractVideos, mixSound } from './prepare-media.js';

type MediaGround = Pick<Ground, 'site' | 'sources' | 'ffmpeg'>;

export interface BegunMedia {
  /** Where the page finds the pictures of its videos. */
  readonly videos: Promise<VideoFrames[]>;
  /** File of the mix; null when there is none. */
  readonly sound: Promise<string | null>;
}

export class MediaWork {
  readonly #context: RenderContext;
  readonly #beginsAgain: boolean;
  /** The calls that let caches evict pictures. */
  readonly #held: (() => Promise<void>)[] = [];
  #begun: (BegunMedia & { readonly ground: MediaGround }) | null = null;

  /** `beginsAgain`: see `PrepareMediaContext`. */
  constructor(context: RenderContext, beginsAgain: boolean) {
    this.#context = context;
    this.#beginsAgain = beginsAgain;
  }

  /** Begins, unless it has begun at this ground. A failure aborts the render at once. */
  begin(ground: MediaGround, plan: MediaPlan): BegunMedia {
    if (this.#begun?.ground.site === ground.site) return this.#begun;
    const { abort, report, place, request, scratchDir, signal, stopwatch } = this.#context;
    // A render that gets ready a second time has other addresses; both would write the same files.
    const before = this.#settled();
    const media = { ...ground, plan, report, scratchDir, signal, options: request.options };
    const context = { ...media, sharedFramesDir: place.sharedFramesDir, beginsAgain: this.#beginsAgain };
    const videos = before.then(() => stopwatch.time('extract', () => extractVideos(context, this.#held)));
    const sound = before.then(() => stopwatch.time('sound', () => mixSound(context)));
    for (const work of [videos, sound]) work.catch((error) => abort.abort(asFramefarmError(error)));
    this.#begun = { videos, sound, ground };
    return this.#begun;
  }

  /** Resolves when nothing of it runs any more, and lets go of the pictures. Never rejects. */
  async end(): Promise<void> {
    await this.#settled();
    await Promise.all(this.#held.splice(0).map((release) => release()));
  }

  async #settled(): Promise<void> {
    if (this.#begun !== null) await Promise.allSettled([this.#begun.videos, this.#begun.sound]);
  }
}
