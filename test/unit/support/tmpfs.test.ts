import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { mayMount } from '../../support/machine/tmpfs.js';

/** What a test file whose tests are all left out would leave behind: its hooks do not run either. */
it('whether this user may mount is found out without leaving anything mounted', () => {
  const left = (): string[] => [
    ...readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .filter((line) => line.includes('framefarm-mount-')),
    ...readdirSync(tmpdir()).filter((name) => name.startsWith('framefarm-mount-')),
  ];
  const before = left();
  expect(typeof mayMount()).toBe('boolean');
  expect(left()).toEqual(before);
});
