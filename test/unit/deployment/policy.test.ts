/** What the documents of k8s/ have to hold beyond their schemas (security 2.4, farm-practice 10). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  PRODUCER_SETTINGS,
  S3_SETTINGS,
  type SettingTable,
  TELEMETRY_SETTINGS,
  WORKER_SETTINGS,
} from '@framefarm/contract';
import { describe, expect, it } from 'vitest';
import { FARM_METRICS } from '../../../apps/producer/src/metrics/metric-table.js';
import { type Manifest, renderOverlay } from '../../support/containers/kustomize.js';
import { repository } from '../../support/projects/project.js';

/** Seconds after the drain in which a worker hands back what is left and ends its lanes. */
const HAND_BACK_SECONDS = 30;
const VERSION = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')).version as string;

const TABLES: readonly SettingTable[] = [PRODUCER_SETTINGS, WORKER_SETTINGS, S3_SETTINGS, TELEMETRY_SETTINGS];
const SETTINGS = new Map(TABLES.flatMap((table) => Object.values(table)).map((spec) => [spec.env, spec]));

const isSubset = (wanted: Record<string, string>, labels: Record<string, string>): boolean =>
  Object.entries(wanted).every(([name, value]) => labels[name] === value);

/** Whether a selector of labels takes a pod with these. */
function selects({ matchLabels = {}, matchExpressions = [] }: Manifest, labels: Record<string, string>): boolean {
  return (
    isSubset(matchLabels, labels) &&
    matchExpressions.every(({ key, operator, values }: Manifest) => operator === 'In' && values.includes(labels[key]))
  );
}

