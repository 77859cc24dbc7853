import { FramefarmError } from '@framefarm/contract';
import { describe, expect, it } from 'vitest';
import { pageReport, pageWarnings, settleReport, tickState } from '../../../libs/browser/src/stage/page-shapes.js';

const report = {
  rootId: 'main',
  width: 1920,
  height: 1080,
  durationSeconds: 3.5,
  durationSources: ['timeline "main": 3.5 s'],
  clips: [{ id: 'a', label: null, tag: 'div', start: 0, end: null, track: 0, instanceId: 'main', parent: null }],
  videos: [],
  audio: [],
  audioGroups: [],
  unknownMedia: [],
  silentMedia: [],
  fonts: [],
  unresolvedFonts: [],
  missingGlyphs: [],
  inOrder: null,
  keeps: null,
  drawsCanvases: false,
  forceScreenshot: null,
  animations: [],
  decodesH264: false,
};

describe('what a page returns', () => {
  it('passes when it fits, and only the named fields', () => {
    expect(pageReport({ ...report, extra: 'dropped' }, 'describe')).toEqual(report);
    expect(settleReport({ settled: true, waitingFor: [], hasRoot: true, rootHint: null }, 'settle').settled).toBe(true);
    expect(tickState({ ticks: 8, asynchronous: false }, 'tickState')).toEqual({ ticks: 8, asynchronous: false });
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'report'],
    ['NaN as a length', { ...report, durationSeconds: Number.NaN }],
    ['a negative width', { ...report, width: -1 }],
    ['a number as text', { ...report, height: '1080' }],
    ['a list that is none', { ...report, clips: { length: 1 } }],
    ['a clip without a start', { ...report, clips: [{ ...report.clips[0], start: undefined }] }],
    ['an endless name', { ...report, rootId: 'x'.repeat(5_000) }],
    ['an endless list', { ...report, animations: new Array(10_001).fill('a') }],
  ])('is refused by name: %s', (_, value) => {
    let thrown: unknown;
    try {
      pageReport(value, 'describe');
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(FramefarmError);
    expect((thrown as FramefarmError).code).toBe('COMPOSITION_SCRIPT_ERROR');
    expect((thrown as FramefarmError).message).toContain('describe');
  });

  it('knows warning codes and refuses others', () => {
    expect(pageWarnings([{ code: 'script_error', message: 'm', details: { line: 1 } }], 'w')).toEqual([
      { code: 'script_error', message: 'm', details: { line: 1 } },
    ]);
    expect(() => pageWarnings([{ code: 'invented', message: 'm' }], 'w')).toThrow(/one of/);
  });
});
