/** Answers that a repeat gets again, as they were given the first time (http-api 4.2). */
import type { IdempotencyClaim } from '@framefarm/farm';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type KeptAnswer, SharedState } from '../state/shared-state.js';
import { idempotencyEnd, keyReused } from './idempotency-key.js';

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

type SentAnswer = KeptAnswer['answer'];

@Injectable()
export class KeptAnswers {
  constructor(private readonly state: SharedState) {}

  /**
   * Sends the answer that an earlier request with this key got; false when there was none.
   * @throws FramefarmError IDEMPOTENCY_KEY_REUSED
   */
  async replay(reply: FastifyReply, claim: IdempotencyClaim | undefined): Promise<boolean> {
    const kept = claim === undefined ? null : await this.state.keptAnswer(scopeOf(claim));
    if (kept === null) return false;
    if (kept.fingerprint !== claim?.fingerprint) throw keyReused();
    sendKept(reply, kept, true);
    return true;
  }

  /** Sends the answer of a submission that is stored already: of many equal ones all get that of the first. */
  async sendOnce(
    reply: FastifyReply,
    claim: IdempotencyClaim | undefined,
    replayed: boolean,
    answer: Answer,
  ): Promise<void> {
    if (claim === undefined) return send(reply, sent(answer));
    const kept = await this.state.keepAnswer(scopeOf(claim), keptOf(claim, answer));
    return sendKept(reply, kept, replayed);
  }
}

function keptOf(claim: IdempotencyClaim, answer: Answer): KeptAnswer {
  return {
    fingerprint: claim.fingerprint,
    answer: sent(answer),
    expiresAt: idempotencyEnd(new Date().toISOString()),
  };
}

const sent = (answer: Answer): SentAnswer => ({ ...answer, body: JSON.stringify(answer.body) });
const scopeOf = ({ owner, route, key }: IdempotencyClaim): string => JSON.stringify([owner, route, key]);

function sendKept(reply: FastifyReply, kept: KeptAnswer, replayed: boolean): void {
  if (replayed) void reply.header('idempotency-replayed', 'true');
  void reply.header('idempotency-expires', kept.expiresAt);
  send(reply, kept.answer);
}

function send(reply: FastifyReply, { status, headers, body }: SentAnswer): void {
  void reply.status(status).headers(headers).type('application/json; charset=utf-8').send(body);
}
