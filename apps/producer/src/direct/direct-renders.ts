/** Direct calls as renders of the same queue: submitted, followed, and dropped when their client leaves (http-api 1). */
import type { Farm, IdempotencyClaim, RenderRecord } from '@framefarm/farm';
import { isTerminal } from '@framefarm/farm';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type ProducerConfig } from '../config/producer-config.js';
import { followEvents } from '../events/follow-events.js';
import type { RequestOrigin } from '../http/request-origin.js';
import type { Caller } from '../keys/api-key.js';
import { invalid } from '../options/raw-options.js';
import { RenderSubmissions, type SubmittedRender } from '../renders/render-submissions.js';
import { TransitionLog } from '../renders/transition-log.js';
import { exactlyOneFault, type SourceDto } from '../sources/source-dto.js';
import { SharedState } from '../state/shared-state.js';
import { FARM } from '../tokens.js';
import type { DirectClient } from './direct-client.js';
import type { DirectRenderDto, OnDisconnect } from './direct-dto.js';

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
  ) {}

  /**
   * Whenever the client leaves, before its render is in the line or after, the render is dropped as it wanted.
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
    const left = choice === 'continue' ? undefined : client.left;
    const source = sourceOf(body);
    const submitted = await this.submissions.submit({ ...body, source }, place, caller, origin, claim, left);
    client.whenGone(() => {
      if (client.left.aborted) void this.#abandon(submitted.record, choice);
    });
    return submitted;
  }

  /** Pages of events until the render is terminal; then its record is the return value, or null when it is gone. */
  async *follow(id: string, signal: AbortSignal) {
    const source = {
      read: (after: string | null, limit: number) => this.farm.events.read(id, after, limit),
      watch: (onChange: () => void) => this.farm.events.watch(id, onChange),
    };
    for await (const page of followEvents(source, null, signal)) {
      yield page.events;
      if (page.events.length > 0) continue;
      const record = await this.farm.renders.get(id);
      if (record === null || isTerminal(record.status)) return record;
    }
    return null;
  }

  /** A fresh token for the output of a completed render, else null. */
  token(record: RenderRecord): Promise<string | null> {
    if (record.status !== 'completed') return Promise.resolve(null);
    return this.state.issueToken(record.id, this.config.outputTtlMs);
  }

  /**
   * What a client that left wanted to happen to its render (farm-practice 5). Nobody is left to tell of a failure: the sweep
   * ends the render by its time limit.
   */
  async #abandon({ id, epoch, owner }: RenderRecord, choice: OnDisconnect): Promise<void> {
    if (choice === 'continue') return;
    // This way leads from `queued` alone: a render that was admitted meanwhile goes on.
    const dropped =
      choice === 'cancel-queued'
        ? this.farm.renders.move(id, epoch, 'cancelled_before_start')
        : this.farm.renders.cancel(id, owner);
    await dropped.then((answer) => this.transitions.tell(answer)).catch(() => undefined);
  }
}

function sourceOf(body: DirectRenderDto): SourceDto {
  const fault = exactlyOneFault(body, SOURCES);
  if (fault !== null) throw invalid([{ field: '', code: 'invalid_source', message: `the body ${fault}` }]);
  const { html, composition, projectDir, previewUrl } = body;
  return { html, composition, projectDir, url: previewUrl } as SourceDto;
}
