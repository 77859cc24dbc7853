/** Direct calls as renders of the same queue: submitted, followed, and dropped when their client leaves (http-api 1). */
import type { Farm, IdempotencyClaim, RenderRecord } from '@framefarm/farm';
import { isTerminal } from '@framefarm/farm';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type ProducerConfig } from '../config/producer-config.js';
import { followEvents } from '../events/follow-events.js';
import { outlast } from '../events/outlast.js';
import type { RequestOrigin } from '../http/requests/request-origin.js';
import type { Caller } from '../keys/api-key.js';
import { invalid } from '../options/raw-options.js';
import { RenderSubmissions, type SubmittedRender } from '../renders/render-submissions.js';
import { TransitionLog } from '../renders/transition-log.js';
import { exactlyOneFault, type SourceDto } from '../sources/source-dto.js';
import { SharedState } from '../state/shared-state.js';
import { FARM } from '../tokens.js';
import type { DirectClient } from './direct-client.js';
import type { DirectRenderDto, OnDisconnect } from './direct-dto.js';
import { SharedWaits, type Wait } from './shared-waits.js';

/** Fields of a direct call that name its composition. */
const SOURCES = ['html', 'composition', 'projectDir', 'previewUrl'];

@Injectable()
export class DirectRenders {
  constructor(
    @Inject(FARM) private readonly farm: Farm,
    @Inject(CONFIG) private readonly config: ProducerConfig,
    private readonly submissions: RenderSubmissions,
    private readonly state: SharedState,
    private readonly transitions: TransitionLog,
    private readonly waits: SharedWaits,
  ) {}

  /**
   * Whenever the client leaves, before its render is in the line or after, the render is dropped as it wanted, unless another
   * client waits for it too.
   * @throws FramefarmError as a submission of the job resource does, and RENDER_CANCELLED when the client left meanwhile.
   */
  async submit(
    body: DirectRenderDto,
    surface: 'render' | 'stream',
    caller: Caller,
    origin: RequestOrigin,
    claim: IdempotencyClaim | undefined,
    client: DirectClient,
  ): Promise<SubmittedRender> {
    const choice = body.onDisconnect ?? (surface === 'stream' ? 'cancel' : 'cancel-queued');
    const place = { outputName: body.outputPath ?? body.output ?? null, surface };
    const submission = { ...body, source: sourceOf(body) };
    if (choice === 'continue') return this.submissions.submit(submission, place, caller, origin, claim);
    const wait = await this.waits.begin(claim);
    // Whoever goes while its render comes into the line is dealt with afterwards.
    try {
      const submitted = await this.submissions.submit(submission, place, caller, origin, claim, client.left);
      await wait.isFor(submitted.record.id);
      return submitted;
    } finally {
      client.whenGone(() => void this.#endWait(wait, client, choice));
    }
  }

  /**
   * Pages of events until the render is terminal; then its record is the return value, or null when it is gone. An outage of Redis
   * is waited out: the render is accepted, and who sent it again would have it twice.
   */
  async *follow(id: string, signal: AbortSignal) {
    const source = {
      read: (after: string | null, limit: number) => outlast(signal, () => this.farm.events.read(id, after, limit)),
      watch: (onChange: () => void) => this.farm.events.watch(id, onChange),
    };
    let seen: string | null = null;
    for await (const page of followEvents(source, null, signal)) {
      yield page.events;
      seen = page.events.at(-1)?.id ?? seen;
      if (page.events.length > 0) continue;
      const record = await outlast(signal, () => this.farm.renders.get(id));
      if (record !== null && !isTerminal(record.status)) continue;
      // The record was looked up after the page: what came in between is told before the end.
      if ((await source.read(seen, 1)).events.length === 0) return record;
    }
    return null;
  }

  /** A fresh token for the output of a completed render, else null. */
  async token(record: RenderRecord, signal: AbortSignal): Promise<string | null> {
    if (record.status !== 'completed') return null;
    return outlast(signal, () => this.state.issueToken(record.id, this.config.outputTtlMs));
  }

  /** Nobody is left to tell of a failure: the sweep ends the render by its time limit. */
  async #endWait(wait: Wait, client: DirectClient, choice: OnDisconnect): Promise<void> {
    if (client.isCutOff) return wait.fade();
    const id = await wait.end().catch(() => null);
    if (client.left.aborted && id !== null) await this.#abandon(id, choice).catch(() => undefined);
  }

  /** What the last client that waited wanted to happen to its render (farm-practice 5). */
  async #abandon(id: string, choice: OnDisconnect): Promise<void> {
    const record = await this.farm.renders.get(id);
    if (record === null) return;
    // This way leads from `queued` alone: a render that was admitted meanwhile goes on.
    const answer =
      choice === 'cancel-queued'
        ? await this.farm.renders.move(id, record.epoch, 'cancelled_before_start')
        : await this.farm.renders.cancel(id, record.owner);
    this.transitions.tell(answer);
  }
}

function sourceOf(body: DirectRenderDto): SourceDto {
  const fault = exactlyOneFault(body, SOURCES);
  if (fault !== null) throw invalid([{ field: '', code: 'invalid_source', message: `the body ${fault}` }]);
  const { html, composition, projectDir, previewUrl } = body;
  return { html, composition, projectDir, url: previewUrl } as SourceDto;
}
