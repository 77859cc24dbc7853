import { expect, it } from 'vitest';
import { valueWithoutPlaces, withoutPlaces } from '../../../apps/worker/src/steps/without-places.js';

const DIRECTORY = '/mnt/fast (1)/framefarm-worker-Ab1';
const CACHED = `${DIRECTORY}/cache/0f8fad5b-d9cb-469f-a165-70867728950e`;

it.each([
  [`"${CACHED}/media/a film.mp4" is not a media file`, '"media/a film.mp4" is not a media file'],
  [`${DIRECTORY}/capture-x/segment-3.mp4: No space left on device`, 'segment-3.mp4: No space left on device'],
  [`opening '${DIRECTORY}/lane-y/framefarm-z/profile'; then`, "opening 'profile'; then"],
  [`page: /media/film.mp4 and ${CACHED}/index.html:3`, 'page: /media/film.mp4 and index.html:3'],
  ['nothing of this machine', 'nothing of this machine'],
])('%s is told as %s', (text, told) => {
  expect(withoutPlaces(text, DIRECTORY)).toBe(told);
});

it('reaches every text of a warning', () => {
  const warning = {
    code: 'media_load_failed',
    message: `${CACHED}/a.png`,
    details: { files: [`${CACHED}/a.png`], count: 1 },
  };
  expect(valueWithoutPlaces(warning, DIRECTORY)).toEqual({
    code: 'media_load_failed',
    message: 'a.png',
    details: { files: ['a.png'], count: 1 },
  });
});
