/** Names of the keys that are read without a script. All begin with the one hash tag. */
export interface Keys {
  readonly prefix: string;
  readonly render: (id: string) => string;
  readonly renderEvents: (id: string) => string;
  readonly chunks: (id: string, epoch: number) => string;
  readonly steps: (id: string, epoch: number) => string;
  readonly logIndex: (id: string) => string;
  readonly log: (id: string, stepId: string) => string;
  readonly tombstone: (id: string) => string;
  readonly batch: (id: string) => string;
  readonly batchEvents: (id: string) => string;
  readonly batchRows: (id: string) => string;
  readonly batchRowStates: (id: string) => string;
  readonly batchRenders: (id: string) => string;
  readonly runningBatches: string;
  readonly rendersOf: (owner: string) => string;
  readonly rendersIn: (owner: string, status: string) => string;
  readonly rendersLabelled: (owner: string, label: string) => string;
  readonly batchesOf: (owner: string) => string;
  readonly composition: (owner: string, id: string) => string;
  readonly compositionsOf: (owner: string) => string;
  readonly compositionUse: string;
  readonly lineOf: (owner: string) => string;
  readonly permitsByOwner: string;
  readonly limits: string;
  readonly ownerLimits: string;
  readonly workers: string;
  readonly worker: (id: string) => string;
  readonly drains: string;
  readonly clears: string;
  readonly due: (what: string) => string;
  /** Who holds an object of the store, and until when. */
  readonly objectHeld: (object: string) => string;
  readonly objectsGoing: string;
  readonly outbox: string;
  readonly check: string;
  readonly figures: string;
  readonly channel: (name: string) => string;
}

export function keysBelow(prefix: string): Keys {
  const at = (...parts: readonly (string | number)[]): string => [prefix, ...parts].join(':');
  return {
    prefix,
    render: (id) => at('r', id),
    renderEvents: (id) => at('r', id, 'e'),
    chunks: (id, epoch) => at('r', id, 'c', epoch),
    steps: (id, epoch) => at('r', id, 's', epoch),
    logIndex: (id) => at('r', id, 'l'),
    log: (id, stepId) => at('r', id, 'l', stepId),
    tombstone: (id) => at('gone', id),
    batch: (id) => at('b', id),
    batchEvents: (id) => at('b', id, 'e'),
    batchRows: (id) => at('b', id, 'v'),
    batchRowStates: (id) => at('b', id, 'x'),
    batchRenders: (id) => at('b', id, 'r'),
    runningBatches: at('batches', 'running'),
    rendersOf: (owner) => at('o', owner, 'r'),
    rendersIn: (owner, status) => at('o', owner, 's', status),
    rendersLabelled: (owner, label) => at('o', owner, 'l', label),
    batchesOf: (owner) => at('o', owner, 'b'),
    composition: (owner, id) => at('cmp', 'r', owner, id),
    compositionsOf: (owner) => at('cmp', 'o', owner),
    compositionUse: at('cmp', 'use'),
    lineOf: (owner) => at('line', 'o', owner),
    permitsByOwner: at('permits', 'o'),
    limits: at('limits'),
    ownerLimits: at('limits', 'o'),
    workers: at('workers'),
    worker: (id) => at('w', id),
    drains: at('workers', 'drain'),
    clears: at('workers', 'clear'),
    due: (what) => at('due', what),
    objectHeld: (object) => at('objects', 'held', object),
    objectsGoing: at('objects', 'going'),
    outbox: at('outbox'),
    check: at('check'),
    figures: at('figures'),
    channel: (name) => at('ch', name),
  };
}
