import { compileComposition, type ProjectReader } from '@framefarm/composition';
import type { CompiledComposition, FramefarmError } from '@framefarm/contract';

export type Files = Readonly<Record<string, string>>;

/** A project in memory. */
export const project = (files: Files): ProjectReader => ({
  read: async (path) => (Object.hasOwn(files, path) ? (files[path] ?? null) : null),
  exists: async (path) => Object.hasOwn(files, path),
});

export const compile = (
  files: Files,
  variables: Readonly<Record<string, unknown>> = {},
  entryFile = 'index.html',
): Promise<CompiledComposition> => compileComposition({ project: project(files), entryFile, variables });

export const failure = async (work: Promise<unknown>): Promise<FramefarmError> => {
  try {
    await work;
  } catch (error) {
    return error as FramefarmError;
  }
  throw new Error('expected a failure');
};

/** A document whose root has a size; `inside` goes into the root. */
export const page = (inside: string, rootAttributes = '', head = ''): string =>
  `<!doctype html><html><head>${head}</head><body><div id="main" data-composition-id="main" data-width="1280" data-height="720" ${rootAttributes}>${inside}</div></body></html>`;

export const host = (id: string, source: string, more = ''): string =>
  `<div data-composition-id="${id}" data-composition-src="${source}" ${more}></div>`;

export const codes = (result: { readonly warnings: readonly { readonly code: string }[] }): string[] =>
  result.warnings.map((warning) => warning.code);
