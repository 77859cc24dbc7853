/** Health on the main listener (http-api 1, 4.5). */
import type { Farm } from '@framefarm/farm';
import type { ObjectStore } from '@framefarm/storage';
import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Drain } from '../http/drain.js';
import { Open } from '../keys/key-guard.js';
import { Answers } from '../openapi/operations.js';
import { FARM, STORE } from '../tokens.js';
import { healthObject } from './health-object.js';
import { RecentLook } from './recent-look.js';

@ApiTags('operation')
@Controller()
export class HealthController {
  readonly #redis: RecentLook;
  readonly #store: RecentLook;

  constructor(
    @Inject(FARM) farm: Farm,
    @Inject(STORE) store: ObjectStore,
    private readonly drain: Drain,
  ) {
    this.#redis = new RecentLook(() => farm.check());
    this.#store = new RecentLook(() => store.check());
  }

  @Get('health')
  @Open()
  @Header('cache-control', 'no-store')
  @Answers({ id: 'readHealth', summary: 'The service runs', status: 200, schema: 'Health', open: true })
  health(): object {
    return healthObject();
  }

  @Get('healthz')
  @Open()
  @Header('cache-control', 'no-store')
  @Answers({
    id: 'readLiveness',
    summary: 'The event loop turns; nothing else is looked at',
    status: 200,
    schema: 'Health',
    open: true,
  })
  alive(): object {
    return healthObject();
  }

  @Get('readyz')
  @Open()
  @Answers({
    id: 'readReadiness',
    summary: 'New work can be taken',
    status: 200,
    schema: 'Readiness',
    open: true,
    alike: { 503: 'Not now.' },
  })
  async ready(@Res() reply: FastifyReply): Promise<void> {
    const readiness = await this.readiness();
    void reply
      .status(readiness.status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(readiness);
  }

  /** What readiness says now; the health thread asks for it, too. */
  async readiness(): Promise<{
    readonly status: 'ok' | 'unavailable';
    readonly checks: object;
    readonly draining: boolean;
  }> {
    const [redis, store] = await Promise.all([this.#redis.state(), this.#store.state()]);
    const { draining } = this.drain;
    const isReady = redis === 'ok' && store === 'ok' && !draining;
    return { status: isReady ? 'ok' : 'unavailable', checks: { redis, store }, draining };
  }
}
