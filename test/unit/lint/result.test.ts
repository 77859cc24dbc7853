import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { lintComposition } from '@framefarm/composition';
import { describe, expect, it } from 'vitest';
import { lintProject } from '../../../libs/render/src/project/lint-project.js';
import { failure, project } from '../composition/project.js';
import { animated, codesOf, host, lint, page } from './project.js';

const examples = join(import.meta.dirname, '../../../examples');

describe('the result of lint', () => {
  it('counts by severity and is ok without errors', async () => {
    const inside = '<video src="a.mp4" data-end="2"></video>';
    expect(await lint({ 'index.html': page(inside), 'a.mp4': '' })).toMatchObject({
      ok: false,
      errorCount: 1,
      warningCount: 2,
      infoCount: 0,
    });
    expect(await lint(page('<p data-start="0">x</p>'))).toMatchObject({ ok: true, errorCount: 0, warningCount: 1 });
  });

  it('says what, where and what to do', async () => {
    const { findings } = await lint(page('<p\n  id="late" class="clip" data-start="later-1">x</p>'));
    expect(findings).toEqual([
      {
        code: 'unresolved_start_reference',
        severity: 'error',
        message: expect.stringContaining('"late" starts at "later-1"'),
        file: 'index.html',
        elementId: 'late',
        fixHint: 'Write data-start="later - 1", or a number of seconds.',
        snippet: '<p id="late" class="clip" data-start="later-1">',
      },
    ]);
  });

  // Where each call goes through those before it, that takes longer than a test may.
  it('of a chain of thousands of tweens, as tools write them, is there in time that grows with its length', async () => {
    const { findings } = await lint(
      animated(`gsap.timeline()${'.to("#a", { x: 1 })'.repeat(8_000)};`, '<p id="a">x</p>'),
    );
    expect(findings).not.toEqual([]);
  });

  it('names file and line of a script', async () => {
    const code = '\n\nconst a = Math.random();';
    const { findings } = await lint({
      'index.html': page('x', { after: `<script src="js/a.js"></script>` }),
      'js/a.js': code,
    });
    expect(findings[0]).toMatchObject({ file: 'js/a.js', snippet: 'const a = Math.random();' });
    expect(findings[0]?.message).toContain('js/a.js:3');
  });

  it('tells a fault of a file once, however often it is mounted', async () => {
    const files = {
      'index.html': page(host('c', 'c.html') + host('c', 'c.html') + host('c', 'c.html')),
      'c.html': '<template><div data-composition-id="c" data-no-timeline><img src="a.png"></div></template>',
    };
    expect(codesOf(await lint(files))).toEqual(['missing_local_asset']);
  });

  it('reads modules that scripts import, and leaves libraries alone', async () => {
    const files = {
      'index.html': page('x', {
        after: '<script type="module" src="a.js"></script><script src="lib/big.js"></script>',
      }),
      'a.js': 'import "./parts/b.js";',
      'parts/b.js': 'Date.now();',
      'lib/big.js': 'Math.random();',
    };
    const { findings } = await lint(files);
    expect(findings.map(({ code, file }) => `${code} ${file}`)).toEqual(['non_deterministic_code parts/b.js']);
  });

  it('ends when compositions mount each other, and says so in the words of a render', async () => {
    const child = (id: string, other: string): string =>
      `<template><div data-composition-id="${id}" data-no-timeline>x${host(other, `${other}.html`)}</div></template>`;
    const result = await lint({
      'index.html': page(host('a', 'a.html')),
      'a.html': child('a', 'b'),
      'b.html': child('b', 'a'),
    });
    expect(result.findings).toMatchObject([
      {
        code: 'composition_cycle',
        file: 'b.html',
        message: 'composition "a" mounts itself (index.html > a.html > b.html > a.html); the inner mount is skipped',
      },
    ]);
  });

  it('fails only when there is no entry', async () => {
    const error = await failure(lintComposition({ project: project({}), entryFile: 'index.html' }));
    expect(error.code).toBe('COMPOSITION_NOT_FOUND');
  });
});

it.each(
  readdirSync(examples, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name),
)('the example %s has no findings', async (name) => {
  const result = await lintProject({
    projectDir: join(examples, name),
    composition: 'index.html',
    packageMap: true,
    packageDirs: [],
    packageVersions: 'compatible',
    cdnjsPackages: {},
    outsideLinks: true,
    ...(name === 'lower-third' ? { format: 'webm' as const } : {}),
  });
  expect(result.findings).toEqual([]);
});
