/** A hang-up that was to be ignored stays ignored, whatever Node.js made of it at its start. */
import { describe, expect, it } from 'vitest';
import { ignoresHangUp } from '../../../oclif/src/session/hang-up.js';

const status = (ignored: string) => `Name:\tbash\nSigBlk:\t0000000000000000\nSigIgn:\t${ignored}\nSigCgt:\t00000001\n`;

describe('a hang-up', () => {
  it.each([
    ['below nohup', { env: { _: '/usr/bin/nohup' }, parentStatus: status('0000000000000000') }, true],
    ['in a script below nohup', { env: { _: '/usr/bin/env' }, parentStatus: status('0000000000000005') }, true],
    ['of a terminal', { env: { _: '/usr/bin/env' }, parentStatus: status('0000000000384004') }, false],
    ['where nothing is known', { env: {}, parentStatus: null }, false],
  ] as const)('%s', (_, startedBy, ignored) => {
    expect(ignoresHangUp(startedBy)).toBe(ignored);
  });
});
