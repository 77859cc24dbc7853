/** Names of processes in a directory that other machines and containers may share, where process ids say nothing. */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

const NAME = /^([0-9a-f]{12})\.(\d+)-/;

/** A name that nothing else has, by which others see whether this process lives. */
export function userName(): string {
  return `${place()}.${process.pid}-${randomUUID()}`;
}

/** What is known of who made a name with `userName`: `elsewhere` when its process ids are not those of this process. */
export function stateOfUser(name: string): 'lives' | 'ended' | 'elsewhere' {
  const [, where, pid] = NAME.exec(name) ?? [];
  if (where !== place()) return 'elsewhere';
  try {
    process.kill(Number(pid), 0);
    return 'lives';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'lives' : 'ended';
  }
}

let known: string | undefined;

/** Start of the machine and its process ids; of systems that tell neither, the machine's name. */
function place(): string {
  if (known !== undefined) return known;
  const boot = tell(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));
  const processIds = tell(() => readlinkSync('/proc/self/ns/pid'));
  const facts = [hostname(), boot, processIds].join('\n');
  known = createHash('sha256').update(facts).digest('hex').slice(0, 12);
  return known;
}

function tell(ask: () => string): string {
  try {
    return ask();
  } catch {
    return '';
  }
}
