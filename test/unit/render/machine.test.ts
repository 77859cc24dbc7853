import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { usableCores, usableMemory } from '../../../libs/render/src/plan/machine.js';
import { scratchDirectory } from '../../support/projects/project.js';

async function cgroup(files: Readonly<Record<string, string>>): Promise<string> {
  const root = scratchDirectory();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), `${text}\n`);
  }
  return root;
}

describe('what a container may use', () => {
  it.each([
    ['version 2', { 'cpu.max': '150000 100000', 'memory.max': '1073741824', 'memory.current': '536870912' }],
    [
      'version 1',
      {
        'cpu/cpu.cfs_quota_us': '150000',
        'cpu/cpu.cfs_period_us': '100000',
        'memory/memory.limit_in_bytes': '1073741824',
        'memory/memory.usage_in_bytes': '536870912',
      },
    ],
  ])('is read from control groups, %s', async (_, files) => {
    const root = await cgroup(files);
    expect(usableCores(root)).toBe(1);
    expect(usableMemory(root).totalBytes).toBe(1024 ** 3);
    expect(usableMemory(root).freeBytes).toBeLessThanOrEqual(512 * 1024 ** 2);
  });

  it.each([
    ['version 2', { 'cpu.max': 'max 100000', 'memory.max': 'max' }],
    ['version 1', { 'cpu/cpu.cfs_quota_us': '-1', 'memory/memory.limit_in_bytes': '9223372036854771712' }],
    ['none', {}],
  ])('is the machine where there is no limit, %s', async (_, files) => {
    const root = await cgroup(files);
    expect(usableCores(root)).toBe(availableParallelism());
    expect(usableMemory(root).totalBytes).toBe(totalmem());
  });
});
