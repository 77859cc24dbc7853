/** What docker-compose.yml has to hold whichever Compose reads it (issue 6; security 2.4, farm-practice 10). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCER_SETTINGS, S3_SETTINGS, type SettingTable, WORKER_SETTINGS } from '@framefarm/contract';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Manifest } from '../../support/containers/kustomize.js';
import { repository } from '../../support/projects/project.js';

/** Seconds after the drain in which a worker hands back what is left and ends its lanes. */
const HAND_BACK_SECONDS = 30;

const { services, networks } = parse(readFileSync(join(repository, 'docker-compose.yml'), 'utf8'), {
  merge: true,
}) as Manifest;
const each = Object.entries(services) as [string, Manifest][];
const workers = each.filter(([name]) => name.startsWith('worker'));
const producers = each.filter(([name]) => name.startsWith('producer'));

/** A value as it is where the environment sets nothing. */
const unset = (value: string): string => value.replace(/^\$\{\w+:?-(.*)\}$/, '$1');
const seconds = (duration: string): number => Number(/^(\d+)s$/.exec(duration)?.[1]);
const megabytes = (size: string): number => Number.parseInt(size, 10) * (/g/i.test(size) ? 1024 : 1);

describe('docker-compose.yml', () => {
  it.each(each)('%s can write to its volumes alone, become nothing else, and take no more than its share', (_, one) => {
    expect(one).toMatchObject({ restart: 'unless-stopped', read_only: true, cap_drop: ['ALL'] });
    expect(one.security_opt).toContain('no-new-privileges:true');
    expect(one.privileged).toBeUndefined();
    for (const limit of ['mem_limit', 'cpus', 'pids_limit'])
      expect(Number.parseFloat(unset(String(one[limit])))).toBeGreaterThan(0);
  });

  it.each([...producers, ...workers])('%s is given settings that it knows, and no secret', (_, { environment }) => {
    const tables: SettingTable[] = [PRODUCER_SETTINGS, WORKER_SETTINGS, S3_SETTINGS];
    const known = new Map(tables.flatMap((table) => Object.values(table)).map((spec) => [spec.env, spec]));
    for (const [name, value] of Object.entries(environment)) {
      expect(known.has(name), name).toBe(true);
      if (known.get(name)?.secret === true && name !== 'REDIS_URL') expect(unset(String(value)), name).toBe('');
    }
  });

  it('a worker that is stopped finishes its chunks, or hands them back, before it is killed', () => {
    for (const [, { environment, stop_grace_period: grace }] of workers) {
      const drain = Number(unset(environment.FRAMEFARM_DRAIN_SECONDS));
      expect(drain).toBeGreaterThanOrEqual(WORKER_SETTINGS.drainSeconds.default);
      expect(seconds(grace)).toBeGreaterThanOrEqual(drain + HAND_BACK_SECONDS);
    }
  });

  it("workers have the profile of Chromium's sandbox, and reach Redis alone where no object storage is", () => {
    for (const [, one] of workers) {
      expect(one.security_opt).toContain('seccomp:docker/seccomp.json');
      expect(one.environment.FRAMEFARM_SANDBOX).toBeUndefined();
    }
    expect(networks.farm).toEqual({ internal: true });
    expect([services.redis.networks, services.worker.networks]).toEqual([['farm'], ['farm']]);
  });

  it('the API is reached from this host alone', () => {
    for (const [, { ports }] of producers) for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    for (const [, { ports }] of [...workers, ['redis', services.redis] as const]) expect(ports).toBeUndefined();
  });

  it('Redis keeps what it acknowledged, evicts nothing, and refuses before it is killed', () => {
    const { command, mem_limit: limit } = services.redis;
    const words = command.map(unset);
    expect(words.join(' ')).toContain('--appendonly yes');
    expect(words.join(' ')).toContain('--maxmemory-policy noeviction');
    expect(megabytes(words[words.indexOf('--maxmemory') + 1])).toBeLessThan(megabytes(unset(limit)));
  });

  it('object storage is a profile: only there are its settings', () => {
    const storing = each.filter(([, { environment = {} }]) => environment.S3_ENDPOINT !== undefined);
    expect(storing.map(([name]) => name)).toEqual(['producer-s3', 'worker-s3']);
    for (const [, { profiles }] of storing) expect(profiles).toEqual(['object-storage']);
    for (const name of ['redis', 'producer', 'worker']) expect(services[name].profiles).toBeUndefined();
  });
});
