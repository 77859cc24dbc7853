import { resolveRenderOptions } from '@framefarm/contract';
import { describe, expect, it } from 'vitest';
import type { BrowserInfo } from '../../../libs/browser/src/discovery/browser-info.js';
import { planEncoding } from '../../../libs/render/src/plan/encoding.js';
import { firstPath } from '../../../libs/render/src/surface/first-path.js';

const resolved = resolveRenderOptions({});
if (!resolved.ok) throw new Error('defaults are valid');
const shell = { kind: 'headless-shell', version: '153.0.8010.0' } as BrowserInfo;
const chromium = { kind: 'chromium', version: '150.0.7871.100' } as BrowserInfo;
const video = { format: 'mp4', alpha: false, exact: false } as const;
const file = { format: 'png-sequence', alpha: true, exact: true } as const;

describe('tuning of a render', () => {
  it.each([
    [{ quality: 'standard' }, 2],
    [{ quality: 'high' }, 2],
    [{ quality: 'draft' }, 1],
    // Quality is that of H.264.
    [{ quality: 'draft', format: 'mov' }, 2],
  ] as const)(
    'puts the encoder threads into the plan, without it as many as format and quality say: %o',
    (asked, usual) => {
      const options = resolveRenderOptions(asked);
      if (!options.ok) throw new Error('these are valid');
      const part = { width: 64, height: 36, firstFrame: 0 };
      const threads = (tuned?: number) =>
        planEncoding(options.options, { num: 30, den: 1 }, { ...part, threads: tuned }).threads;
      expect(threads()).toBe(usual);
      expect(threads(3)).toBe(3);
    },
  );
  it('opens the page for the capture path that was asked for', () => {
    expect(firstPath(shell, video)).toBe('surface');
    expect(firstPath(shell, video, 'surface')).toBe('surface');
    expect(firstPath(shell, video, 'beginframe')).toBe('beginframe');
    expect(firstPath(shell, video, 'screenshot')).toBe('screenshot');
  });
  it('takes the usual path where the asked one cannot be had', () => {
    expect(firstPath(chromium, video, 'beginframe')).toBe('screenshot');
    expect(firstPath(shell, file, 'surface')).toBe('beginframe');
  });
});
