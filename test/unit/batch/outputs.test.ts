import { describe, expect, it } from 'vitest';
import { commonDirectory } from '../../../libs/batch/src/outputs/common-directory.js';
import { outputConflicts } from '../../../libs/batch/src/outputs/output-conflicts.js';
import { pathIdentity } from '../../../libs/contract/src/names/path-identity.js';

const conflicts = (...paths: string[]) =>
  outputConflicts(
    paths.map((path, index) => ({ index, path })),
    '/out/manifest.json',
    '/data/rows.json',
  ).map(({ row, code }) => `${row} ${code}`);

describe('outputs of a batch (cli 5)', () => {
  it('may lie anywhere as long as they are different', () => {
    expect(conflicts('/out/a.mp4', '/out/b.mp4', '/out/a/a.mp4', '/out/ab')).toEqual([]);
  });

  it.each([
    ['the same path', '/out/a.mp4', '/out/a.mp4'],
    ['another case', '/out/Straße.mp4', '/out/STRAßE.MP4'],
    ['another Unicode form', '/out/caf\u00e9.mp4', '/out/cafe\u0301.mp4'],
    ['both', '/out/\u00c5.mp4', '/out/a\u030a.mp4'],
    ['a final sigma', '/out/\u03c3.mp4', '/out/\u03c2.mp4'],
    ['a directory of another case', '/out/A/x.mp4', '/out/a/x.mp4'],
  ])('are duplicates with %s', (_, first, second) => {
    expect(conflicts(first, '/out/other.mp4', second)).toEqual(['2 output_duplicate']);
  });

  it('stay apart where file systems keep them apart', () => {
    expect(conflicts('/out/straße.mp4', '/out/strasse.mp4')).toEqual([]);
  });

  it('blame each row that repeats an output, and name the first that has it', () => {
    const issues = outputConflicts(
      [0, 1, 2].map((index) => ({ index, path: '/out/a.mp4' })),
      '/out/manifest.json',
      '/rows.json',
    );
    expect(issues.map((issue) => issue.row)).toEqual([1, 2]);
    expect(issues[1]?.message).toContain('already that of row 1;');
    const [alike] = outputConflicts(
      ['/out/a.mp4', '/out/A.mp4'].map((path, index) => ({ index, path })),
      '/out/manifest.json',
      '/rows.json',
    );
    expect(alike?.message).toContain('already that of row 1 (/out/a.mp4, the same but for case or Unicode form);');
  });

  it('are neither the manifest nor the batch file, in any case', () => {
    expect(conflicts('/out/Manifest.JSON', '/data/ROWS.json')).toEqual([
      '0 output_is_manifest',
      '1 output_is_batch_file',
    ]);
  });

  it('do not lie below another output or below the manifest', () => {
    expect(conflicts('/out/a/b/c', '/out/A', '/out/manifest.json/x')).toEqual(['0 output_nested', '2 output_nested']);
    // Told once, by the nearest.
    expect(conflicts('/out/a/b/c', '/out/a', '/out/a/b')).toEqual(['0 output_nested', '2 output_nested']);
    expect(conflicts('/data/rows.json/x')).toEqual(['0 output_nested']);
  });

  it('have a common directory', () => {
    expect(commonDirectory(['/a/b/c.mp4'])).toBe('/a/b');
    expect(commonDirectory(['/a/b/c.mp4', '/a/bc/d.mp4'])).toBe('/a');
    expect(commonDirectory(['/a/b/c/d.mp4', '/a/b/e.mp4'])).toBe('/a/b');
    expect(commonDirectory(['/a.mp4', '/b/c.mp4'])).toBe('/');
  });

  it('are compared by a text that keeps different names different', () => {
    expect(pathIdentity('/a/I')).toBe(pathIdentity('/A/i'));
    expect(pathIdentity('/a/ı')).not.toBe(pathIdentity('/a/j'));
  });
});
