import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decode, streams } from '../../support/output/decode.js';
import { scratchDirectory } from '../../support/projects/project.js';
import { framefarm } from '../../support/renders/command-line.js';

describe('framefarm init', () => {
  it.concurrent.each([
    ['title', 'mp4', []],
    ['slides', 'mp4', ['--strict-variables']],
    ['lower-third', 'webm', []],
  ])('%s renders as it is, to %s', async (template, extension, flags) => {
    const cwd = scratchDirectory();
    const made = await framefarm(['init', 'my project', '--template', template], { cwd });
    expect(made.exitCode).toBe(0);
    expect(made.stdout).toContain("framefarm render 'my project'\n");
    expect(made.stderr).toBe('');

    const short = ['--fps', '10', '--frames', '20-21', '--quality', 'draft', '--strict-all', ...flags];
    const rendered = await framefarm(['render', 'my project', ...short], { cwd });
    expect(rendered.stderr).not.toContain('Warning');
    expect(rendered.exitCode).toBe(0);
    const output = join(cwd, 'renders', `my project.${extension}`);
    expect(Number((await streams(output)).video?.nb_read_packets)).toBe(2);
    const frames = await decode(output, { vp9: extension === 'webm' });
    expect(frames.pixel(1, 1910, 10)[3]).toBe(extension === 'webm' ? 0 : 255);
  });

  it('refuses to overwrite, naming what is in the way', async () => {
    const cwd = scratchDirectory();
    await framefarm(['init'], { cwd });
    const before = readdirSync(cwd);
    const again = await framefarm(['init', '--template', 'slides'], { cwd });
    expect(again.exitCode).toBe(2);
    expect(again.stderr).toMatch(/index\.html is there already\n {2}framefarm\.config\.json is there already/);
    expect(readdirSync(cwd)).toEqual(before);
  });
});