describe.each(['dev', 'prod'])('overlay %s', (name) => {
  const documents = renderOverlay(join(repository, 'k8s/overlays', name));
  const all = (kind: string): readonly Manifest[] => documents.filter((one) => one.kind === kind);
  const workloads = documents.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');
  const labelsOf = ({ spec }: Manifest): Record<string, string> => spec.template.metadata.labels;
  const byName = (list: readonly Manifest[]): [string, Manifest][] => list.map((one) => [one.metadata.name, one]);
  const config = Object.assign({}, ...all('ConfigMap').map(({ data }) => data)) as Record<string, string>;
  const workload = (component: string): Manifest =>
    workloads.find((one) => labelsOf(one)['app.kubernetes.io/component'] === component) ?? {};
  const envOf = (one: Manifest): Record<string, string> =>
    Object.fromEntries(one.spec.template.spec.containers[0].env.map((entry: Manifest) => [entry.name, entry.value]));

  it('lets the cluster refuse what is less than restricted', () => {
    const [namespace] = all('Namespace');
    expect(namespace?.metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' });
    for (const one of documents)
      if (one.kind !== 'Namespace') expect(one.metadata.namespace).toBe(namespace?.metadata.name);
  });

  it.each(byName(workloads))('%s runs as nobody in particular, and can become nothing else', (_name, { spec }) => {
    const { template } = spec;
    const pod = template.spec;
    expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: expect.any(Number) });
    expect(pod.securityContext.runAsUser).toBeGreaterThan(0);
    expect(['RuntimeDefault', 'Localhost']).toContain(pod.securityContext.seccompProfile.type);
    for (const forbidden of ['hostNetwork', 'hostPID', 'hostIPC']) expect(pod[forbidden]).toBeUndefined();
    const volumes: readonly Manifest[] = pod.volumes ?? [];
    expect(volumes.filter(({ hostPath }) => hostPath)).toEqual([]);
    for (const { emptyDir } of volumes) if (emptyDir) expect(emptyDir.sizeLimit).toMatch(/^\d+[GM]i$/);
    for (const { securityContext } of pod.containers) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it.each(byName(workloads))('%s says what it needs, what it may take, and whether it is well', (_name, { spec }) => {
    for (const one of spec.template.spec.containers) {
      for (const amounts of [one.resources.requests, one.resources.limits]) {
        expect(amounts).toMatchObject({ cpu: expect.any(String), memory: expect.any(String) });
      }
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) expect(one[probe]).toBeDefined();
      const tag = /:([\w.-]+)$/.exec(one.image)?.[1];
      expect(tag).toMatch(/^\d+\.\d+\.\d+/);
      if (one.image.includes('framefarm/')) expect(tag).toBe(VERSION);
    }
  });

  it.each(byName(workloads))('%s is selected by its own labels', (_name, one) => {
    expect(selects(one.spec.selector, labelsOf(one))).toBe(true);
    const others = workloads.filter((other) => other !== one);
    for (const other of others) expect(selects(one.spec.selector, labelsOf(other))).toBe(false);
  });

  it('every variable is one of the settings, with a value that the table allows', () => {
    const given = [
      ...Object.entries(config),
      ...['producer', 'worker'].flatMap((component) => Object.entries(envOf(workload(component)))),
    ];
    for (const [variable, value] of given) {
      const spec = SETTINGS.get(variable);
      expect(spec, variable).toBeDefined();
      if (spec?.kind !== 'integer' || value === undefined) continue;
      expect(Number(value), variable).toBeGreaterThanOrEqual(spec.min ?? 0);
      expect(Number(value), variable).toBeLessThanOrEqual(spec.max ?? Number.POSITIVE_INFINITY);
    }
  });

  it('a secret is only ever named, never told', () => {
    expect(all('Secret')).toEqual([]);
    const secret = (variable: string): boolean =>
      SETTINGS.get(variable)?.secret === true || variable === 'S3_ACCESS_KEY_ID';
    expect(Object.keys(config).filter(secret)).toEqual([]);
    for (const { spec } of workloads) {
      for (const { env = [] } of spec.template.spec.containers) {
        for (const entry of env)
          if (secret(entry.name))
            expect(entry).toEqual({ name: entry.name, valueFrom: { secretKeyRef: expect.anything() } });
      }
    }
    expect(JSON.stringify(documents)).not.toMatch(/rediss?:\/\/[^"]*@/);
  });

  it('ports are those of the app, and every port that something names is there', () => {
    const ports = (one: Manifest): Record<string, number> =>
      Object.fromEntries(
        one.spec.template.spec.containers[0].ports.map((port: Manifest) => [port.name, port.containerPort]),
      );
    expect(ports(workload('producer'))).toEqual({
      http: PRODUCER_SETTINGS.port.default,
      health: PRODUCER_SETTINGS.healthPort.default,
    });
    expect(envOf(workload('producer'))).toMatchObject({
      PRODUCER_PORT: String(PRODUCER_SETTINGS.port.default),
      PRODUCER_HEALTH_PORT: String(PRODUCER_SETTINGS.healthPort.default),
      PRODUCER_HOST: '0.0.0.0',
    });
    expect(ports(workload('worker'))).toEqual({ health: Number(envOf(workload('worker')).WORKER_HEALTH_PORT) });
    for (const service of all('Service')) {
      const [target] = workloads.filter((one) => selects({ matchLabels: service.spec.selector }, labelsOf(one)));
      for (const { targetPort } of service.spec.ports) expect(Object.keys(ports(target ?? {}))).toContain(targetPort);
    }
    for (const one of workloads) {
      const [container] = one.spec.template.spec.containers;
      for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
        const port = probe.httpGet?.port ?? probe.tcpSocket?.port;
        if (port !== undefined) expect(Object.keys(ports(one))).toContain(port);
      }
    }
    for (const { backend } of all('Ingress')[0]?.spec.rules[0].http.paths ?? []) {
      const [service] = all('Service').filter((one) => one.metadata.name === backend.service.name);
      expect(service?.spec.ports.map((port: Manifest) => port.name)).toContain(backend.service.port.name);
    }
  });

  it('a worker that has to go finishes its chunks, or hands them back, before it is killed', () => {
    const { spec } = workload('worker');
    const { terminationGracePeriodSeconds, containers } = spec.template.spec;
    const drain = Number(envOf(workload('worker')).FRAMEFARM_DRAIN_SECONDS ?? WORKER_SETTINGS.drainSeconds.default);
    expect(drain).toBeGreaterThanOrEqual(WORKER_SETTINGS.drainSeconds.default);
    expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drain + HAND_BACK_SECONDS);
    expect(containers[0].lifecycle.preStop.exec.command.join(' ')).toContain('kill -TERM 1');
    expect(spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
  });

  it("Chromium's sandbox has its profile, and its cache fits into the worker's disk", () => {
    const pod = workload('worker').spec.template.spec;
    expect(pod.securityContext.seccompProfile).toEqual({
      type: 'Localhost',
      localhostProfile: 'framefarm/seccomp.json',
    });
    expect(envOf(workload('worker')).FRAMEFARM_SANDBOX ?? config.FRAMEFARM_SANDBOX).toBeUndefined();
    const sizeOf = (volume: string): string =>
      pod.volumes.find((one: Manifest) => one.name === volume).emptyDir.sizeLimit;
    expect(Number.parseInt(sizeOf('tmp'), 10) * 1024).toBeGreaterThan(
      Number(envOf(workload('worker')).FRAMEFARM_CACHE_MB),
    );
  });

  it('evictions leave a producer, and take one worker at a time', () => {
    const budgets = all('PodDisruptionBudget');
    for (const component of ['producer', 'worker']) {
      const own = budgets.filter(({ spec }) => selects(spec.selector, labelsOf(workload(component))));
      expect(own).toHaveLength(1);
    }
    // Not minAvailable: a farm with one producer would hold up the maintenance of its node for ever.
    expect(budgets.map(({ spec }) => spec.maxUnavailable)).toEqual([1, 1]);
  });

  it('pods of one kind lie on different nodes where there are several', () => {
    const host = 'kubernetes.io/hostname';
    const [{ podAffinityTerm }] =
      workload('worker').spec.template.spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution;
    expect(podAffinityTerm.topologyKey).toBe(host);
    expect(selects(podAffinityTerm.labelSelector, labelsOf(workload('worker')))).toBe(true);
    const [spread] = workload('producer').spec.template.spec.topologySpreadConstraints;
    expect(spread).toMatchObject({ topologyKey: host, maxSkew: 1 });
    expect(selects(spread.labelSelector, labelsOf(workload('producer')))).toBe(true);
  });

  it('every pod is denied all traffic but what a policy of its own names', () => {
    const policies = all('NetworkPolicy');
    const [deny] = policies.filter(({ spec }) => !spec.ingress && !spec.egress);
    expect(deny?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    for (const one of workloads) {
      const own = policies.filter(
        ({ spec }) => spec.podSelector.matchLabels && selects(spec.podSelector, labelsOf(one)),
      );
      expect(own, one.metadata.name).toHaveLength(1);
    }
    const rules = policies.flatMap(({ spec }) => [...(spec.ingress ?? []), ...(spec.egress ?? [])]);
    for (const rule of rules) {
      expect(rule.from ?? rule.to).not.toHaveLength(0);
      expect(rule.ports).not.toHaveLength(0);
      for (const { ipBlock } of rule.from ?? rule.to) {
        if (ipBlock?.cidr === '0.0.0.0/0') expect(ipBlock.except).toContain('169.254.0.0/16');
      }
    }
  });

  it('the way in holds nothing of an event stream back, and takes uploads of the size that the producer takes', () => {
    const [ingress] = all('Ingress');
    const setting = (key: string): string => ingress?.metadata.annotations[`nginx.ingress.kubernetes.io/${key}`];
    expect(setting('proxy-buffering')).toBe('off');
    expect(Number(setting('proxy-read-timeout'))).toBeGreaterThanOrEqual(600);
    expect(setting('proxy-body-size')).toBe('200m');
  });
});

describe('overlay dev', () => {
  const documents = renderOverlay(join(repository, 'k8s/overlays/dev'));

  it('keeps what Redis acknowledged, and evicts nothing', () => {
    const redis = documents.find(({ kind }) => kind === 'StatefulSet');
    const words = redis?.spec.template.spec.containers[0].args.join(' ');
    expect(words).toContain('--appendonly yes');
    expect(words).toContain('--maxmemory-policy noeviction');
    expect(redis?.spec.volumeClaimTemplates).toHaveLength(1);
  });
});

describe('overlay prod', () => {
  const documents = renderOverlay(join(repository, 'k8s/overlays/prod'));
  const find = (kind: string, name: string): Manifest =>
    documents.find((one) => one.kind === kind && one.metadata.name === name) ?? {};

  it('asks for keys', () => {
    const [container] = find('Deployment', 'framefarm-producer').spec.template.spec.containers;
    const variables = container.env.map((entry: Manifest) => entry.name);
    expect(variables).toContain('FRAMEFARM_API_KEYS_FILE');
    expect(JSON.stringify(documents)).not.toContain('FRAMEFARM_AUTH');
  });

  it('scales workers from none, by metrics that producers serve, at as many chunks as a worker has slots', () => {
    const { spec } = find('ScaledObject', 'framefarm-worker');
    const worker = find('Deployment', spec.scaleTargetRef.name);
    expect(worker.spec.replicas).toBeUndefined();
    expect(spec).toMatchObject({ minReplicaCount: 0, cooldownPeriod: 300 });
    expect(spec.advanced.horizontalPodAutoscalerConfig.behavior.scaleDown.stabilizationWindowSeconds).toBe(300);
    const known = new Set(Object.keys(FARM_METRICS));
    for (const { metadata } of spec.triggers) {
      // Figures that are missing hold the workers that are there; they are not taken for zero.
      expect(metadata.ignoreNullValues).toBe('false');
      const names = metadata.query.match(/framefarm_\w+/g) ?? [];
      expect(names.length).toBeGreaterThan(0);
      for (const name of names) expect(known).toContain(name);
      for (const scope of metadata.query.match(/namespace="[^"]*"/g)) expect(scope).toBe('namespace="framefarm"');
    }
    const slots = worker.spec.template.spec.containers[0].env.find(
      ({ name }: Manifest) => name === 'WORKER_SLOTS',
    ).value;
    expect(spec.triggers.find(({ name }: Manifest) => name === 'chunks').metadata.threshold).toBe(slots);
    // Without a worker no chunk is known: what wakes the first one are renders that wait.
    expect(spec.triggers.find(({ name }: Manifest) => name === 'work').metadata.query).toContain(
      'framefarm_queue_length',
    );
  });

  it('reads the metrics of producers and workers from the ports that serve them', () => {
    const monitors = documents.filter(({ kind }) => kind === 'ServiceMonitor');
    expect(monitors.map(({ metadata }) => metadata.name).sort()).toEqual(['framefarm-producer', 'framefarm-worker']);
    for (const monitor of monitors) {
      const [service] = documents.filter(
        (one) => one.kind === 'Service' && selects(monitor.spec.selector, one.metadata.labels),
      );
      const [{ port, path }] = monitor.spec.endpoints;
      expect(path).toBe('/metrics');
      expect(service?.spec.ports.map((one: Manifest) => one.name)).toContain(port);
    }
  });
});
