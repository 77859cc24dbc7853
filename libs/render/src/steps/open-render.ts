/** A render that is open at a place: what its steps leave each other, the site, the page that captures, the scratch directory. */
import { tmpdir } from 'node:os';
import type { Stage } from '@framefarm/browser';
import { FramefarmError, type RenderListener } from '@framefarm/contract';
import { createScratch } from '@framefarm/process';
import type { Job } from '../api.js';
import { withEarlyBrowser } from '../place/early-browser.js';
import type { Place } from '../place/place.js';
import type { Purpose } from '../plan/purpose.js';
import { prepareRender } from '../prepare/prepare-render.js';
import type { PreparedRender, PrepareOptions } from '../prepare/prepared-render.js';
import { compileProject } from '../project/compile-project.js';
import { openProject } from '../project/project-reader.js';
import { openCancellation } from '../run/cancellation.js';
import { openContext, type RenderContext } from '../run/context.js';
import { type Ground, openGround, stageSource } from '../run/ground.js';
import { pageConfig } from '../stage/page-config.js';
import type { StageSource } from '../stage/stage-source.js';
import type { SurfaceKnowledge } from '../surface/knowledge.js';
import { checkDocument } from './check-environment.js';
import type { PreparedStep } from './prepared-step.js';

/** A stage that has captured and can go on: a page only goes forward. */
export interface WarmLane {
  readonly stage: Stage;
  /** What it was prepared with, as text. */
  readonly setup: string;
  /** Index of the last chunk it captured. */
  last: number;
  /** The picture of the frame after that, where it was shown to be compared: the page stands behind it. */
  ahead: { readonly frame: number; readonly image: Buffer } | null;
}

export class OpenRender {
  /** Who hears of the step that runs. */
  listener: RenderListener | undefined;
  lane: WarmLane | null = null;
  /** Settles when its last step has ended, however that came. */
  stepEnded: Promise<void> = Promise.resolve();
  readonly context: RenderContext;
  readonly #release: () => void;
  readonly #removeScratch: () => Promise<void>;
  #ground: Ground | null = null;
  #source: StageSource | null = null;
  #prepared: PreparedRender | null = null;
  #spare: PreparedRender | null = null;

  private constructor(
    job: Job,
    place: Place,
    knowledge: SurfaceKnowledge,
    scratch: { path: string; remove(): Promise<void> },
  ) {
    // It lives from step to step, so its clock and signal are not those of any one of them.
    const life = openCancellation(undefined, null);
    const { projectDir, options } = job;
    const request: Job = { projectDir, options, onEvent: (event) => this.listener?.(event) };
    this.context = openContext(request, life, scratch.path, place, knowledge);
    this.#release = life.release;
    this.#removeScratch = scratch.remove;
  }

  static async open(job: Job, place: Place, knowledge: SurfaceKnowledge): Promise<OpenRender> {
    return new OpenRender(job, place, knowledge, await createScratch(tmpdir(), 'framefarm-'));
  }

  /** Cancelled or failed: nothing of it can go on. */
  get ended(): boolean {
    return this.context.signal.aborted;
  }

  /** Plans; what was opened for that stays for the chunks. `again`: what was found of an earlier plan. */
  async prepare(purpose: Purpose, again: Pick<PrepareOptions, 'refuted' | 'leadIns'>): Promise<PreparedRender> {
    const prepared = await withEarlyBrowser(this.context, purpose, (context) =>
      prepareRender(context, purpose, { looksAhead: true, ...again }),
    );
    this.#prepared = prepared;
    this.#spare = prepared;
    this.#ground = prepared;
    this.#source = prepared.source;
    return prepared;
  }

  /** How stages are opened for a plan; serves its page where it was made elsewhere. */
  async sourceFor(step: PreparedStep): Promise<{ readonly source: StageSource; readonly ground: Ground }> {
    const { context } = this;
    if (this.#source === null || this.#ground === null) {
      const { place, request } = context;
      const { options } = request;
      const project = await openProject(request.projectDir, options.outsideLinks);
      const compiled = await compileProject({ options, report: context.report }, project);
      checkDocument(step, compiled, options);
      const [ffmpeg, tools] = await Promise.all([place.tools.ffmpeg(options.ffmpegPath), context.stageTools()]);
      context.signal.throwIfAborted();
      const ground = await openGround(context, project, ffmpeg, compiled);
      this.#ground = ground;
      const { encoding, capture } = step.plan;
      await ground.site.publishPage(
        compiled,
        pageConfig('render', compiled, encoding.fps, step.media, capture.transparent),
      );
      this.#source = stageSource(context, ground, tools);
    }
    return { source: this.#source, ground: this.#ground };
  }

  /** The stage that planning left for the first chunk, given once; null when there is none. */
  async handOver(): Promise<Stage | null> {
    const spare = this.#spare;
    this.#spare = null;
    return spare === null ? null : spare.handOver();
  }

  abort(reason: FramefarmError): void {
    if (!this.ended) this.context.abort.abort(reason);
  }

  /** Runs one step of it. The render does not end before that has. */
  async run<T>(step: () => Promise<T>): Promise<T> {
    const running = step();
    this.stepEnded = running.then(
      () => {},
      () => {},
    );
    return running;
  }

  /** Leaves the place to another render: pages and site end, browsers in good health go back. A step that has left may still run. */
  async leave(): Promise<void> {
    await this.lane?.stage.close();
    await (this.#prepared ?? this.#ground?.site)?.close();
  }

  /** Ends what is left once the last step has ended. */
  async end(): Promise<void> {
    await this.stepEnded;
    this.abort(new FramefarmError('RENDER_CANCELLED', 'the render is over'));
    this.#release();
    await this.#removeScratch();
  }
}
