/** Playback: which frame is wanted now, shown by the page runtime one after another. */
import { type Fps, fpsValue, frameTime } from '@framefarm/contract';
import type { Sound } from './sound.js';
import type { StageFrame } from './stage-frame.js';

/** Time between two looks at what the page has to report while it plays, ms. */
const LOOK_EVERY_MS = 1_000;

export interface PlayerView {
  /** Another frame is wanted, or playing began or ended. */
  changed(): void;
  /** A frame is complete on the stage. */
  shown(frame: number): void;
  /** A frame could not be shown. */
  failed(message: string): void;
  /** A good moment to ask the page for its warnings. */
  look(): void;
}

export class Player {
  frame = 0;
  frames = 0;
  fps: Fps = { num: 30, den: 1 };
  isPlaying = false;
  isLooping = true;
  speed = 1;
  #stage: StageFrame | null = null;
  #shown = -1;
  #isShowing = false;
  /** Seconds into the composition while playing, and when that was, ms. */
  #position = 0;
  #at = 0;
  #looked = 0;

  constructor(
    private readonly sound: Sound,
    private readonly view: PlayerView,
  ) {}

  get seconds(): number {
    return frameTime(this.frame, this.fps);
  }

  get durationSeconds(): number {
    return frameTime(this.frames, this.fps);
  }

  /** Takes another document, at the same time as the one before; resolves when that frame is shown. */
  async use(stage: StageFrame, frames: number, fps: Fps): Promise<void> {
    const seconds = this.isPlaying ? this.#position : this.seconds;
    this.frames = frames;
    this.fps = fps;
    this.frame = this.#within(Math.round(seconds * fpsValue(fps)));
    const { frame } = this;
    await stage.call('seek', { frame });
    this.#stage = stage;
    this.#shown = frame;
    this.view.shown(frame);
    this.view.changed();
    // What was wanted while it was on its way.
    void this.#show();
  }

  play(): void {
    if (this.isPlaying || this.frames === 0) return;
    if (this.frame >= this.frames - 1) this.frame = 0;
    this.isPlaying = true;
    this.#restart(this.seconds);
    requestAnimationFrame((now) => this.#tick(now));
    this.view.changed();
  }

  pause(): void {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.sound.pause();
    this.view.changed();
    this.view.look();
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  /** Goes to a frame; playing goes on from there. */
  goTo(frame: number): void {
    this.frame = this.#within(frame);
    if (this.isPlaying) this.#restart(this.seconds);
    void this.#show();
    this.view.changed();
  }

  /** Steps from where it stands, and stays there. */
  step(by: number): void {
    this.pause();
    this.goTo(this.frame + by);
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    if (this.isPlaying) this.#restart(this.#position);
    this.view.changed();
  }

  /** Begins the sound anew where the picture is, after another mix was loaded. */
  resync(): void {
    if (this.isPlaying) this.sound.play(this.#position, this.speed);
  }

  #within(frame: number): number {
    return Math.max(0, Math.min(this.frames - 1, Number.isFinite(frame) ? Math.trunc(frame) : 0));
  }

  #restart(seconds: number): void {
    this.#position = seconds;
    this.#at = performance.now();
    this.sound.play(seconds, this.speed);
  }

  #tick(now: number): void {
    if (!this.isPlaying) return;
    const elapsed = Math.max(0, now - this.#at) / 1000;
    this.#at = Math.max(now, this.#at);
    this.#position = this.sound.steer(this.#position + elapsed * this.speed);
    if (this.#position >= this.durationSeconds) {
      if (!this.isLooping) {
        this.frame = this.frames - 1;
        void this.#show();
        this.pause();
        return;
      }
      this.#restart(this.#position % this.durationSeconds);
    }
    const frame = this.#within(Math.floor(this.#position * fpsValue(this.fps) + 1e-6));
    if (frame !== this.frame) {
      this.frame = frame;
      void this.#show();
      this.view.changed();
    }
    if (now - this.#looked > LOOK_EVERY_MS) {
      this.#looked = now;
      this.view.look();
    }
    requestAnimationFrame((next) => this.#tick(next));
  }

  /** Shows what is wanted; frames that became wanted and unwanted meanwhile are left out. */
  async #show(): Promise<void> {
    if (this.#isShowing) return;
    this.#isShowing = true;
    try {
      while (this.#stage !== null && this.#shown !== this.frame) {
        const { frame } = this;
        const stage = this.#stage;
        await stage.call('seek', { frame });
        if (stage !== this.#stage) continue;
        this.#shown = frame;
        this.view.shown(frame);
      }
      if (!this.isPlaying) this.view.look();
    } catch (error) {
      this.#shown = this.frame;
      this.view.failed(error instanceof Error ? error.message : String(error));
    } finally {
      this.#isShowing = false;
    }
  }
}
