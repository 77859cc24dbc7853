/** An inspection with something in every place, for tests of its presentation. */
import type { Inspection } from '@framefarm/render';

export const INSPECTION: Inspection = {
  composition: {
    ...{ id: 'a', entryFile: 'index.html', width: 2, height: 2, fps: { num: 30, den: 1 } },
    ...{ digest: 'ab', files: ['index.html'] },
  },
  length: { seconds: 1, frames: 30, written: true, sources: ['data-duration of the root: 1 s'] },
  output: { format: 'mp4', width: 2, height: 2, scale: 1, firstFrame: 0, frames: 30, chunks: 1 },
  capture: { path: 'surface', reason: 'equal', image: 'rgb0', transparent: false, sequential: false },
  instances: [{ id: 'a', authoredId: 'a', parentId: null, file: 'index.html' }],
  clips: [
    {
      ...{ id: 'b', label: 'B', tag: 'div', start: 0, end: 1, track: 0, instanceId: 'a', parent: 0, depth: 1 },
      frames: { firstFrame: 0, lastFrame: 29 },
    },
  ],
  media: [
    {
      source: '/a.wav',
      usedBy: ['t'],
      facts: { durationSeconds: 1, video: null, audio: { codec: 'pcm', sampleRate: 48_000, channels: 1 } },
    },
  ],
  audio: {
    seconds: 1,
    tracks: [
      {
        ...{ elementId: 't', source: '/a.wav', start: 0, duration: 1, mediaStart: 0, rate: 1, loop: false },
        ...{ volume: 1, volumeCurve: [{ t: 0, v: 1 }], automation: 'x', fxChain: 'x', group: 'g' },
      },
    ],
    groups: [{ id: 'g', volume: 1, automation: 'x', fxChain: 'x' }],
    silent: [{ elementId: 'v', reason: 'muted' }],
  },
  variables: [
    {
      ...{ instanceId: 'a', id: 'title', value: 'x', given: true },
      declaration: { id: 'title', type: 'string', label: 'Title' },
    },
  ],
  fonts: [{ family: 'Inter', from: 'bundled' }],
  animations: ['animation "k": 1 s'],
  lint: { errors: 0, warnings: 0, notes: 0 },
  sandbox: { on: true, reason: 'on' },
  substitutions: [{ url: 'https://a', requested: 'a@1', served: 'a@1.0.0' }],
  versions: { framefarm: '0.1.0', browser: '1', ffmpeg: '1' },
  warnings: [{ code: 'font_unresolved', message: 'Papyrus', stage: 'compile' }],
  notices: [{ code: 'sandbox_off', message: 'as root' }],
};
