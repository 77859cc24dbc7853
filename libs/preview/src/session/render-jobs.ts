/** Renders that the page asks for: one at a time, cancellable, with their progress. */
import { FramefarmError, type RenderOptions } from '@framefarm/contract';
import { type Job, renderComposition, snapshotComposition } from '@framefarm/render';
import type { RenderJob } from '../protocol.js';
import { failureOf } from './failure.js';

export interface JobTarget {
  /** Absolute. */
  readonly path: string;
  /** As the user would write it. */
  readonly shown: string;
}

export interface JobRequest {
  /** Frame of which a still is made; null for a video. */
  readonly frame: number | null;
  readonly options: RenderOptions;
  readonly target: JobTarget;
}

export class RenderJobs {
  #current: RenderJob | null = null;
  #started = 0;
  #abort: AbortController | null = null;
  #work: Promise<void> = Promise.resolve();

  constructor(
    private readonly projectDir: string,
    private readonly changed: () => void,
  ) {}

  get current(): RenderJob | null {
    return this.#current;
  }

  /** @throws FramefarmError `VALIDATION_FAILED` while another one runs. */
  start(request: JobRequest): void {
    if (this.#current?.state === 'running') {
      throw new FramefarmError('VALIDATION_FAILED', `${this.#current.shown} is being rendered`, {
        hint: 'Wait for it, or cancel it first.',
      });
    }
    this.#started += 1;
    this.#abort = new AbortController();
    this.#current = {
      id: this.#started,
      kind: request.frame === null ? 'video' : 'still',
      state: 'running',
      format: request.frame === null ? request.options.format : 'png',
      progress: 0,
      stage: 'compile',
      framesRendered: 0,
      totalFrames: 0,
      shown: request.target.shown,
      failure: null,
      warnings: 0,
    };
    this.changed();
    this.#work = this.#run(request, this.#abort.signal);
  }

  cancel(): void {
    this.#abort?.abort(new FramefarmError('RENDER_CANCELLED', 'cancelled in the preview'));
  }

  /** Cancels what runs and resolves when all it started has ended. */
  async close(): Promise<void> {
    this.cancel();
    await this.#work;
  }

  async #run({ frame, options, target }: JobRequest, signal: AbortSignal): Promise<void> {
    const job: Job = {
      projectDir: this.projectDir,
      options,
      signal,
      onEvent: (event) => {
        if (event.kind !== 'progress') return;
        const { progress, stage, framesRendered, totalFrames } = event;
        this.#update({ progress, stage, framesRendered, totalFrames });
      },
    };
    try {
      const { warnings } = await (frame === null
        ? renderComposition({ ...job, outputPath: target.path })
        : snapshotComposition({ ...job, places: [{ frame }], transparent: false, pathOf: () => target.path }));
      this.#update({ state: 'done', progress: 100, warnings: warnings.length });
    } catch (thrown) {
      if (signal.aborted) this.#update({ state: 'cancelled' });
      else this.#update({ state: 'failed', failure: failureOf(thrown) });
    }
  }

  #update(change: Partial<RenderJob>): void {
    if (this.#current === null) return;
    this.#current = { ...this.#current, ...change };
    this.changed();
  }
}
