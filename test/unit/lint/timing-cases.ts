import { type Case, host, page } from './project.js';

const clip = (id: string, attributes: string): string => `<p id="${id}" class="clip" ${attributes}>x</p>`;
const nested = (media: string, of = { host: '', root: '' }) => ({
  'index.html': page(`<p>x</p>${host('c', 'c.html', `data-start="4" data-duration="6" ${of.host}`)}`),
  'c.html': `<template><div data-composition-id="c" data-no-timeline ${of.root}><p>x</p>${media}</div></template>`,
  'a.mp4': '',
});

export const TIMING: readonly Case[] = [
  {
    code: 'timed_element_missing_clip_class',
    what: 'a timed element',
    bad: page('<p data-start="1">x</p>'),
    good: page('<p class="title clip" data-start="1">x</p>'),
  },
  {
    code: 'deprecated_data_end',
    what: 'an old end',
    bad: page('<p class="clip" data-start="1" data-end="2">x</p>'),
    good: page('<p class="clip" data-start="1" data-duration="1">x</p><i data-end="2"></i>'),
  },
  {
    code: 'deprecated_data_layer',
    what: 'an old track',
    bad: page('<p class="clip" data-start="1" data-layer="2">x</p>'),
    good: page('<p class="clip" data-start="1" data-track-index="2">x</p>'),
  },
  ...['abc', '-1', '1s 2', 'Infinity'].map((written) => ({
    code: 'timing_value_unreadable' as const,
    what: `the length "${written}"`,
    bad: page(`<p class="clip" data-start="0" data-duration="${written}">x</p>`),
    // Without data-start it is the attribute of somebody else.
    good: page(
      `<p class="clip" data-start="0" data-duration="0">x</p><p data-start="0" data-duration=" ">x</p><p data-duration="${written}">x</p>`,
    ),
  })),
  {
    code: 'timing_value_unreadable',
    what: 'an offset into a source',
    bad: nested('<audio id="a" src="a.mp4" data-media-start="1s"></audio>'),
    good: nested('<audio id="a" src="a.mp4" data-media-start="1"></audio>'),
  },
  {
    code: 'timing_value_unreadable',
    what: 'a rate of a nested composition',
    bad: nested('<p>x</p>', { host: 'data-playback-rate="0"', root: '' }),
    good: nested('<p>x</p>', { host: 'data-playback-rate="0.5"', root: '' }),
  },
  {
    code: 'timing_value_unreadable',
    what: 'the length of a nested composition',
    bad: nested('<p>x</p>', { host: '', root: 'data-duration="2s"' }),
    good: nested('<p>x</p>', { host: '', root: 'data-duration="2"' }),
  },
  {
    code: 'timing_value_unreadable',
    what: 'a track that is no number',
    bad: page('<p class="clip" data-start="0" data-track-index="top">x</p>'),
    good: page('<p class="clip" data-start="0" data-track-index="-2">x</p><p data-track-index="top">x</p>'),
  },
  ...['data-volume="loud"', 'data-fade-in="soft"', 'data-fade-out="-1"'].map((written) => ({
    code: 'timing_value_unreadable' as const,
    what: `a sound with ${written}`,
    bad: nested(`<audio id="a" src="a.mp4" ${written}></audio>`),
    good: nested('<audio id="a" src="a.mp4" data-volume="9" data-fade-in="0.5s" data-fade-out="0"></audio>'),
  })),
  {
    code: 'timing_value_unreadable',
    what: 'the volume of a group',
    bad: page('<hf-audio-group id="g" data-volume="50%"></hf-audio-group>'),
    good: page('<hf-audio-group id="g" data-volume=".5"></hf-audio-group>'),
  },
  {
    code: 'duplicate_timed_id',
    what: 'two clips of one id',
    bad: page(clip('a', 'data-start="0" data-duration="2"') + clip('a', 'data-start="2" data-duration="2"')),
    good: page(`${clip('a', 'data-start="0" data-duration="2"')}<p id="b">x</p><p id="b">y</p>`),
  },
  {
    code: 'timeline_track_overlap',
    what: 'windows that overlap by a tenth',
    bad: page(
      clip('a', 'data-start="0" data-duration="2" data-track-index="1"') +
        clip('b', 'data-start="a - 0.1" data-duration="2" data-track-index="1"'),
    ),
    good: page(
      clip('a', 'data-start="0" data-duration="2" data-track-index="1"') +
        clip('b', 'data-start="a" data-duration="2" data-track-index="1"'),
    ),
  },
  {
    code: 'timeline_track_overlap',
    what: 'a composition in the same file, which has tracks of its own and begins where it stands',
    bad: page(
      clip('a', 'data-start="0" data-duration="2" data-track-index="1"') +
        '<div data-composition-id="in" data-start="2" data-duration="3"><div class="clip" id="b" data-start="0" data-duration="2" data-track-index="1"></div><div class="clip" id="c" data-start="b - 0.1" data-duration="1" data-track-index="1"></div></div>',
    ),
    good: page(
      clip('a', 'data-start="0" data-duration="2" data-track-index="1"') +
        '<div data-composition-id="in" data-start="1" data-duration="3"><div class="clip" id="b" data-start="0" data-duration="2" data-track-index="1"></div><div class="clip" id="c" data-start="b" data-duration="1" data-track-index="1"></div></div>',
    ),
  },
  {
    code: 'timeline_track_overlap',
    what: 'an element without a track, which is on track 0',
    bad: page(clip('a', 'data-start="0" data-duration="2" data-track-index="0"') + clip('b', 'data-start="1"')),
    good: page(clip('a', 'data-start="0" data-duration="2"') + clip('b', 'data-start="1"')),
  },
  {
    code: 'timeline_track_too_dense',
    what: 'twenty-one clips on a track',
    bad: page(
      Array.from({ length: 21 }, (_, i) =>
        clip(`c${i}`, `data-start="${i / 10}" data-duration="0.1" data-track-index="1"`),
      ).join(''),
    ),
    good: page(
      Array.from({ length: 20 }, (_, i) =>
        clip(`c${i}`, `data-start="${i / 10}" data-duration="0.1" data-track-index="1"`),
      ).join(''),
    ),
  },
  {
    code: 'unresolved_start_reference',
    what: 'an element of another composition; one without a start of its own is a target',
    bad: page('<p class="clip" data-start="other">x</p><div data-composition-id="c"><i id="other"></i></div>'),
    good: page('<p class="clip" data-start="other">x</p><i id="other" data-duration="2"></i>'),
  },
  {
    code: 'unresolved_start_reference',
    what: 'an element that no script names, which may make it',
    bad: page(
      `${clip('a', 'data-start="made"')}<script>const made = document.createElement('p'); made.id = 'other';</script>`,
    ),
    good: page(`${clip('a', 'data-start="made + 1"')}<script>document.createElement('p').id = 'made';</script>`),
  },
  {
    code: 'unresolved_start_reference',
    what: 'a minus without spaces',
    bad: page(clip('a', 'data-start="0" data-duration="2"') + clip('b', 'data-start="a-1"')),
    good: page(clip('a', 'data-start="0" data-duration="2"') + clip('b', 'data-start="a - 1"')),
  },
  {
    code: 'unresolved_start_reference',
    what: 'an id of another composition',
    bad: {
      'index.html': page(`${clip('a', 'data-start="1"')}${host('c', 'c.html')}`),
      'c.html': `<template><div data-composition-id="c" data-no-timeline>${clip('b', 'data-start="a"')}</div></template>`,
    },
    good: {
      'index.html': page(`${clip('a', 'data-start="1"')}${host('c', 'c.html')}`),
      'c.html': `<template><div data-composition-id="c" data-no-timeline>${clip('a', 'data-start="0"')}${clip('b', 'data-start="a"')}</div></template>`,
    },
  },
  {
    code: 'cyclic_start_reference',
    what: 'two that wait for each other',
    bad: page(clip('a', 'data-start="b"') + clip('b', 'data-start="a"')),
    good: page(clip('a', 'data-start="b"') + clip('b', 'data-start="1"')),
  },
  {
    code: 'nested_media_absolute_start',
    what: 'a start inside the window of the host',
    bad: nested('<video id="v" muted src="a.mp4" data-start="5" data-duration="2"></video>'),
    good: nested('<video id="v" muted src="a.mp4" data-start="0" data-duration="2"></video>'),
  },
  {
    code: 'nested_media_absolute_start',
    what: 'a start inside the window of the host',
    bad: nested('<video id="v" muted src="a.mp4" data-start="5" data-duration="2"></video>'),
    good: nested(
      '<video id="v" muted src="a.mp4" data-start="5" data-duration="2" data-hf-media-start-basis="local"></video>',
    ),
  },
];
