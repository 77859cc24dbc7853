/** The composition as it stands: read again when files or variables change, one reading at a time. */
import { DEFAULT_FPS, FramefarmError, type RenderOptions } from '@framefarm/contract';
import { type LiveComposition, type LiveRevision, lintProject } from '@framefarm/render';
import type { Failure, Finding, PreviewState } from '../protocol.js';
import { failureOf, lintFindings, noticeFindings, warningFindings } from './failure.js';

export interface SessionRequest {
  readonly projectDir: string;
  readonly name: string;
  readonly options: RenderOptions;
  readonly live: LiveComposition;
  /** Called whenever {@link PreviewSession.state} answers something new. */
  readonly changed: () => void;
}

export class PreviewSession {
  #given: Readonly<Record<string, unknown>>;
  #revision: LiveRevision | null = null;
  #failure: Failure | null = null;
  #lint: readonly Finding[] = [];
  #trouble: readonly Finding[] = [];
  #reading: Promise<void> = Promise.resolve();
  #isWaiting = false;

  constructor(private readonly request: SessionRequest) {
    this.#given = request.options.variables;
  }

  get variables(): Readonly<Record<string, unknown>> {
    return this.#given;
  }

  /** Everything but the render under way. */
  state(): Omit<PreviewState, 'job'> {
    const { request } = this;
    const compiled = this.#revision?.compiled;
    const root = compiled?.instances.find((instance) => instance.parentId === null);
    return {
      name: request.name,
      entry: request.options.composition,
      revision: this.#revision?.number ?? 0,
      stagePort: request.live.port,
      fps: this.#revision?.fps ?? request.options.fps ?? DEFAULT_FPS,
      format: request.options.format,
      quality: request.options.quality,
      settleMs: request.options.playerReadyTimeoutMs,
      width: compiled?.width ?? null,
      height: compiled?.height ?? null,
      declarations: root?.declarations ?? [],
      values: root?.variables ?? this.#given,
      given: Object.keys(this.#given),
      issues: compiled?.variableIssues ?? [],
      findings: [
        ...this.#trouble,
        ...this.#lint,
        // Issues of variables stand at their fields.
        ...warningFindings((this.#revision?.warnings ?? []).filter(({ code }) => code !== 'variable_issue')),
        ...noticeFindings(this.#revision?.notices ?? []),
      ],
      failure: this.#failure,
    };
  }

  /** Reads the project again. Calls that come while one waits for its turn are one. */
  refresh(): Promise<void> {
    if (!this.#isWaiting) {
      this.#isWaiting = true;
      this.#reading = this.#reading.then(() => {
        this.#isWaiting = false;
        return this.#read();
      });
    }
    return this.#reading;
  }

  /** Takes the place of all values that were given, then reads the project again. */
  setVariables(values: Readonly<Record<string, unknown>>): Promise<void> {
    this.#given = values;
    return this.refresh();
  }

  /** The revision that a page shows. @throws FramefarmError when another one has taken its place. */
  shown(number: unknown): LiveRevision {
    if (this.#revision === null || this.#revision.number !== number) {
      throw new FramefarmError('VALIDATION_FAILED', `revision ${String(number)} of the page is not the current one`);
    }
    return this.#revision;
  }

  /** Says in the page that the preview itself lacks something. */
  report(finding: Finding): void {
    this.#trouble = [...this.#trouble.filter(({ code }) => code !== finding.code), finding];
    this.request.changed();
  }

  async #read(): Promise<void> {
    const { live, projectDir, options } = this.request;
    try {
      this.#revision = await live.publish(this.#given);
      this.#failure = null;
    } catch (thrown) {
      this.#failure = failureOf(thrown);
    }
    this.request.changed();
    try {
      const { format: _any, ...shared } = options;
      this.#lint = lintFindings(await lintProject({ ...shared, projectDir }));
    } catch (thrown) {
      // What lint cannot read could not be published either, and that has been said with the same words.
      this.#lint = [];
      this.#failure ??= failureOf(thrown);
    }
    this.request.changed();
  }
}
