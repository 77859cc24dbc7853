import { describe, expect, it } from 'vitest';
import { findFile } from '../../../libs/origin/src/server/file-root.js';
import { openProject } from '../../../libs/render/src/project/project-reader.js';
import { scratchTree } from './scratch-tree.js';

const COMPOSED = 'Grüße'.normalize('NFC');
const DECOMPOSED = 'Grüße'.normalize('NFD');

describe('a file whose name a document writes in decomposed form', () => {
  it('is found where an upload was unpacked with composed names', async () => {
    const root = scratchTree({ [`${COMPOSED}/${COMPOSED}.png`]: 'picture' });
    const segments = [DECOMPOSED, `${DECOMPOSED}.png`];
    const file = `${root}/${COMPOSED}/${COMPOSED}.png`;
    expect(await findFile(root, segments, false)).toMatchObject({ found: true, file });
    expect(await (await openProject(root, false)).locate(segments.join('/'))).toBe(file);
  });

  it('is the one of exactly this name where there is one, and missing where there is none', async () => {
    const root = scratchTree({ [`${COMPOSED}.png`]: 'composed', [`${DECOMPOSED}.png`]: 'as it is written' });
    expect(await findFile(root, [`${DECOMPOSED}.png`], false)).toMatchObject({ size: 'as it is written'.length });
    expect(await findFile(root, [`${DECOMPOSED}.jpg`], false)).toEqual({ found: false, reason: 'missing' });
    expect(await (await openProject(root, false)).read(`${DECOMPOSED}.png`)).toBe('as it is written');
  });
});
