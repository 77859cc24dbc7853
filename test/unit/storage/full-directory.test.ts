import { expect, it } from 'vitest';
import { fileFailure } from '../../../libs/storage/src/failures.js';

it('a full store is told of by its directory, not by a file in it', () => {
  const words = "ENOSPC: no space left on device, open '/data/store/plans/3f/9a.part'";
  const failure = fileFailure(Object.assign(new Error(words), { code: 'ENOSPC' }), '/data/store');
  expect(failure).toMatchObject({ code: 'DISK_FULL', message: 'No space left in /data/store (ENOSPC).' });
});
