/** Memory of a browser with all its processes. */
import { groupMembers, memoryOf } from '@framefarm/process';

/** Bytes of memory of the process group led by `pid`, as `memoryOf` counts them. 0 when it has ended or there is no /proc. */
export async function measureGroupMemory(pid: number): Promise<number> {
  return memoryOf(await groupMembers(pid));
}
