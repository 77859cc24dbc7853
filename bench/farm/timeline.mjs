/** Where the time of one render through a farm went, from its events, its steps and what its client saw. */

const ms = (iso) => (iso === null ? null : Date.parse(iso));

/**
 * Spans of a finished render in the order of their time, ms; they follow each other without a gap, so they add up to the
 * whole from the request to the last byte.
 */
export async function timelineOf(farm, { id, sent, answered, told, fetched }) {
  const record = await farm.renders.get(id);
  const steps = await farm.steps.list(id, record.epoch);
  const { events } = await farm.events.read(id, null, 1000);
  const reasonAt = (reason) => ms(events.find(({ event }) => event.reason === reason)?.event.at ?? null);
  const begin = (row) => ms(row.claimedAt);
  const end = (row) => begin(row) + row.ms;
  const step = (kind) => steps.filter((row) => row.step.kind === kind && row.state === 'committed');
  const captures = step('capture').sort((a, b) => begin(a) - begin(b));
  const [prepare] = step('prepare');
  const [assemble] = step('assemble');
  const marks = [
    ['submit: request to record', ms(record.createdAt)],
    ['line: record to permit', ms(record.startedAt)],
    ['coordinator takes it, prepare is claimed', begin(prepare)],
    ['prepare', end(prepare)],
    ['plan: prepare to rendering', reasonAt('planned')],
    ['first capture is claimed', Math.min(...captures.map(begin))],
    ['capture until the last chunk is committed', reasonAt('all_chunks_committed')],
    ['assemble is claimed', begin(assemble)],
    ['assemble', end(assemble)],
    ['publish: assembled to completed', ms(record.finishedAt)],
    ['event: completed to client', told],
    ['download', fetched],
  ];
  let last = sent;
  const spans = marks.map(([name, at]) => {
    const span = { name, ms: at - last };
    last = at;
    return span;
  });
  const sum = (member) => captures.reduce((total, { result }) => total + (result?.[member] ?? 0), 0);
  const inside = [
    ['answer to the request', answered - sent],
    ...Object.entries(prepare.result?.timings ?? {}).map(([name, value]) => [`prepare: ${name}`, value]),
    [`capture: opening pages (${captures.length} runs of chunks)`, sum('openingMs')],
    ['capture: frames', sum('captureMs')],
    // With one lane the runs follow each other.
    ['capture: between runs', captures.slice(1).reduce((total, row, at) => total + begin(row) - end(captures[at]), 0)],
  ].map(([name, value]) => ({ name, ms: value }));
  return { spans, inside, total: fetched - sent };
}

/** Medians of spans of the same name over several timelines, in the order of the first. */
export function medianTimeline(timelines) {
  const of = (list) => {
    const names = [...new Set(list.flat().map(({ name }) => name))];
    return names.map((name) => {
      const values = list.flatMap((one) => one.filter((span) => span.name === name && span.ms !== null));
      const sorted = values.map((span) => span.ms).sort((a, b) => a - b);
      return { name, ms: sorted[Math.floor((sorted.length - 1) / 2)] ?? null };
    });
  };
  return { spans: of(timelines.map((one) => one.spans)), inside: of(timelines.map((one) => one.inside)) };
}
