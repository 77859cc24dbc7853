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
  it('puts the encoder threads into the plan, 2 without it', () => {
    const part = { width: 64, height: 36, firstFrame: 0 };
    const threads = (tuned?: number) =>
      planEncoding(resolved.options, { num: 30, den: 1 }, { ...part, threads: tuned }).threads;
    expect(threads()).toBe(2);
    expect(threads(1)).toBe(1);
  });
  it('opens the page for the capture path that was asked for', () => {
    expect(firstPath(shell, video, false)).toBe('surface');
    expect(firstPath(shell, video, false, 'surface')).toBe('surface');
    expect(firstPath(shell, video, false, 'beginframe')).toBe('beginframe');
    expect(firstPath(shell, video, false, 'screenshot')).toBe('screenshot');
  });
  it('takes the usual path where the asked one cannot be had', () => {
    expect(firstPath(chromium, video, false, 'beginframe')).toBe('screenshot');
    expect(firstPath(shell, video, true, 'surface')).toBe('beginframe');
    expect(firstPath(shell, file, false, 'surface')).toBe('beginframe');
  });
});
