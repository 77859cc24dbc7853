/** What the key of a chunk counts, on a prepared render made by hand; with real pages in test/e2e/render/render-steps.test.ts. */
import type { MediaInfo, RenderPlan, VideoClip } from '@framefarm/contract';
import { chunkKey, PREPARED_VERSION, type PreparedStep, picturesKey, videosOfChunks } from '@framefarm/render';
import { describe, expect, it } from 'vitest';

const fps = { num: 30, den: 1 };
const film: MediaInfo = {
  durationSeconds: 1,
  video: {
    codec: 'h264',
    width: 32,
    height: 32,
    fps,
    pixelFormat: 'yuv420p',
    alpha: false,
    bitDepth: 8,
    transfer: null,
  },
  audio: null,
};
const song: MediaInfo = { durationSeconds: 4, video: null, audio: { codec: 'mp3', sampleRate: 48_000, channels: 2 } };
const clip = (changes: Partial<VideoClip> = {}): VideoClip => ({
  elementId: 'clip',
  source: '/film.mp4',
  start: 2.2,
  end: 2.8,
  mediaStart: 0,
  rate: 1,
  loop: false,
  ...changes,
});

const plan: RenderPlan = {
  version: 1,
  id: 'plan',
  composition: { id: 'test', entryFile: 'index.html', digest: 'd' },
  compositionFrames: 120,
  frames: 120,
  viewport: { width: 160, height: 80 },
  capture: { path: 'surface', reason: 'equal', image: 'yuv420p', jpegQuality: 90, transparent: false, scale: 1 },
  encoding: {
    format: 'mp4',
    quality: 'draft',
    crf: 28,
    videoBitrate: null,
    vp9CpuUsed: 4,
    gifLoop: 0,
    width: 160,
    height: 80,
    fps,
    firstFrame: 0,
    threads: 2,
  },
  chunks: [0, 1, 2, 3].map((index) => ({ index, firstFrame: index * 30, frames: 30, leadIn: 0 })),
  sequential: false,
  videos: [clip()],
  videoFrameFormat: 'auto',
  audio: null,
  environment: { browser: 'b', ffmpeg: 'f', framefarm: '0' },
};

const prepared: PreparedStep = {
  version: PREPARED_VERSION,
  plan,
  media: { '/film.mp4': film, '/song.mp3': song },
  document: 'document',
  files: [
    { path: 'film.mp4', sha256: 'film', kind: 'video' },
    { path: 'look.js', sha256: 'look', kind: 'page' },
    { path: 'song.mp3', sha256: 'song', kind: 'audio' },
  ],
  unknownInputs: [],
  platform: 'linux-x64',
  lint: { errorCount: 0, warningCount: 0 },
  sandbox: { on: true, reason: '' },
  versions: { framefarm: '0', node: '24', browser: 'b', ffmpeg: 'f' },
  substitutions: [],
  warnings: [],
  notices: [],
  timings: { compile: 0, launch: 0, settle: 0, check: 0, total: 0 },
};

/** Which of the four chunks have another key after a change. */
function changed(changes: Partial<PreparedStep>): boolean[] {
  return plan.chunks.map(({ index }) => chunkKey({ ...prepared, ...changes }, index) !== chunkKey(prepared, index));
}
const planned = (changes: Partial<RenderPlan>): Partial<PreparedStep> => ({ plan: { ...plan, ...changes } });
const file = (path: string, sha256: string | null): Partial<PreparedStep> => ({
  files: prepared.files.map((one) => (one.path === path ? { ...one, sha256 } : one)),
});
const none = [false, false, false, false];
const all = [true, true, true, true];

describe('the key of a chunk', () => {
  it.each<[string, Partial<PreparedStep>]>([
    ['bytes of a sound', file('song.mp3', 'other')],
    [
      'the mix',
      planned({ audio: { tracks: [], groups: [], compositionSeconds: 4, startSeconds: 0, durationSeconds: 4 } }),
    ],
    ['why a capture path was chosen', planned({ capture: { ...plan.capture, reason: 'known' } })],
    ['the id of the plan', planned({ id: 'other', composition: { ...plan.composition, digest: 'other' } })],
    ['the codec of a sound', { media: { ...prepared.media, '/song.mp3': { ...song, audio: null } } }],
  ])('does not count %s', (_, changes) => expect(changed(changes)).toEqual(none));

  it.each<[string, Partial<PreparedStep>]>([
    ['the document', { document: 'other' }],
    ['a file of the page', file('look.js', 'other')],
    ['a file of the page that is gone', file('look.js', null)],
    ['the length of a sound', { media: { ...prepared.media, '/song.mp3': { ...song, durationSeconds: 5 } } }],
    ['the length of a video', { media: { ...prepared.media, '/film.mp4': { ...film, durationSeconds: 2 } } }],
    ['the length of the composition', planned({ compositionFrames: 240 })],
    ['the capture path', planned({ capture: { ...plan.capture, path: 'beginframe', image: 'jpeg' } })],
    ['the encoding', planned({ encoding: { ...plan.encoding, crf: 20 } })],
    ['the browser', planned({ environment: { ...plan.environment, browser: 'c' } })],
    ['the processor', { platform: 'linux-arm64' }],
    [
      'where a chunk begins',
      planned({ chunks: plan.chunks.map((one) => ({ ...one, leadIn: 1, firstFrame: one.firstFrame + 1 })) }),
    ],
  ])('counts %s', (_, changes) => expect(changed(changes)).toEqual(all));

  it('counts the bytes of a video where it is on screen', () => {
    expect(changed(file('film.mp4', 'other'))).toEqual([false, false, true, false]);
  });

  it('is none where an input is unknown, or the source of a video that is shown', () => {
    expect(chunkKey({ ...prepared, unknownInputs: ['what example.org answers'] }, 0)).toBeNull();
    const lost = { ...prepared, ...file('film.mp4', null) };
    expect(plan.chunks.map(({ index }) => chunkKey(lost, index) === null)).toEqual([false, false, true, false]);
    expect(chunkKey(prepared, 4)).toBeNull();
  });
});

describe('pictures of a clip', () => {
  it('have a key by source, FFmpeg and what is shown', () => {
    const key = picturesKey(prepared, 0);
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    const others = [
      file('film.mp4', 'other'),
      planned({ environment: { ...plan.environment, ffmpeg: 'g' } }),
      planned({ videos: [clip({ mediaStart: 0.1 })] }),
      planned({ videos: [clip({ rate: 2 })] }),
      planned({ videoFrameFormat: 'png' }),
      planned({ encoding: { ...plan.encoding, fps: { num: 25, den: 1 } } }),
    ].map((changes) => picturesKey({ ...prepared, ...changes }, 0));
    expect(new Set([key, ...others]).size).toBe(7);
    expect(picturesKey({ ...prepared, ...planned({ encoding: { ...plan.encoding, crf: 1 } }) }, 0)).toBe(key);
  });

  it('are needed where the clip is on screen or follows soon', () => {
    const needed = (start: number, end: number) =>
      plan.chunks.filter(
        ({ index }) =>
          videosOfChunks({ ...prepared, ...planned({ videos: [clip({ start, end })] }) }, [index]).length > 0,
      ).length;
    expect([needed(2.2, 2.8), needed(2, 3), needed(2.5, 3.5), needed(0, 4)]).toEqual([2, 3, 2, 4]);
  });
});
