/** Requests that shutting down waits for: all but those that last as long as a render (http-api 4.5). */
import {
  type CallHandler,
  type CustomDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import type { Observable } from 'rxjs';
import { Drain } from '../drain.js';

const LONG = 'framefarm:long';

/** A route whose answer lasts as long as a render: it is cut off when the service stops, and the render goes on. */
export const LastsAsLongAsARender = (): CustomDecorator => SetMetadata(LONG, true);

@Injectable()
export class OpenRequests implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly drain: Drain,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (this.reflector.get<boolean | undefined>(LONG, context.getHandler()) !== true) {
      const release = this.drain.hold();
      context.switchToHttp().getResponse<FastifyReply>().raw.once('close', release);
    }
    return next.handle();
  }
}
