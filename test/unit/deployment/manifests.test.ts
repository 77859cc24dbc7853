/** k8s/ against the schemas of what reads it. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { typeFaults, validate } from '../../support/containers/kubernetes-schemas.js';
import { type Manifest, renderOverlay } from '../../support/containers/kustomize.js';
import { repository } from '../../support/projects/project.js';

const overlay = (name: string): readonly Manifest[] => renderOverlay(join(repository, 'k8s/overlays', name));
const named = (documents: readonly Manifest[]): [string, Manifest][] =>
  documents.map((document) => [`${document.kind} ${document.metadata.name}`, document]);

describe.each(['dev', 'prod'])('overlay %s', (name) => {
  it.each(named(overlay(name)))('%s is valid', (_name, document) => validate(document));

  it('names each object once', () => {
    const names = named(overlay(name)).map(([key]) => key);
    expect(names).toEqual([...new Set(names)]);
  });
});

it('no document has a field that its kind does not know', () => {
  expect(typeFaults([...overlay('dev'), ...overlay('prod')])).toEqual([]);
});

it('these checks find a wrong value and a wrong field, of Kubernetes and of both extensions', async () => {
  const broken = (kind: string, change: (document: Manifest) => void): Manifest => {
    const found = structuredClone(overlay('prod').find((one) => one.kind === kind)) ?? {};
    change(found);
    return found;
  };
  const wrong = [
    broken('Deployment', ({ spec }) => Object.assign(spec, { replicas: 'two' })),
    broken('ScaledObject', ({ spec }) => Object.assign(spec, { maxReplicaCount: 'ten' })),
    broken('ServiceMonitor', ({ spec }) => Object.assign(spec, { endpoints: 'health' })),
  ];
  for (const document of wrong) await expect(validate(document)).rejects.toThrow();
  const unknown = [
    broken('Deployment', ({ spec }) => Object.assign(spec.template.spec.containers[0], { livelinessProbe: {} })),
    broken('ScaledObject', ({ spec }) => Object.assign(spec, { minReplicas: 1 })),
    broken('ServiceMonitor', ({ spec }) => Object.assign(spec.endpoints[0], { url: '/metrics' })),
  ];
  expect(typeFaults(unknown)).toEqual([
    expect.stringContaining('livelinessProbe'),
    expect.stringContaining('minReplicas'),
    expect.stringContaining('url'),
  ]);
});
