/** An event of a render as clients see it (http-api 3.4). Pure. */
import type { RenderRecord, RenderStreamEvent } from '@framefarm/farm';
import { type JsonObject, publicFailure, publicOutput, publicWarning } from '../renders/render-object.js';

export function publicEvent(
  event: RenderStreamEvent,
  record: Pick<RenderRecord, 'outputName' | 'metadata'>,
): JsonObject {
  const { metadata } = record;
  const base = metadata === null || metadata === undefined ? {} : { metadata };
  switch (event.type) {
    case 'completed':
      return { ...event, output: publicOutput(event.output, event.renderId, record.outputName), ...base };
    case 'failed':
      return { ...event, error: publicFailure(event.error), ...base };
    case 'warning':
      return { ...event, warning: publicWarning(event.warning), ...base };
    default:
      return { ...event, ...base };
  }
}
