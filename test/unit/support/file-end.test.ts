import { expect, it } from 'vitest';
import { atFileEnd, endFile } from '../../support/machine/file-end.js';

it('what cannot be tidied up keeps nothing else from it, and is told', async () => {
  const done: string[] = [];
  let broken = true;
  atFileEnd(() => void done.push('first'));
  atFileEnd(() => {
    if (broken) throw new Error('it is busy');
  });
  atFileEnd(() => void done.push('last'));
  await expect(endFile()).rejects.toThrow('it is busy');
  expect(done).toEqual(['last', 'first']);
  broken = false;
});
