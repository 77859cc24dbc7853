import { NO_TRACING, openTracing, readTraceparent, renderPlace, traceparent } from '@framefarm/telemetry';
import { describe, expect, it } from 'vitest';

const GIVEN = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('a place in a trace', () => {
  it('is read from a traceparent and written as it was', () => {
    const place = readTraceparent(GIVEN);
    expect(place).toMatchObject({ spanId: 'b7ad6b7169203331', sampled: true });
    expect(place && traceparent(place)).toBe(GIVEN);
    expect(readTraceparent(GIVEN.replace(/01$/, '00'))?.sampled).toBe(false);
  });

  it.each([
    null,
    undefined,
    '',
    'x',
    ['a', 'b'],
    GIVEN.replace('0af7651916cd43dd8448eb211c80319c', '0'.repeat(32)),
    GIVEN.replace('b7ad6b7169203331', '0'.repeat(16)),
    GIVEN.replace(/^00/, 'ff'),
    GIVEN.toUpperCase(),
    `${GIVEN}\r\nx: y`,
  ])('is not read from %j', (text) => {
    expect(readTraceparent(text)).toBeNull();
  });

  it('of a render is the same for everybody, another one for each run, and lies in the trace of its request', () => {
    const request = readTraceparent(GIVEN);
    const place = renderPlace('rnd_1', 1, request);
    expect(place).toEqual(renderPlace('rnd_1', 1, request));
    expect(place).toMatchObject({ traceId: request?.traceId, spanId: expect.stringMatching(/^[\da-f]{16}$/) });
    expect(renderPlace('rnd_1', 2, request).spanId).not.toBe(place.spanId);
    expect(renderPlace('rnd_1', 1, null).traceId).toMatch(/^[\da-f]{32}$/);
  });
});

describe('tracing', () => {
  it('is nothing where it is not configured', async () => {
    expect(await openTracing('worker', {})).toBe(NO_TRACING);
    const disabled = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', OTEL_SDK_DISABLED: 'true' };
    expect(await openTracing('worker', disabled)).toBe(NO_TRACING);
    expect(NO_TRACING.begin('x', { parent: null }).place).toBeNull();
  });

  it('refuses an endpoint that is no URL and a switch that is none, naming the variable', async () => {
    const unwanted = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', OTEL_SDK_DISABLED: 'perhaps' };
    await expect(openTracing('worker', unwanted)).rejects.toMatchObject({
      message: 'OTEL_SDK_DISABLED "perhaps": must be 1 or 0',
    });
    const opened = openTracing('worker', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' });
    await expect(opened).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringMatching(/^OTEL_EXPORTER_OTLP_ENDPOINT "collector:4318": must be/),
    });
  });
});
