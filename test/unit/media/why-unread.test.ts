/** What an author is told of a file that ffprobe does not read. */
import { expect, it } from 'vitest';
import { whyUnread } from '../../../libs/media/src/probe/why-unread.js';

const FILE = '/project/a film: two.mp4';
const INVALID = 'Invalid data found when processing input';

it.each([
  [
    'the last line, without the file',
    `[mov,mp4 @ 0x55ad4d6b02c0] moov atom not found\nfile:${FILE}: ${INVALID}\n`,
    INVALID,
  ],
  ['a line that names no file', 'Killed\n', 'Killed'],
  [
    'the format that is not read',
    `[png_pipe @ 0x55e9a44662c0] Format not on whitelist 'mov,wav'\nfile:${FILE}: Invalid argument\n`,
    'its format is png, which is not read as video or sound',
  ],
  [
    'a format of a script',
    `[concat @ 0x249cf2c0] Format not on whitelist 'mov'\nfile:${FILE}: Invalid argument\n`,
    'its format is concat, which is not read as video or sound',
  ],
  ['nothing where nothing was printed', '\n', null],
])('is %s', (_, printed, told) => {
  expect(whyUnread(printed, FILE)).toBe(told);
});
