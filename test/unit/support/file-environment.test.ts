import { expect, it } from 'vitest';
import { endFile } from '../../support/machine/file-end.js';
import { untilFileEnd } from '../../support/machine/file-environment.js';

const SET = 'FRAMEFARM_TEST_SET';
const UNSET = 'FRAMEFARM_TEST_UNSET';

it('variables of a test file are as they were when it has ended, however often it set them', async () => {
  process.env[SET] = 'before';
  try {
    untilFileEnd({ [SET]: 'one', [UNSET]: 'one' });
    untilFileEnd({ [SET]: null, [UNSET]: 'two' });
    expect([process.env[SET], process.env[UNSET]]).toEqual([undefined, 'two']);
    await endFile();
    expect([process.env[SET], process.env[UNSET]]).toEqual(['before', undefined]);
    process.env[SET] = 'later';
    await endFile();
    expect(process.env[SET]).toBe('later');
  } finally {
    delete process.env[SET];
  }
});
