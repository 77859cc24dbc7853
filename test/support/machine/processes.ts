/** Processes as the kernel tells them, for tests that kill some and look for leftovers. */
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Arguments joined by blanks. */
  readonly command: string;
}

/** All processes that run; dead ones that nobody has reaped are left out. */
export function processes(): ProcessFacts[] {
  const found: ProcessFacts[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state === 'Z' || state === 'X') continue;
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      found.push({ pid: Number(name), parent: Number(parent), group: Number(group), command });
    } catch {
      // It ended while we looked.
    }
  }
  return found;
}

/** The process itself and all that descend from it. */
export function familyOf(pid: number): ProcessFacts[] {
  const all = processes();
  const family = all.filter((one) => one.pid === pid);
  for (let known = 0; known < family.length; known += 1) {
    family.push(...all.filter((one) => one.parent === family[known]?.pid));
  }
  return family;
}

/** A little less than a test of engines may take: by then it says what it waited for. A shorter end of its own would only fail on slow machines. */
export const LONGEST_WAIT_MS = 110_000;

/**
 * Asks again and again until there is an answer; rejects after `withinMs` with what `describe` says. Fifty times a second at first, ten
 * times after two seconds: a look at all processes takes milliseconds of a core, which what is waited for needs.
 */
export async function until<T>(
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  describe: () => string,
  withinMs = LONGEST_WAIT_MS,
): Promise<T> {
  const began = Date.now();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    const waitedMs = Date.now() - began;
    if (waitedMs > withinMs) throw new Error(`after ${withinMs} ms still ${describe()}`);
    await new Promise((resolve) => setTimeout(resolve, Math.min(100, 20 + waitedMs / 25)));
  }
}

/** Resolves with the first descendant of `pid` whose command line fits. */
export function descendant(pid: number, pattern: RegExp, except: readonly number[] = []): Promise<ProcessFacts> {
  return until(
    () => familyOf(pid).find((one) => one.pid !== pid && pattern.test(one.command) && !except.includes(one.pid)),
    () => `no process fits ${pattern}`,
  );
}

/** Resolves when no process names `text` any more, this one left out. */
export async function noneNaming(text: string, withinMs?: number): Promise<void> {
  const left = (): ProcessFacts[] => processes().filter((one) => one.command.includes(text) && one.pid !== process.pid);
  await until(
    () => left().length === 0,
    () =>
      `running:\n${left()
        .map(({ pid, command }) => `${pid} ${command.slice(0, 300)}`)
        .join('\n')}`,
    withinMs,
  );
}
