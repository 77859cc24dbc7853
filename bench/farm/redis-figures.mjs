/** What Redis says of itself, as numbers. */
const NUMBER = /^([\w:]+):(-?[\d.]+)/gm;

export async function redisFigures(redis) {
  const [memory, cpu, stats, commands] = await Promise.all(
    ['memory', 'cpu', 'stats', 'commandstats'].map((section) => redis.info(section)),
  );
  const of = (text) => Object.fromEntries([...text.matchAll(NUMBER)].map(([, name, value]) => [name, Number(value)]));
  const calls = [...commands.matchAll(/^cmdstat_(\S+?):calls=(\d+),usec=(\d+)/gm)];
  const { used_cpu_user: user, used_cpu_sys: system } = of(cpu);
  return {
    usedBytes: of(memory).used_memory,
    cpuSeconds: user + system,
    commands: of(stats).total_commands_processed,
    bytesIn: of(stats).total_net_input_bytes,
    bytesOut: of(stats).total_net_output_bytes,
    keys: await redis.dbsize(),
    calls: Object.fromEntries(
      calls.map(([, name, count, usec]) => [name, { count: Number(count), usec: Number(usec) }]),
    ),
  };
}

/** Keys that no clock removes, with what stands for ids replaced, and how many there are of each kind. */
export async function lastingKeys(redis) {
  const kinds = new Map();
  for (let cursor = '0'; ; ) {
    const [next, names] = await redis.scan(cursor, 'COUNT', 1000);
    for (const name of names) {
      // -1: no clock removes it; -2: it has just gone.
      if ((await redis.pttl(name)) !== -1) continue;
      const kind = name.replace(/(rnd|bat|cmp|wrk)_[0-9A-Za-z]+/g, '<$1>');
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    cursor = next;
    if (cursor === '0') return [...kinds].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}
