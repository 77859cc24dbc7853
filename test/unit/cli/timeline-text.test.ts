import type { InspectedClip } from '@framefarm/render';
import { describe, expect, it } from 'vitest';
import { frameSpan, inspectedClips } from '../../../libs/render/src/inspect/clips.js';
import { inspectedVariables } from '../../../libs/render/src/inspect/variables.js';
import { barText, timelineLines } from '../../../oclif/src/formatters/reports/timeline-text.js';

const FPS = { num: 30, den: 1 };
const clip = (changes: Partial<InspectedClip>) => {
  return {
    id: null,
    label: null,
    tag: 'div',
    start: 0,
    end: null,
    track: 0,
    instanceId: 'main',
    parent: null,
    ...changes,
  };
};

describe('the timeline', () => {
  it('has frames that begin in a window, and depths by nesting', () => {
    const clips = [
      clip({ start: 0.5, end: 2 }),
      clip({ parent: 0, start: 1.01 }),
      clip({ parent: 1, start: 4, end: 5 }),
    ];
    expect(inspectedClips(clips, 90, FPS)).toMatchObject([
      { depth: 0, frames: { firstFrame: 15, lastFrame: 59 } },
      { depth: 1, frames: { firstFrame: 31, lastFrame: 89 } },
      { depth: 2, frames: null },
    ]);
    expect(frameSpan(-1, 0.5, 90, FPS)).toEqual({ firstFrame: 0, lastFrame: 14 });
    expect(frameSpan(1.001, 1.002, 90, FPS)).toBeNull();
  });

  it.each([
    [0, null, '████████████████████████████████'],
    [0, 1, '████████████████················'],
    [1.5, 2, '························████████'],
    [1.999, null, '·······························█'],
    [0.5, 0.51, '········█·······················'],
    [2, null, '································'],
    [1, 1, '································'],
  ])('draws %d to %s of 2 s', (start, end, bar) => expect(barText(start, end, 2)).toBe(bar));

  it('is lines of one width up to the times', () => {
    const clips = inspectedClips(
      [clip({ id: 'bg', end: 2 }), clip({ tag: 'h1', label: 'The\nTitle', parent: 0, start: 0.5, track: 12 })],
      60,
      FPS,
    );
    expect(timelineLines(clips, 2)).toEqual([
      'track  clip                0                            2 s  seconds, frames',
      '0      <div> #bg           ████████████████████████████████  0 to 2, 0 to 59',
      '12       <h1> "The Title"  ········████████████████████████  0.5 to the end, 15 to 59',
    ]);
  });
});

it('variables are those declared with their values, then those that nothing declares', () => {
  const declaration = { id: 'title', type: 'string', label: 'Title', default: 'a' } as const;
  const instance = {
    ...{ runtimeId: 'main', authoredId: 'main', parentId: null, file: 'index.html' },
    ...{ declarations: [declaration, { ...declaration, id: 'empty' }], variables: { title: 'b', other: 3 } },
    overridden: ['title', 'other'],
  };
  expect(inspectedVariables([instance])).toEqual([
    { instanceId: 'main', id: 'title', declaration, value: 'b', given: true },
    { instanceId: 'main', id: 'empty', declaration: { ...declaration, id: 'empty' }, given: false },
    { instanceId: 'main', id: 'other', declaration: null, value: 3, given: true },
  ]);
});
