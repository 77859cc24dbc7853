/** The grammar of data-start (composition-format 4) in finished files. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeClip, times } from '../../support/projects/clips.js';
import { addPackageFile, makeProject } from '../../support/projects/project.js';
import { cell, failureOf, place, renderProject, type Scene, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

const TEN = ['--fps', '10'];

describe('references that resolve', () => {
  let shown: Scene;
  beforeAll(async () => {
    const body = [
      cell(0, 'red', 'id="c" data-start="0.1" data-duration="0.3"'),
      cell(1, 'red', 'data-start="c+0.5"'),
      cell(2, 'red', 'data-start="c - 0.1"'),
      cell(3, 'red', 'data-start="c - 5" data-duration="0.2"'),
      `<video id="v" src="three.mp4" muted data-start="0" data-playback-rate="2" style="${place(4)};object-fit:fill"></video>`,
      cell(5, 'red', 'data-start="v - 0.5"'),
      cell(6, 'red', 'data-start="v"'),
      // The id wins over a composition id of the same name.
      cell(7, 'red', 'data-composition-id="both" data-start="0" data-duration="0.9"'),
      cell(8, 'red', 'id="both" data-start="0" data-duration="0.2"'),
      cell(9, 'red', 'data-start="both"'),
      cell(10, 'red', 'data-composition-id="sub" data-start="0.2" data-duration="0.4"'),
      cell(11, 'red', 'data-start="sub + 0.1"'),
      // No length known: the start of the target counts.
      cell(12, 'red', 'id="open" data-start="0.7"'),
      cell(13, 'red', 'data-start="open + 0.1"'),
      cell(14, 'red', 'id="old" data-start="0.1" data-end="0.5"'),
      cell(15, 'red', 'data-start="old"'),
      cell(16, 'red', 'id="with-minus-1" data-start="0" data-duration="0.3"'),
      cell(17, 'red', 'data-start="with-minus-1"'),
      cell(18, 'red', 'id="a.b:c_d" data-start="0" data-duration="0.3"'),
      cell(19, 'red', 'data-start="  a.b:c_d   +   .2  "'),
      // A host whose length is that of its timeline.
      `<div data-composition-id="anim" data-start="0.1" style="${place(20)}"></div>`,
      cell(21, 'red', 'data-start="anim"'),
      // Without a start they begin with the composition.
      `<div id="length" data-duration="0.4"></div><p id="nothing"></p>`,
      cell(22, 'red', 'data-start="length + 0.1"'),
      cell(23, 'red', 'data-start="nothing + 0.3"'),
      `<script>const tl = gsap.timeline({ paused: true }); tl.to({}, { duration: 0.6 }); window.__timelines.anim = tl;</script>`,
    ].join('');
    const project = await makeProject({
      'index.html': scene(body, { duration: 2, head: '<script src="gsap.min.js"></script>' }),
    });
    await addPackageFile(project, 'gsap/dist/gsap.min.js', 'gsap.min.js');
    await makeClip(join(project, 'three.mp4'), times(30, 'lime'));
    shown = await renderProject(project, { flags: TEN });
  });

  it('without a warning', () => {
    expect(shown.warnings).toEqual([]);
  });

  it.each([
    ['c+0.5 is half a second after c', 1, '9 black, 11 red'],
    ['c - 0.1 is before the end of c', 2, '3 black, 17 red'],
    ['never before zero', 3, '2 red, 18 black'],
    ['a 3 s video with rate 2 ends at 1.5 s, exclusive', 4, '15 lime, 5 black'],
    ['v - 0.5 is then 1 s', 5, '10 black, 10 red'],
    ['v is then 1.5 s', 6, '15 black, 5 red'],
    ['an id comes before a composition id', 9, '2 black, 18 red'],
    ['a composition id is a target', 11, '7 black, 13 red'],
    ['an open target counts with its start', 13, '8 black, 12 red'],
    ['data-end gives the end of a target', 15, '5 black, 15 red'],
    ['a minus inside an id needs no escape', 17, '3 black, 17 red'],
    ['all characters of a name, and free space', 19, '5 black, 15 red'],
    ['an element without a start ends with its length', 22, '5 black, 15 red'],
    ['one without a start and a length is over at once', 23, '3 black, 17 red'],
    ['a timeline gives the end of a target', 21, '7 black, 13 red'],
  ])('%s', (_, index, expected) => {
    expect(shown.runs(index)).toBe(expected);
  });
});

describe('references that do not resolve', () => {
  const project = () =>
    makeProject({
      'index.html': scene(
        cell(0, 'red', 'id="c" data-start="0.3" data-duration="0.3"') +
          cell(1, 'red', 'id="minus" data-start="c-0.5" data-duration="0.2"') +
          cell(2, 'red', 'id="left" data-start="right" data-duration="0.2"') +
          cell(3, 'red', 'id="right" data-start="left" data-duration="0.2"') +
          `<div data-composition-id="child" data-composition-src="child.html" data-start="0" style="${place(4)}"></div>`,
      ),
      // References resolve inside one composition only.
      'child.html': `<template>${cell(0, 'red', 'id="stranger" data-start="c" data-duration="0.4"')}</template>`,
    });

  it('count as 0 and are reported with both ids', async () => {
    const shown = await renderProject(await project(), { flags: TEN });
    expect(shown.runs(1)).toBe('2 red, 8 black');
    expect([shown.runs(2), shown.runs(3)]).toEqual(['2 red, 8 black', '2 red, 8 black']);
    expect(shown.runs(4)).toBe('4 red, 6 black');
    const messages = shown.complete.warnings.filter((w: { code: string }) => w.code === 'unresolved_start_reference');
    expect(messages.map((w: { message: string }) => /"(\w+)".*"([^"]+)"; it starts/s.exec(w.message)?.[1])).toEqual([
      'minus',
      'stranger',
    ]);
    expect(messages[0].message).toContain('"c-0.5"');
    expect(messages[0].message).toContain('"c - 0.5"');
    expect(shown.warning('cyclic_start_reference')).toMatch(/"(left|right)".*"(left|right)"/);
    expect(shown.warnings.filter((code) => code === 'cyclic_start_reference')).toHaveLength(1);
    expect(new Set(shown.warnings)).toEqual(new Set(['unresolved_start_reference', 'cyclic_start_reference']));
  });

  it('fail under --strict', async () => {
    const failure = await failureOf(await project(), ['--strict', ...TEN]);
    // Lint reads them in the source, so no browser is started for it.
    expect(failure).toMatchObject({ code: 'LINT_FAILED', exitCode: 1 });
    expect(failure.message).toContain('unresolved_start_reference');
  });
});
