import type { OptionName } from '@framefarm/contract';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  FramefarmError,
  type LintOptions,
  lint,
  type RenderOptions,
  render,
} from '../../../oclif/src/library/index.js';
import type { LINT_OPTIONS } from '../../../oclif/src/target/lint-options.js';

/** What only the command line, a batch or a farm has, and what does not work yet. */
type NotOfTheLibrary =
  | 'json'
  | 'quiet'
  | 'gpu'
  | 'hdr'
  | 'browserGpu'
  | 'batch'
  | 'batchConcurrency'
  | 'batchFailFast'
  | 'manifestVariables'
  | 'resume'
  | 'maxConcurrentRenders'
  | 'farm'
  | 'local'
  | 'apiKeyFile'
  | 'wait'
  | 'waitTimeout'
  | 'priority'
  | 'chunks'
  | 'label'
  | 'webhook'
  | 'onInterrupt'
  | 'idempotencyKey';
/** What only a program gives. */
type OfTheProgram = 'cwd' | 'config' | 'signal' | 'onEvent' | 'onProgress';

describe('options of the library', () => {
  it('are those of the option table', () => {
    expectTypeOf<Exclude<keyof RenderOptions, OfTheProgram>>().toEqualTypeOf<Exclude<OptionName, NotOfTheLibrary>>();
    expectTypeOf<Exclude<keyof LintOptions, OfTheProgram>>().toEqualTypeOf<(typeof LINT_OPTIONS)[number]>();
  });

  it('are refused by the names a program knows, all at once', async () => {
    const error = await render('.', { fps: 0, crf: 99, videoBitrate: '5M' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FramefarmError);
    const { code, issues, hint } = error as FramefarmError;
    expect(code).toBe('VALIDATION_FAILED');
    expect(issues.map((issue) => issue.field)).toEqual(['fps', 'crf']);
    expect(hint).not.toContain('--help');
  });

  it.each([
    ['no directory', undefined, {}, ['directory']],
    ['no options', '.', null, ['options']],
    ['a list of options', '.', ['fps'], ['options']],
    [
      'what is no option of a render',
      new URL('file:///x'),
      { cwd: 5, config: true, signal: new AbortController(), onEvent: 'x', onProgress: {} },
      ['directory', 'cwd', 'config', 'signal', 'onEvent', 'onProgress'],
    ],
  ] as const)('and arguments that types forbid are refused: %s', async (_, directory, options, fields) => {
    for (const call of [render, lint]) {
      const error = await call(directory as never, options as never).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(FramefarmError);
      const { code, issues } = error as FramefarmError;
      expect(code).toBe('VALIDATION_FAILED');
      expect(issues.map((issue) => issue.field)).toEqual(fields);
    }
  });

  it('that do not exist are refused', async () => {
    for (const name of ['constructor', '__proto__', 'toString']) {
      const inherited = JSON.parse(`{"${name}":1}`);
      await expect(render('.', inherited)).rejects.toThrow(`${name} is not a render option`);
    }
    const unknown = { colour: 'red', cwd: null, signal: null } as unknown as RenderOptions;
    await expect(render('.', unknown)).rejects.toThrow('colour is not a render option');
    await expect(lint('.', unknown as LintOptions)).rejects.toThrow('colour is not a render option');
  });

  it('that exist for a terminal, a batch or a render alone are refused where they have no effect', async () => {
    const batch = { json: true, batch: 'rows.json' } as RenderOptions;
    await expect(render('.', batch)).rejects.toThrow(
      'json is not an option of this function\nbatch is not an option of this function',
    );
    await expect(lint('.', { crf: 20 } as LintOptions)).rejects.toThrow('crf is not an option of this function');
  });

  it('start at the directory that was named', async () => {
    await expect(lint('nowhere', { cwd: '/tmp' })).rejects.toThrow('/tmp/nowhere does not exist');
  });
});
