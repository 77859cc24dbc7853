/** Who may do what (http-api 4.1): every route needs a scope unless it says that it is open. */

import { FramefarmError } from '@framefarm/contract';
import {
  type CanActivate,
  type CustomDecorator,
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { CONFIG, type ProducerConfig } from '../config/producer-config.js';
import { SharedState } from '../state/shared-state.js';
import { type Caller, LOCAL_CALLER, type Scope } from './api-key.js';
import { callerOf, setCaller, setScope } from './callers.js';
import { KEYS, type Keys } from './key-file.js';
import { knownCaller } from './known-caller.js';
import { requireOwnName } from './own-name.js';

const SCOPE = 'framefarm:scope';

/** The scope that a key must have for a route. */
export const Needs = (scope: Scope): CustomDecorator => SetMetadata(SCOPE, scope);
/** A route that needs no key. */
export const Open = (): CustomDecorator => SetMetadata(SCOPE, 'open');

/** The caller of a request. */
export const From = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  return callerOf(context.switchToHttp().getRequest<FastifyRequest>()) ?? LOCAL_CALLER;
});

@Injectable()
export class KeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    @Inject(KEYS) private readonly keys: Keys,
    @Inject(CONFIG) private readonly config: ProducerConfig,
    private readonly state: SharedState,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const needed = this.reflector.getAllAndOverride<Scope | 'open' | undefined>(SCOPE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (needed === 'open') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    requireOwnName(request.headers.host, this.config);
    const caller = await knownCaller(this.keys, request.headers.authorization);
    setCaller(request, caller);
    if (needed === undefined || !caller.scopes.includes(needed)) {
      throw new FramefarmError('FORBIDDEN', `This needs a key with the scope ${needed ?? 'admin'}.`);
    }
    setScope(request, needed);
    const limit = caller.limits.requestsPerMinute;
    if (limit !== undefined) await this.#count(caller.owner, limit);
    return true;
  }

  async #count(owner: string, limit: number): Promise<void> {
    const { count, secondsLeft } = await this.state.countRequest(owner);
    if (count <= limit) return;
    throw new FramefarmError('RATE_LIMITED', `At most ${limit} requests a minute are allowed for this key.`, {
      details: { retryAfterSeconds: secondsLeft },
    });
  }
}
