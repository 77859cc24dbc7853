/** From a checked body to a batch: the submission of a render, plus rows (http-api 3.6). */
import { FramefarmError } from '@framefarm/contract';
import type { BatchSubmission } from '@framefarm/farm';
import { Injectable } from '@nestjs/common';
import { Drain } from '../http/drain.js';
import type { RequestOrigin } from '../http/requests/request-origin.js';
import type { Caller } from '../keys/api-key.js';
import { type CheckedSubmission, RenderSubmissions } from '../renders/render-submissions.js';
import { Scratch } from '../sources/scratch.js';
import type { BatchDto } from './batch-dto.js';
import { DEFAULT_TEMPLATE, declarationsFor, type PlannedBatch, planBatch } from './batch-plan.js';

@Injectable()
export class BatchSubmissions {
  constructor(
    private readonly renders: RenderSubmissions,
    private readonly scratch: Scratch,
    private readonly drain: Drain,
  ) {}

  /** The names of the outputs. @throws FramefarmError as `prepare`. */
  async check(body: BatchDto, caller: Caller, origin: RequestOrigin): Promise<readonly string[]> {
    return (await this.#plan(body, caller, origin, false)).plan.outputNames;
  }

  /** @throws FramefarmError as a render's submission does, BATCH_PREFLIGHT_FAILED, DRAINING. */
  async prepare(body: BatchDto, caller: Caller, origin: RequestOrigin): Promise<BatchSubmission> {
    this.drain.refuseNewWork();
    const { plan, checked } = await this.#plan(body, caller, origin, true);
    const { resolved: _resolved, chunks: _chunks, compositionId, ...submission } = checked;
    if (compositionId === null) throw new FramefarmError('INTERNAL_ERROR', 'a kept source has no composition');
    return {
      ...submission,
      ...plan,
      compositionId,
      concurrency: body.concurrency ?? 1,
      failFast: body.failFast ?? false,
    };
  }

  /** The rows are looked at while the project lies on disk, before anything is stored. */
  async #plan(
    body: BatchDto,
    caller: Caller,
    origin: RequestOrigin,
    keep: boolean,
  ): Promise<{ readonly plan: PlannedBatch; readonly checked: CheckedSubmission }> {
    return this.scratch.use(async (root) => {
      let plan: PlannedBatch | null = null;
      const template = body.outputTemplate ?? DEFAULT_TEMPLATE;
      const checked = await this.renders.check(body, caller, origin, keep, (options) => {
        const withRows = async (directory: string | null, entryFile: string): Promise<void> => {
          const declared = directory === null ? null : await declarationsFor(directory, options, entryFile);
          plan = await planBatch(body.rows, template, options, declared, root);
        };
        return withRows;
      });
      if (plan === null) throw new FramefarmError('INTERNAL_ERROR', 'the rows were not looked at');
      return { plan, checked };
    });
  }
}
