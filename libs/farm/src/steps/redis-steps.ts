/** Steps and their claims in Redis. */
import type { BeatAnswer, StepClaim, StepFailure, Steps } from '../api/steps.js';
import { beatStep } from '../lua/beat-step.js';
import { claimStep } from '../lua/claim-step.js';
import { dropStep } from '../lua/drop-step.js';
import { dueStep } from '../lua/due-step.js';
import { endStep } from '../lua/end-step.js';
import { logStep } from '../lua/log-step.js';
import { renderOf } from '../records/record-codec.js';
import { fields } from '../redis/flat.js';
import type { Flat, Room } from '../redis/room.js';
import type { Step, StepRow } from './payloads.js';
import { stepRow } from './step-codec.js';

/** Longest line of a log that is kept, characters. */
const LONGEST_LINE = 2_000;

/** Fence, time, the record, and chunks of the step that are not committed; empty: not claimed. */
type Claimed = readonly [number, number, Flat, readonly number[]];

const chunksOf = (step: Step): object => (step.kind === 'capture' ? { chunks: step.chunks } : {});

export class RedisSteps implements Steps {
  constructor(private readonly room: Room) {}

  async list(id: string, epoch: number): Promise<readonly StepRow[]> {
    const rows = await this.room.ask((redis) => redis.hgetall(this.room.keys.steps(id, epoch)));
    return Object.entries(rows).map(([stepId, text]) => stepRow(stepId, text));
  }

  async due(id: string, epoch: number, step: Step, attempt: number): Promise<boolean> {
    const args = { id, epoch, stepId: step.id, step: JSON.stringify(step), attempt, ...chunksOf(step) };
    return (await this.room.run<number>(dueStep, args)) === 1;
  }

  async claim(id: string, epoch: number, step: Step, worker: string): Promise<StepClaim | null> {
    const args = { id, epoch, stepId: step.id, kind: step.kind, worker };
    const answer = await this.room.run<readonly [] | Claimed>(claimStep, args);
    if (answer.length === 0) return null;
    const [fence, now, record, openChunks] = answer;
    return { fence, now, record: renderOf(fields(record) ?? {}), openChunks };
  }

  async beat(
    id: string,
    epoch: number,
    stepId: string,
    fence: number,
    frames: Readonly<Record<number, number>>,
  ): Promise<BeatAnswer> {
    const answer = await this.room.run<string>(beatStep, { id, epoch, stepId, fence, frames });
    return answer === 'go' ? { go: true } : { go: false, reason: answer as 'cancelled' | 'failing' | 'superseded' };
  }

  commit(
    id: string,
    epoch: number,
    stepId: string,
    fence: number,
    result: Readonly<Record<string, unknown>>,
  ): Promise<'committed' | 'stale'> {
    return this.room.run(endStep, { id, epoch, stepId, fence, result: JSON.stringify(result) });
  }

  fail(id: string, epoch: number, stepId: string, fence: number, failure: StepFailure): Promise<'failed' | 'stale'> {
    const { code, message, class: kind, circumstances, obstacle } = failure;
    const told = { code, message, class: kind, circumstances, obstacle };
    return this.room.run(endStep, { id, epoch, stepId, fence, failure: told });
  }

  async drop(id: string, epoch: number, stepId: string): Promise<boolean> {
    return (await this.room.run<number>(dropStep, { id, epoch, stepId })) === 1;
  }

  async log(id: string, stepId: string, lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    await this.room.run(logStep, { id, stepId, lines: lines.map((line) => line.slice(0, LONGEST_LINE)) });
  }

  async logs(
    id: string,
    stepId?: string,
  ): Promise<readonly { readonly stepId: string; readonly lines: readonly string[] }[]> {
    const { keys } = this.room;
    const ids = stepId === undefined ? await this.room.ask((redis) => redis.smembers(keys.logIndex(id))) : [stepId];
    const logs = await Promise.all(
      ids.map(async (one) => ({
        stepId: one,
        lines: await this.room.ask((redis) => redis.lrange(keys.log(id, one), 0, -1)),
      })),
    );
    return logs.sort((one, other) => one.stepId.localeCompare(other.stepId, 'en'));
  }
}
