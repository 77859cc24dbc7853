/** The producer as one NestJS module: what is shared between producers is handed in, the rest is made here. */
import type { Farm } from '@framefarm/farm';
import type { ObjectStore } from '@framefarm/storage';
import type { Tracing } from '@framefarm/telemetry';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { BatchEventsController } from './batches/batch-events.controller.js';
import { BatchSubmissions } from './batches/batch-submissions.js';
import { BatchesController } from './batches/batches.controller.js';
import { KnownBatches } from './batches/known-batches.js';
import { CompositionStore } from './compositions/composition-store.js';
import { CompositionsController } from './compositions/compositions.controller.js';
import { UploadPlaces } from './compositions/upload-places.js';
import { CONFIG, type ProducerConfig } from './config/producer-config.js';
import { DashboardController } from './dashboard/dashboard.controller.js';
import { DirectController } from './direct/direct.controller.js';
import { DirectRenders } from './direct/direct-renders.js';
import { OutputsController } from './direct/outputs.controller.js';
import { SharedWaits } from './direct/shared-waits.js';
import { EventReplies } from './events/event-replies.js';
import { EventStreams } from './events/event-streams.js';
import { RenderEventsController } from './events/render-events.controller.js';
import { HealthController } from './health/health.controller.js';
import { Drain } from './http/drain.js';
import { Pages } from './http/lists/pages.js';
import type { KnownRoute } from './http/problems/allowed-methods.js';
import { ProblemFilter, ROUTES } from './http/problems/problem-filter.js';
import { OpenRequests } from './http/requests/open-requests.js';
import { KeptAnswers } from './idempotency/kept-answers.js';
import { KEYS, type Keys } from './keys/key-file.js';
import { KeyGuard } from './keys/key-guard.js';
import { LintController } from './lint/lint.controller.js';
import { LOG, type Log } from './log.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { Metrics } from './metrics/metrics.js';
import { OWN_METRICS, type OwnMetrics } from './metrics/own-metrics.js';
import { DOCUMENT, DocsController, type DocumentSource } from './openapi/docs.controller.js';
import { FarmController, WorkersController } from './operation/farm.controller.js';
import { RenderOutputController } from './outputs/render-output.controller.js';
import { OutputSender } from './outputs/send-output.js';
import { KnownRenders } from './renders/known-renders.js';
import { RenderChangesController } from './renders/render-changes.controller.js';
import { RenderDetailsController } from './renders/render-details.controller.js';
import { RenderSubmissions } from './renders/render-submissions.js';
import { RendersController } from './renders/renders.controller.js';
import { TransitionLog } from './renders/transition-log.js';
import { SourcePreparation } from './sources/prepared-source.js';
import { Scratch } from './sources/scratch.js';
import { SharedState } from './state/shared-state.js';
import { FARM, STORE, TRACING } from './tokens.js';
import { DeliveryLog } from './webhooks/delivery-log.js';
import { WebhookSender } from './webhooks/webhook-sender.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';

/** What outlives a request and is opened before the application. */
export interface ProducerParts {
  readonly config: ProducerConfig;
  readonly farm: Farm;
  readonly store: ObjectStore;
  readonly state: SharedState;
  readonly keys: Keys;
  readonly log: Log;
  readonly tracing: Tracing;
  readonly own: OwnMetrics;
  readonly routes: readonly KnownRoute[];
  readonly document: DocumentSource;
}

export const CONTROLLERS = [
  HealthController,
  DirectController,
  OutputsController,
  LintController,
  RenderEventsController,
  RenderOutputController,
  RendersController,
  RenderChangesController,
  RenderDetailsController,
  BatchEventsController,
  BatchesController,
  CompositionsController,
  FarmController,
  WorkersController,
  WebhooksController,
  MetricsController,
  DocsController,
  DashboardController,
];

export const PROVIDERS = [
  Drain,
  Pages,
  KeptAnswers,
  EventStreams,
  EventReplies,
  Scratch,
  CompositionStore,
  UploadPlaces,
  SourcePreparation,
  RenderSubmissions,
  TransitionLog,
  KnownRenders,
  OutputSender,
  SharedWaits,
  DirectRenders,
  BatchSubmissions,
  KnownBatches,
  DeliveryLog,
  WebhookSender,
  Metrics,
];

/** Nest names a module by a class; all that it holds is handed over below. */
@Module({})
class ProducerModule {}

export function producerModule(parts: ProducerParts): DynamicModule {
  return {
    module: ProducerModule,
    controllers: CONTROLLERS,
    providers: [
      { provide: CONFIG, useValue: parts.config },
      { provide: FARM, useValue: parts.farm },
      { provide: STORE, useValue: parts.store },
      { provide: SharedState, useValue: parts.state },
      { provide: KEYS, useValue: parts.keys },
      { provide: LOG, useValue: parts.log },
      { provide: TRACING, useValue: parts.tracing },
      { provide: OWN_METRICS, useValue: parts.own },
      { provide: ROUTES, useValue: parts.routes },
      { provide: DOCUMENT, useValue: parts.document },
      { provide: APP_GUARD, useClass: KeyGuard },
      { provide: APP_FILTER, useClass: ProblemFilter },
      { provide: APP_INTERCEPTOR, useClass: OpenRequests },
      ...PROVIDERS,
    ],
  };
}
