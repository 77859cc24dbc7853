/** The delivery log, and sending again (http-api 3.8). */
import { FramefarmError } from '@framefarm/contract';
import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../keys/api-key.js';
import { From, Needs } from '../keys/key-guard.js';
import { Answers, OF_EVERY_BODY } from '../openapi/operations.js';
import { KnownRenders } from '../renders/known-renders.js';
import { publicDelivery } from './delivery.js';
import { DeliveryLog } from './delivery-log.js';
import { WebhookSender } from './webhook-sender.js';

@ApiTags('webhooks')
@Controller()
export class WebhooksController {
  constructor(
    private readonly renders: KnownRenders,
    private readonly deliveries: DeliveryLog,
    private readonly sender: WebhookSender,
  ) {}

  @Get('renders/:id/webhook-deliveries')
  @Needs('read')
  @Answers({
    id: 'listWebhookDeliveries',
    summary: 'Webhooks of a render and their tries',
    status: 200,
    schema: 'WebhookDeliveryList',
    problems: [404],
  })
  async list(@Param('id') id: string, @From() { owner }: Caller): Promise<object> {
    await this.renders.find(owner, id);
    return { items: (await this.deliveries.list(id.slice('rnd_'.length))).map(publicDelivery) };
  }

  @Post('webhook-deliveries/:id/redeliver')
  @Needs('submit')
  @HttpCode(202)
  @Answers({
    id: 'redeliverWebhook',
    summary: 'Send a webhook again',
    status: 202,
    schema: 'WebhookDelivery',
    problems: [...OF_EVERY_BODY, 404],
  })
  async redeliver(@Param('id') id: string, @From() { owner }: Caller): Promise<object> {
    const delivery = await this.deliveries.read(id);
    if (delivery === null || delivery.owner !== owner) {
      throw new FramefarmError('NOT_FOUND', 'There is no delivery of this id.');
    }
    await this.sender.redeliver(delivery);
    return publicDelivery({ ...delivery, status: 'pending' });
  }
}
