import { expect, it } from 'vitest';
import { bandRows } from '../../../libs/page/src/surface/bands.js';

it.each([
  [1920, 1080, 120],
  [1280, 720, 184],
  [1080, 1920, 216],
  [640, 360, 360],
  [320, 180, 180],
  [7680, 4320, 24],
])('a page of %ix%i has bands of %i rows', (width, height, rows) => {
  expect(bandRows(width, height)).toBe(rows);
  expect(rows * width * 4).toBeLessThan(983_040);
});
