import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { streams } from '../../support/output/decode.js';
import { composition, makeProject } from '../../support/projects/project.js';
import { framefarm } from '../../support/renders/command-line.js';

const PAGE = composition('<p data-var-text="word" style="color:#fff"></p>', {
  duration: 0.2,
  attributes: 'data-no-timeline',
});

describe('framefarm.config.json', () => {
  it('gives a render its defaults, which flags put aside', async () => {
    const cwd = await makeProject({
      'film/index.html': PAGE,
      'film/values.json': '{"word":"Hello"}',
      'film/framefarm.config.json': JSON.stringify({
        format: 'webm',
        fps: 20,
        videoBitrate: '1M',
        vp9CpuUsed: 8,
        gifLoop: 2,
        variablesFile: 'values.json',
        output: 'out/film.webm',
      }),
    });
    const plain = await framefarm(['render', 'film'], { cwd });
    expect(plain.stderr).not.toContain('Error');
    expect(plain.stdout).toContain(`Encoded to ${join('film', 'out', 'film.webm')}`);
    const { video } = await streams(join(cwd, 'film', 'out', 'film.webm'));
    expect([video?.codec_name, video?.avg_frame_rate]).toEqual(['vp9', '20/1']);

    const flags = ['--crf', '30', '--format', 'mp4', '--fps', '10', '-o', 'a.mp4', '--variables', '{"word":"Bye"}'];
    const given = await framefarm(['render', 'film', ...flags, '--quality', 'draft'], { cwd });
    expect(given.exitCode).toBe(0);
    expect((await streams(join(cwd, 'a.mp4'))).video).toMatchObject({ codec_name: 'h264', avg_frame_rate: '10/1' });
  });

  it('is checked by every command before anything starts, with all other faults, and can be left out', async () => {
    const cwd = await makeProject({
      'index.html': PAGE,
      'package.json': JSON.stringify({ name: 'film', framefarm: { quality: 'hihg', colour: 1, ffmpegPath: './evil' } }),
    });
    const refused = await framefarm(['render', '--fps', '0'], { cwd });
    expect([refused.exitCode, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain('package.json (framefarm): quality "hihg"');
    expect(refused.stderr).toContain('did you mean "high"?');
    expect(refused.stderr).toContain('package.json (framefarm): colour is not a key of this file');
    expect(refused.stderr).toContain('package.json (framefarm): ffmpegPath cannot be set here');
    expect(refused.stderr).toContain('--fps "0"');
    expect(existsSync(join(cwd, 'renders'))).toBe(false);
    expect((await framefarm(['lint'], { cwd })).exitCode).toBe(2);
    expect((await framefarm(['lint', '--no-config'], { cwd })).exitCode).toBe(0);
  });
});
