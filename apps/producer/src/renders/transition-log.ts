/** What a request did to a render, in the log and in its trace; what a run does is told by its coordinator. */
import { isTerminal, type Moved } from '@framefarm/farm';
import { type EndTellers, runFacts, type Tracing, tellRunEnd } from '@framefarm/telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { LOG, type Log } from '../log.js';
import { TRACING } from '../tokens.js';

@Injectable()
export class TransitionLog {
  readonly #tellers: EndTellers;

  constructor(@Inject(LOG) log: Log, @Inject(TRACING) tracing: Tracing) {
    this.#tellers = { log, tracing };
  }

  tell({ moved, record }: Moved): void {
    if (!moved || record === null) return;
    const { status, reason, startedAt } = record;
    this.#tellers.log.info({ ...runFacts(record), status, reason }, `render ${reason}`);
    // Nobody leads a run that never got a permit, so its end is told here.
    if (isTerminal(status) && startedAt === null) tellRunEnd(record, this.#tellers);
  }
}
