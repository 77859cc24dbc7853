/** The dashboard at `/`: static files of its library with their own policy. */
import { FramefarmError } from '@framefarm/contract';
import { DASHBOARD_POLICY, type DashboardFile, dashboardFiles } from '@framefarm/dashboard';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Open } from '../keys/key-guard.js';

@ApiExcludeController()
@Controller()
export class DashboardController {
  #files: Promise<ReadonlyMap<string, DashboardFile>> | null = null;

  @Get()
  @Open()
  page(@Res() reply: FastifyReply): Promise<void> {
    return this.#send('/', reply);
  }

  @Get('dashboard/:name')
  @Open()
  file(@Param('name') name: string, @Res() reply: FastifyReply): Promise<void> {
    return this.#send(`/dashboard/${name}`, reply);
  }

  async #send(path: string, reply: FastifyReply): Promise<void> {
    this.#files ??= dashboardFiles();
    const file = (await this.#files).get(path);
    if (file === undefined) throw new FramefarmError('NOT_FOUND', 'There is no such file.');
    void reply
      .headers({
        'content-security-policy': DASHBOARD_POLICY,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-cache',
      })
      .type(file.contentType)
      .send(file.body);
  }
}
