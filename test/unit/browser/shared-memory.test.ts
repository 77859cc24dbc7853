/** When the processes of a browser may share memory in `/dev/shm`. */
import { availableParallelism } from 'node:os';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sharedMemoryRoom } from '../../../libs/browser/src/launch/shared-memory.js';

const { accessSync, statfsSync, statSync } = vi.hoisted(() => ({
  accessSync: vi.fn(),
  statfsSync: vi.fn(),
  statSync: vi.fn(),
}));
vi.mock('node:fs', async (original) => ({ ...(await original<object>()), accessSync, statfsSync, statSync }));

const MIB = 1024 ** 2;
const needed = availableParallelism() * 384 * MIB;

beforeEach(() => {
  statfsSync.mockReturnValue({ bavail: needed / 4096, bsize: 4096 });
  statSync.mockReturnValue({ mode: 0o41777 });
});
afterEach(() => vi.resetAllMocks());

it('has enough with 384 MiB for each core, and not with a page less', () => {
  expect(sharedMemoryRoom()).toEqual({ freeBytes: needed, neededBytes: needed, enough: true });
  statfsSync.mockReturnValue({ bavail: needed / 4096 - 1, bsize: 4096 });
  expect(sharedMemoryRoom().enough).toBe(false);
});

it('has not enough in the 64 MiB of a default container', () => {
  statfsSync.mockReturnValue({ bavail: (64 * MIB) / 4096, bsize: 4096 });
  expect(sharedMemoryRoom()).toMatchObject({ freeBytes: 64 * MIB, enough: false });
});

it('is not used where the user of a browser may not write', () => {
  statSync.mockReturnValue({ mode: 0o40755 });
  expect(sharedMemoryRoom().enough).toBe(false);
});

it.each([
  ['there is no such place', statfsSync, 'ENOENT'],
  ['it is closed to this process', accessSync, 'EACCES'],
] as const)('is not used where %s', (_, call, code) => {
  call.mockImplementation(() => {
    throw Object.assign(new Error(code), { code });
  });
  expect(sharedMemoryRoom()).toEqual({ freeBytes: null, neededBytes: needed, enough: false });
});
