import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { metricRows } from '@framefarm/telemetry';
import { describe, expect, it } from 'vitest';
import { FARM_METRICS, PRODUCER_METRICS } from '../../../apps/producer/src/metrics/metric-table.js';
import { WORKER_METRICS } from '../../../apps/worker/src/metrics/metric-table.js';
import { repository } from '../../support/projects/project.js';

const TABLES = { FARM_METRICS, PRODUCER_METRICS, WORKER_METRICS };

describe('docs/metrics.md', () => {
  const page = readFileSync(join(repository, 'docs/metrics.md'), 'utf8');

  it('tells of every metric what its table says, and of no other', () => {
    const told = page.split('\n').filter((line) => line.startsWith('| `framefarm_'));
    expect(told).toEqual(Object.values(TABLES).flatMap(metricRows));
  });
});

describe.each(Object.entries(TABLES))('%s', (_table, metrics) => {
  it.each(Object.entries(metrics))('%s follows the naming rules of Prometheus', (name, { type, unit }) => {
    expect(name).toMatch(/^framefarm(_[a-z]+)+$/);
    expect(name.endsWith('_total')).toBe(type === 'counter');
    if (unit === 'seconds' || unit === 'bytes') expect(name).toMatch(new RegExp(`_${unit}$`));
  });
});
