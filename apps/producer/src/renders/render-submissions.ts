/** From a checked body to a render in the line, on every surface (http-api 1.1, 3.1). */
import { FramefarmError, type RawOptions, type RenderOptions } from '@framefarm/contract';
import type { Farm, IdempotencyClaim, RenderRecord, RenderSubmission } from '@framefarm/farm';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type ProducerConfig } from '../config/producer-config.js';
import { Drain } from '../http/drain.js';
import type { RequestOrigin } from '../http/requests/request-origin.js';
import { keyReused, madeAndRemoved } from '../idempotency/idempotency-key.js';
import type { Caller } from '../keys/api-key.js';
import { LOG, type Log } from '../log.js';
import { checkedOptions } from '../options/raw-options.js';
import { type PreparedSource, type ProjectVisit, SourcePreparation } from '../sources/prepared-source.js';
import type { SourceDto } from '../sources/source-dto.js';
import { FARM } from '../tokens.js';
import { requireWebhookUrl } from '../webhooks/egress.js';
import { lineIsFull } from './line-limit.js';
import type { SubmissionDto } from './submission-fields.js';
import { DEFAULT_WEBHOOK_EVENTS } from './webhook-events.js';

export const DEFAULT_PRIORITY = 50;
const DEFAULT_TIMEOUT_SECONDS = 3_600;
const DEFAULT_RETENTION_SECONDS = 604_800;

/** What renders and batches have in common once everything is checked. */
export type CheckedSubmission = Omit<
  RenderSubmission,
  'outputName' | 'batch' | 'surface' | 'chunks' | 'compositionId'
> & {
  readonly chunks: RenderSubmission['chunks'];
  readonly compositionId: string | null;
  readonly resolved: RenderOptions;
};

export interface SubmittedRender {
  readonly record: RenderRecord;
  readonly replayed: boolean;
  /** No permit was left for it when it came. */
  readonly waits: boolean;
  /** Its place in the line when it came; null for a repeat, whose place is that of now. */
  readonly ahead: number | null;
}

@Injectable()
export class RenderSubmissions {
  constructor(
    @Inject(FARM) private readonly farm: Farm,
    @Inject(CONFIG) private readonly config: ProducerConfig,
    @Inject(LOG) private readonly log: Log,
    private readonly sources: SourcePreparation,
    private readonly drain: Drain,
  ) {}

  /**
   * All that can be said before a render exists; stores the source only when `keep` is set.
   * @throws FramefarmError for the first group of faults: options, rights, webhook, then the source.
   */
  async check(
    body: SubmissionDto & { readonly source: SourceDto },
    caller: Caller,
    origin: RequestOrigin,
    keep: boolean,
    visit?: (options: RenderOptions) => ProjectVisit | undefined,
    left?: AbortSignal,
  ): Promise<CheckedSubmission> {
    const { raw, options } = checkedOptions(body as unknown as Record<string, unknown>);
    const priority = body.priority ?? DEFAULT_PRIORITY;
    if (priority > DEFAULT_PRIORITY && !caller.scopes.includes('priority')) {
      throw new FramefarmError(
        'FORBIDDEN',
        `priority ${priority} is above ${DEFAULT_PRIORITY} and needs the scope priority.`,
      );
    }
    const webhook = await this.#webhook(body, caller);
    const asked = raw.composition as string | undefined;
    const source = await this.sources.prepare(caller.owner, body.source, options, asked, keep, visit?.(options), left);
    return {
      owner: caller.owner,
      ...origin,
      compositionId: source.compositionId,
      options: withEntry(raw, source),
      resolved: options,
      priority,
      chunks: body.chunks ?? 'auto',
      labels: body.labels ?? {},
      metadata: body.metadata ?? null,
      timeoutSeconds: body.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS,
      retentionSeconds: body.retentionSeconds ?? DEFAULT_RETENTION_SECONDS,
      webhook,
    };
  }

  /**
   * Puts a render into the line, unless `left` has aborted: its client waits no more.
   * @throws as `check`, and DRAINING, RATE_LIMITED, IDEMPOTENCY_KEY_REUSED, RENDER_CANCELLED.
   */
  async submit(
    body: SubmissionDto & { readonly source: SourceDto },
    place: { readonly outputName: string | null; readonly surface: RenderSubmission['surface'] },
    caller: Caller,
    origin: RequestOrigin,
    claim: IdempotencyClaim | undefined,
    left?: AbortSignal,
  ): Promise<SubmittedRender> {
    this.drain.refuseNewWork();
    await this.#checkQueue(caller);
    const {
      resolved: _resolved,
      compositionId,
      ...checked
    } = await this.check(body, caller, origin, true, undefined, left);
    if (left?.aborted) throw new FramefarmError('RENDER_CANCELLED', 'The client left before its render was accepted.');
    if (compositionId === null) throw new FramefarmError('INTERNAL_ERROR', 'a kept source has no composition');
    const { queuedRenders: most } = caller.limits;
    const submission = { ...checked, ...place, compositionId, batch: null };
    const submitted = await this.farm.renders.submit(submission, claim, most);
    if (submitted.outcome === 'full') throw lineIsFull(most);
    if (submitted.outcome === 'key-reused') throw keyReused();
    if (submitted.outcome === 'removed') throw madeAndRemoved('RENDER_NOT_FOUND');
    const { waits, ahead } = submitted.outcome === 'created' ? submitted : { waits: false, ahead: null };
    const { id: renderId, epoch, owner } = submitted.record;
    const replayed = submitted.outcome === 'replayed';
    const facts = { requestId: origin.requestId, renderId, epoch, owner, status: 'queued', reason: 'accepted', waits };
    if (!replayed) this.log.info(facts, 'render accepted');
    return { record: submitted.record, replayed, waits, ahead };
  }

  async #webhook(body: SubmissionDto, caller: Caller): Promise<RenderSubmission['webhook']> {
    const { webhook } = body;
    if (webhook === undefined || webhook === null) return null;
    if (caller.webhookSecrets.length === 0) {
      throw new FramefarmError('WEBHOOK_SECRET_MISSING', 'The API key of this request has no webhook secret.');
    }
    await requireWebhookUrl(webhook.url, this.config.networkAllow);
    return { url: webhook.url, events: webhook.events ?? DEFAULT_WEBHOOK_EVENTS };
  }

  /** Spares what a submission costs that its limit would refuse at the end; looked up only where there is one. */
  async #checkQueue(caller: Caller): Promise<void> {
    const limit = caller.limits.queuedRenders;
    if (limit === undefined) return;
    const { queued } = await this.farm.line.share(caller.owner);
    if (queued >= limit) throw lineIsFull(limit);
  }
}

/** The entry that was found is part of the options, so that a worker looks for nothing. */
function withEntry(raw: RawOptions, source: PreparedSource): RawOptions {
  return { ...raw, composition: source.entryFile };
}
