import type { RenderEvent, RenderOptions } from '@framefarm/contract';
import { resolveRenderOptions } from '@framefarm/contract';
import { describe, expect, it } from 'vitest';
import { lintGate } from '../../../libs/render/src/project/lint-gate.js';
import { openProject } from '../../../libs/render/src/project/project-reader.js';
import { Report } from '../../../libs/render/src/run/report.js';
import { findingLines, lintDocument, lintSummaryLine } from '../../../oclif/src/formatters/reports/lint-report.js';
import { makeProject } from '../../support/projects/project.js';
import { failure } from '../composition/project.js';
import { lint, page } from './project.js';

const ERROR = '<p class="clip" data-start="nobody">x</p>';
const WARNING = '<p data-start="0">x</p>';

async function gate(files: Record<string, string>, raw: Record<string, unknown> = {}) {
  const resolved = resolveRenderOptions(raw);
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.issues));
  const options: RenderOptions = resolved.options;
  const events: RenderEvent[] = [];
  const report = new Report((event) => events.push(event));
  const directory = await makeProject(files);
  const run = async () => lintGate(directory, await openProject(directory, true), options, report);
  return { run, report, events };
}

describe('lint before a render', () => {
  it('says nothing when there is nothing to say', async () => {
    const { run, events } = await gate({ 'index.html': page('<p>x</p>') }, { strictAll: true });
    await run();
    expect(events).toEqual([]);
  });

  it('is one notice, and the render goes on', async () => {
    const { run, report } = await gate({
      'index.html': page(ERROR + WARNING + WARNING.replace('p', 'b').replace('p', 'b')),
    });
    await run();
    expect(report.notices).toEqual([
      { code: 'lint', message: '1 error, 2 warnings (run "framefarm lint" in the project for details)' },
    ]);
    expect(report.warnings).toEqual([]);
  });

  it.each([
    [{ strict: true }, ERROR, ['unresolved_start_reference']],
    [{ strict: true }, ERROR + WARNING, ['unresolved_start_reference']],
    [{ strictAll: true }, ERROR + WARNING, ['unresolved_start_reference', 'timed_element_missing_clip_class']],
    [{ strictAll: true }, WARNING, ['timed_element_missing_clip_class']],
  ])('with %j fails', async (raw, inside, codes) => {
    const error = await failure((await gate({ 'index.html': page(inside) }, raw)).run());
    expect(error).toMatchObject({ code: 'LINT_FAILED', stage: 'compile' });
    expect(error.issues.map(({ code }) => code)).toEqual(codes);
    expect(error.issues[0]?.message).toContain('index.html');
  });

  it('lets warnings pass under --strict', async () => {
    const { run } = await gate({ 'index.html': page(WARNING) }, { strict: true });
    await expect(run()).resolves.toMatchObject({ ok: true, errorCount: 0, warningCount: 1 });
  });

  it('always stops at an empty root beside a complete composition', async () => {
    const { run } = await gate({ 'index.html': page(''), 'scenes/film.html': page('<p>film</p>') });
    const error = await failure(run());
    expect(error).toMatchObject({
      code: 'LINT_FAILED',
      hint: expect.stringContaining('--composition scenes/film.html'),
    });
  });

  it('does not look for compositions among outputs and installs', async () => {
    const { run, events } = await gate({ 'index.html': page(''), 'node_modules/a/film.html': page('<p>film</p>') });
    await run();
    expect(events).toEqual([]);
  });
});

describe('the report of lint', () => {
  it('names severity, code, file, message, source and hint', async () => {
    const { findings } = await lint(page(WARNING));
    expect(findings.flatMap((finding) => findingLines(finding, false))).toEqual([
      'warning timed_element_missing_clip_class index.html',
      '  <p> is timed but has no class "clip"; framefarm does not need it, editors and previews do',
      '  | <p data-start="0">',
      '  Hint: Add class="clip".',
    ]);
  });

  it('cannot steer a terminal', async () => {
    const { findings } = await lint(page('<p class="clip" data-start="\u001b[2J">x</p>'));
    const lines = findings.flatMap((finding) => findingLines(finding, false));
    expect(lines.join('\n')).toContain('\\x1b[2J');
    expect(lines.join('\n')).not.toContain('\u001b');
  });

  it('counts on the last line', async () => {
    expect(lintSummaryLine(await lint(page('<p>x</p>')))).toBe('No findings.');
    expect(lintSummaryLine(await lint(page(ERROR + WARNING)))).toBe('1 error, 1 warning.');
  });

  it('is one document for programs', async () => {
    const result = await lint(page(ERROR));
    expect(lintDocument(result, '1.2.3')).toEqual({ ...result, _meta: { version: '1.2.3' } });
  });
});
