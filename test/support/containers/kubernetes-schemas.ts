/**
 * The schemas of Kubernetes, KEDA and the Prometheus operator, as packages of npm carry them: compiled from the projects' own
 * OpenAPI documents and resource definitions, once to validators and once to types. Validators know values; only the types
 * know which fields there are.
 */
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { repository } from '../projects/project.js';
import type { Manifest } from './kustomize.js';

const PACKAGES: Readonly<Record<string, string>> = {
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

function moduleOf({ apiVersion, kind }: Manifest): string {
  const [group = ''] = String(apiVersion).split('/');
  return `${PACKAGES[group] ?? 'kubernetes-models'}/${apiVersion}/${kind}`;
}

/** @throws with the first faults, where a value is not of the schema of its kind. */
export async function validate(document: Manifest): Promise<void> {
  const { [document.kind]: Model } = await import(moduleOf(document));
  new Model(document).validate();
}

/** What the types of their kinds say against the documents: unknown fields, missing ones, wrong values. */
export function typeFaults(documents: readonly Manifest[]): readonly string[] {
  const kinds = [...new Map(documents.map((document) => [moduleOf(document), document.kind]))];
  const source = [
    ...kinds.map(([path, kind]) => `import type { I${kind} } from '${path}';`),
    ...documents.map((document, at) => `export const d${at}: I${document.kind} = ${JSON.stringify(document)};`),
  ].join('\n');
  const file = join(repository, 'test/unit/deployment/manifests.virtual.ts');
  const options: ts.CompilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es2022.d.ts'],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.readFile = (name) => (name === file ? source : readFile(name));
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest);
  host.getCurrentDirectory = () => dirname(file);
  const program = ts.createProgram([file], options, host);
  const own = program.getSourceFile(file);
  return [...program.getSyntacticDiagnostics(own), ...program.getSemanticDiagnostics(own)].map(
    ({ messageText, start = 0 }) => {
      const line = source.slice(0, start).split('\n').length - kinds.length - 1;
      const about = documents[line];
      return `${about?.kind} ${about?.metadata?.name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    },
  );
}
