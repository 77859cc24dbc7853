import type { ChunkRow, ChunkState, RenderRecord, Step, StepRow, StepState } from '@framefarm/farm';
import { describe, expect, it } from 'vitest';
import { type Action, decide } from '../../../apps/worker/src/coordinator/decide.js';
import type { PlanFacts, Situation } from '../../../apps/worker/src/coordinator/situation.js';

const NOW = Date.parse('2026-01-01T00:10:00Z');
const PLAN: PlanFacts = {
  key: 'renders/rnd_1/1/prepared-1.json',
  chunks: [0, 1].map((index) => ({ index, firstFrame: index * 45, frames: 45 })),
  videos: 1,
  sound: true,
};

function row(step: Step, state: StepState, more: Partial<StepRow> = {}): StepRow {
  return {
    id: step.id,
    step,
    state,
    attempt: 1,
    fence: 1,
    worker: state === 'pending' ? null : 'one',
    claimedAt: state === 'claimed' ? new Date(NOW - 1000).toISOString() : null,
    beatAt: null,
    failedOn: [],
    failures: {},
    error: null,
    result: null,
    ms: null,
    ...more,
  };
}
const PREPARE: Step = { kind: 'prepare', id: 'prepare' };
const EXTRACT: Step = { kind: 'extract', id: 'extract-0', video: 0 };
const SOUND: Step = { kind: 'sound', id: 'sound' };
const CAPTURE: Step = { kind: 'capture', id: 'capture-0-0', chunks: [0, 1] };
const ASSEMBLE: Step = { kind: 'assemble', id: 'assemble' };

const chunk = (index: number, state: ChunkState, ms: number | null = null): ChunkRow => ({
  index,
  firstFrame: index * 45,
  frames: 45,
  state,
  attempts: 1,
  worker: 'one',
  ms,
  storeKey: null,
  sha256: null,
  size: null,
  reused: false,
  seam: null,
});

function situation(
  status: RenderRecord['status'],
  more: Partial<Situation> = {},
  record: Partial<RenderRecord> = {},
): Situation {
  const known = {
    id: 'rnd_1',
    epoch: 1,
    status,
    chunks: 'auto',
    timeoutSeconds: 3600,
    startedAt: null,
    replans: 0,
    dependent: null,
    refuted: null,
    ...record,
  };
  return {
    record: known as RenderRecord,
    steps: [],
    live: new Set(),
    chunks: [],
    plan: null,
    capacity: { workers: ['one'], slots: 1, idleSlots: 1, blocked: [] },
    now: NOW,
    ...more,
  };
}
const due = (actions: readonly Action[]): string[] =>
  actions.flatMap((action) => (action.do === 'due' ? [action.step.id] : []));
const done = [row(PREPARE, 'committed'), row(EXTRACT, 'committed'), row(SOUND, 'committed')];

describe('a coordinator', () => {
  it('prepares, then begins with the plan', () => {
    expect(due(decide(situation('preparing')))).toEqual(['prepare']);
    const steps = [row(PREPARE, 'committed')];
    expect(decide(situation('preparing', { steps, plan: PLAN }))).toEqual([{ do: 'begin', plan: PLAN }]);
  });

  it('extracts and mixes beside each other, and captures once all pictures are there', () => {
    const chunks = [chunk(0, 'pending'), chunk(1, 'pending')];
    const first = situation('rendering', { steps: [row(PREPARE, 'committed')], plan: PLAN, chunks });
    expect(due(decide(first))).toEqual(['extract-0', 'sound']);
    const steps = [row(PREPARE, 'committed'), row(EXTRACT, 'committed'), row(SOUND, 'claimed')];
    const next = situation('rendering', { steps, plan: PLAN, chunks, live: new Set(['sound']) });
    expect(due(decide(next))).toEqual(['capture-0-0']);
  });

  it('counts attempts of each step from 1', () => {
    const steps = [row(PREPARE, 'committed')];
    const rendered = { plan: PLAN, chunks: [chunk(0, 'committed'), chunk(1, 'committed')] };
    const actions = [
      situation('preparing'),
      situation('rendering', { steps, plan: PLAN, chunks: [chunk(0, 'pending'), chunk(1, 'pending')] }),
      situation('rendering', { steps: done, plan: PLAN, chunks: [chunk(0, 'pending'), chunk(1, 'pending')] }),
      situation('assembling', { steps: done, ...rendered }),
    ].flatMap((now) => decide(now));
    const attempts = actions.map((action) => (action.do === 'due' ? [action.step.kind, action.attempt] : [action.do]));
    expect(attempts).toEqual(['prepare', 'extract', 'sound', 'capture', 'assemble'].map((kind) => [kind, 1]));
  });

  it('extracts nothing for a render whose chunks are all known', () => {
    const chunks = [chunk(0, 'committed'), chunk(1, 'committed')];
    const known = situation('rendering', { steps: [row(PREPARE, 'committed')], plan: PLAN, chunks });
    expect(due(decide(known))).toEqual(['sound']);
  });

  it('assembles when chunks and sound are committed, and publishes when nothing runs any more', () => {
    const chunks = [chunk(0, 'committed'), chunk(1, 'committed')];
    expect(decide(situation('rendering', { steps: done, plan: PLAN, chunks }))).toMatchObject([
      { do: 'move', reason: 'all_chunks_committed' },
    ]);
    expect(due(decide(situation('assembling', { steps: done, plan: PLAN, chunks })))).toEqual(['assemble']);
    const steps = [...done, row(ASSEMBLE, 'committed', { result: { artefact: {} } })];
    const doubled = situation('assembling', { steps, plan: PLAN, chunks, live: new Set(['capture-0-1']) });
    expect(decide(doubled)).toEqual([]);
    expect(decide(situation('assembling', { steps, plan: PLAN, chunks }))).toMatchObject([{ do: 'publish' }]);
  });

  it('delivers what is due again, in case its queue forgot it', () => {
    const steps = [row(PREPARE, 'pending')];
    expect(decide(situation('preparing', { steps }))).toMatchObject([{ do: 'deliver', row: { id: 'prepare' } }]);
  });

  it('takes a claim whose lease ran out for lost, and leaves a live one alone', () => {
    const steps = [row(PREPARE, 'claimed')];
    expect(decide(situation('preparing', { steps }))).toMatchObject([{ do: 'lose', row: { id: 'prepare' } }]);
    expect(decide(situation('preparing', { steps, live: new Set(['prepare']) }))).toEqual([]);
  });

  it('tries a failed step again elsewhere, and fails the render for a faulty composition', () => {
    const failed = (name: 'host' | 'user'): StepRow =>
      row(PREPARE, 'failed', {
        failedOn: ['one'],
        failures: { [name]: 1 },
        error: { code: name === 'host' ? 'BROWSER_CRASHED' : 'LINT_FAILED', message: 'm', class: name },
      });
    expect(decide(situation('preparing', { steps: [failed('host')] }))).toMatchObject([
      { do: 'due', step: { id: 'prepare' }, attempt: 2, notOn: ['one'] },
    ]);
    expect(decide(situation('preparing', { steps: [failed('user')] }))).toMatchObject([
      { do: 'move', reason: 'composition_invalid', patch: { error: { code: 'LINT_FAILED' } } },
    ]);
  });

  describe('when a worker is not as the plan says', () => {
    const error = { code: 'CHUNK_ENVIRONMENT_MISMATCH', message: 'FFmpeg: …', class: 'host' } as const;
    const steps = [...done, row(CAPTURE, 'failed', { failedOn: ['one'], failures: { host: 1 }, error })];
    const known = { plan: PLAN, chunks: [chunk(0, 'committed'), chunk(1, 'failed')], steps };
    const capacity = { workers: ['one', 'two'], slots: 2, idleSlots: 2, blocked: [] };

    it('gives the step to one that has not said so, however many have', () => {
      expect(decide(situation('rendering', { ...known, capacity }))).toMatchObject([
        { do: 'due', step: { id: 'capture-0-0' }, attempt: 2, delayMs: 0, notOn: ['one'] },
      ]);
    });

    it('plans anew when none is left and nothing runs any more, a few times', () => {
      const replan = [{ do: 'move', reason: 'replanned', patch: {} }];
      expect(decide(situation('rendering', known))).toEqual(replan);
      // What else would be due is of the plan that is given up.
      const waiting = [...steps, row(ASSEMBLE, 'pending')];
      expect(decide(situation('rendering', { ...known, steps: waiting }))).toEqual(replan);
      const live = new Set(['sound']);
      expect(decide(situation('rendering', { ...known, live })).some(({ do: what }) => what === 'move')).toBe(false);
      expect(decide(situation('rendering', known, { replans: 3 }))).toMatchObject([
        { do: 'move', reason: 'step_exhausted', patch: { error: { code: error.code, stage: 'capture' } } },
      ]);
    });
  });

  describe('when a chunk meets what the surface does not show', () => {
    const refuted = { frame: 60, obstacle: 'the page holds <dialog>' };
    const error = { code: 'SURFACE_OBSTACLE', message: 'm', class: 'stuck', obstacle: refuted } as const;
    const met = row(CAPTURE, 'failed', { failedOn: ['one'], failures: { stuck: 1 }, error });
    const other: Step = { kind: 'capture', id: 'capture-2-1', chunks: [2] };
    const chunks = [chunk(0, 'committed'), chunk(1, 'failed'), chunk(2, 'claimed')];
    const replan = { do: 'move', reason: 'surface_refuted', patch: { refuted } };
    const situated = (steps: readonly StepRow[], live: readonly string[] = [], record: Partial<RenderRecord> = {}) =>
      decide(situation('rendering', { plan: PLAN, chunks, steps, live: new Set(live) }, record));

    it('takes back what runs and waits, and plans anew once nothing runs any more', () => {
      const rows = [row(other, 'claimed'), row(SOUND, 'pending')];
      expect(situated([row(PREPARE, 'committed'), met, ...rows], [other.id])).toEqual([{ do: 'drop', rows }]);
      const dropped = rows.map((one): StepRow => ({ ...one, state: 'dropped' }));
      expect(situated([...done, met, ...dropped], [other.id])).toEqual([]);
      expect(situated([...done, met, ...dropped])).toEqual([replan]);
    });

    it('does so at once where nothing runs, however often the render was planned anew for its workers', () => {
      const waiting = row(other, 'pending');
      expect(situated([...done, met, waiting], [], { replans: 3 })).toEqual([{ do: 'drop', rows: [waiting] }, replan]);
    });

    it('does so once', () => {
      expect(situated([...done, met], [], { refuted })).toMatchObject([
        { do: 'move', reason: 'step_exhausted', patch: { error: { code: 'SURFACE_OBSTACLE' } } },
      ]);
    });

    it('does so where a page is lost on its surface again, which its machine may have done the first time', () => {
      const loss = { code: 'BROWSER_CRASHED', message: 'm', class: 'host', obstacle: refuted } as const;
      const lost = (host: number) => situated([...done, { ...met, error: loss, failures: { host } }]);
      expect(lost(1)[0]).toMatchObject({ do: 'due', attempt: 2 });
      expect(lost(2)).toEqual([replan]);
      const { obstacle: _, ...without } = loss;
      expect(situated([...done, { ...met, error: without, failures: { host: 2 } }])[0]).toMatchObject({ do: 'due' });
    });

    it('is not hidden by a step that failed otherwise before', () => {
      const crash = { code: 'BROWSER_CRASHED', message: 'm', class: 'host' } as const;
      const before = row(other, 'failed', { failures: { host: 1 }, error: crash });
      expect(situated([...done, before, met])).toEqual([replan]);
    });

    it('leaves it at that when others have captured the chunk, and when the render is ending', () => {
      const captured = [chunk(0, 'committed'), chunk(1, 'committed')];
      const steps = [...done, met];
      expect(decide(situation('rendering', { plan: PLAN, chunks: captured, steps }))).toMatchObject([
        { reason: 'all_chunks_committed' },
      ]);
      expect(decide(situation('cancelling', { plan: PLAN, chunks, steps }))).toMatchObject([{ reason: 'stopped' }]);
    });

    it('ends the render when its time is up', () => {
      const record = { startedAt: new Date(NOW - 61_000).toISOString(), timeoutSeconds: 60 };
      expect(situated([...done, met], [], record)).toMatchObject([{ do: 'move', reason: 'render_timeout' }]);
    });
  });

  describe('when chunks do not go on from one another', () => {
    const seamed = (
      index: number,
      begins: string,
      goesOn: string | null,
      state: ChunkState = 'committed',
    ): ChunkRow => ({
      ...chunk(index, state),
      seam: { begins, goesOn },
    });
    const apart = [seamed(0, 'a', 'b'), seamed(1, 'c', null)];
    const again = { do: 'move', reason: 'order_needed', patch: { dependent: 45 } };
    const decided = (chunks: readonly ChunkRow[], more: Partial<Situation> = {}, record: Partial<RenderRecord> = {}) =>
      decide(
        situation('rendering', { plan: PLAN, steps: [...done, row(CAPTURE, 'committed')], chunks, ...more }, record),
      );

    it('takes back what runs and waits, and plans anew for chunks in order once nothing runs any more', () => {
      const rows = [row(SOUND, 'claimed')];
      const steps = [row(PREPARE, 'committed'), ...rows];
      expect(decided(apart, { steps, live: new Set(['sound']) })).toEqual([{ do: 'drop', rows }]);
      expect(decided(apart)).toEqual([again]);
    });

    it('does so although all are captured, and once', () => {
      expect(decided(apart, {}, { dependent: 45 })).toMatchObject([{ reason: 'all_chunks_committed' }]);
    });

    it('goes on where they do, and where a picture was not looked at', () => {
      for (const chunks of [
        [seamed(0, 'a', 'b'), seamed(1, 'b', null)],
        [seamed(0, 'a', null), seamed(1, 'c', null)],
        [seamed(0, 'a', 'b'), { ...chunk(1, 'committed'), reused: true }],
        [{ ...chunk(0, 'committed'), reused: true }, seamed(1, 'c', null)],
      ])
        expect(decided(chunks)).toMatchObject([{ reason: 'all_chunks_committed' }]);
    });
  });

  it('forgets a failed run whose chunks others have captured', () => {
    const error = { code: 'BROWSER_CRASHED', message: 'm', class: 'host' } as const;
    const steps = [...done, row(CAPTURE, 'failed', { failures: { host: 3 }, error })];
    const chunks = [chunk(0, 'committed'), chunk(1, 'committed')];
    expect(decide(situation('rendering', { steps, plan: PLAN, chunks }))).toMatchObject([
      { reason: 'all_chunks_committed' },
    ]);
  });

  it('gives what is left of a late run to an idle lane, once', () => {
    const late = { claimedAt: new Date(NOW - 60_000).toISOString() };
    const chunks = [chunk(0, 'committed', 450), chunk(1, 'claimed')];
    const steps = [...done, row(CAPTURE, 'claimed', late)];
    const known = { plan: PLAN, chunks, live: new Set(['capture-0-0', 'capture-1-1']) };
    const first = decide(situation('rendering', { ...known, steps }));
    expect(first).toMatchObject([{ do: 'due', step: { id: 'capture-1-1', chunks: [1] }, notOn: ['one'] }]);
    const doubled: Step = { kind: 'capture', id: 'capture-1-1', chunks: [1] };
    const again = [...steps, row(doubled, 'claimed', late)];
    expect(decide(situation('rendering', { ...known, steps: again }))).toEqual([]);
    const busy = { workers: ['one', 'two'], slots: 2, idleSlots: 0, blocked: [] };
    expect(decide(situation('rendering', { ...known, steps, capacity: busy }))).toEqual([]);
  });

  it('calls a run late by what was captured in this render, and not by what another lane has in hand', () => {
    const late = { claimedAt: new Date(NOW - 60_000).toISOString() };
    const [one, other] = [0, 1].map((index): Step => ({ kind: 'capture', id: `capture-${index}-0`, chunks: [index] }));
    if (one === undefined || other === undefined) throw new Error('no steps');
    const steps = [...done, row(one, 'claimed', late), row(other, 'claimed')];
    const live = new Set([one.id, other.id]);
    const taken = [chunk(0, 'claimed'), chunk(1, 'claimed')];
    const doubled = (measured: ChunkRow) =>
      decide(situation('rendering', { plan: PLAN, chunks: [...taken, measured], steps, live }));
    expect(doubled(chunk(2, 'committed', 450))).toMatchObject([{ do: 'due', step: { chunks: [0] }, notOn: ['one'] }]);
    expect(doubled({ ...chunk(2, 'committed', 1), reused: true })).toEqual([]);
  });

  it('ends a render whose time is up', () => {
    const record = { startedAt: new Date(NOW - 61_000).toISOString(), timeoutSeconds: 60 };
    expect(decide(situation('rendering', { plan: PLAN }, record))).toMatchObject([
      { do: 'move', reason: 'render_timeout', patch: { error: { code: 'RENDER_TIMEOUT', owner: 'user' } } },
    ]);
  });

  it('goes on until then', () => {
    const begun = (ms: number) => ({ startedAt: new Date(NOW - ms).toISOString(), timeoutSeconds: 60 });
    expect(due(decide(situation('preparing', {}, begun(59_999))))).toEqual(['prepare']);
    expect(decide(situation('preparing', {}, begun(60_000)))).toMatchObject([{ reason: 'render_timeout' }]);
  });

  it('waits for the pictures of all videos, and mixes nothing where nothing is heard', () => {
    const chunks = [chunk(0, 'pending'), chunk(1, 'pending')];
    const plan = { ...PLAN, videos: 2, sound: false };
    const steps = [row(PREPARE, 'committed'), row(EXTRACT, 'committed')];
    expect(due(decide(situation('rendering', { steps, plan, chunks })))).toEqual(['extract-1']);
    const first: Step = { kind: 'extract', id: 'extract-1', video: 1 };
    const waiting = situation('rendering', {
      steps: [...steps, row(first, 'claimed')],
      plan,
      chunks,
      live: new Set([first.id]),
    });
    expect(decide(waiting)).toEqual([]);
    const captured = [chunk(0, 'committed'), chunk(1, 'committed')];
    expect(decide(situation('rendering', { steps, plan, chunks: captured }))).toMatchObject([
      { do: 'move', reason: 'all_chunks_committed' },
    ]);
  });

  it('mixes beside the capture, and waits for the sound before it assembles', () => {
    const steps = [row(PREPARE, 'committed'), row(EXTRACT, 'committed')];
    const open = [chunk(0, 'pending'), chunk(1, 'pending')];
    expect(due(decide(situation('rendering', { steps, plan: PLAN, chunks: open })))).toEqual(['sound', 'capture-0-0']);
    const chunks = [chunk(0, 'committed'), chunk(1, 'committed')];
    const mixing = situation('rendering', {
      steps: [...steps, row(SOUND, 'claimed')],
      plan: PLAN,
      chunks,
      live: new Set(['sound']),
    });
    expect(decide(mixing)).toEqual([]);
  });

  it('captures nothing before all chunks of the plan have a row', () => {
    expect(decide(situation('rendering', { steps: done, plan: PLAN, chunks: [chunk(0, 'pending')] }))).toEqual([]);
  });

  it('publishes what was assembled, and nothing before', () => {
    const chunks = [chunk(0, 'committed'), chunk(1, 'committed')];
    const known = { plan: PLAN, chunks };
    const running = { ...known, steps: [...done, row(ASSEMBLE, 'claimed')], live: new Set(['assemble']) };
    expect(decide(situation('assembling', running))).toEqual([]);
    const result = { artefact: { size: 1 } };
    const steps = [...done, row(ASSEMBLE, 'committed', { result })];
    expect(decide(situation('assembling', { ...known, steps }))).toEqual([{ do: 'publish', result }]);
  });

  describe('with several lanes', () => {
    const plan = { ...PLAN, chunks: [0, 1, 2, 3].map((index) => ({ index, firstFrame: index * 90, frames: 90 })) };
    const run = (id: number, chunks: readonly number[]): Step => ({
      kind: 'capture',
      id: `capture-${id}-${id}`,
      chunks,
    });
    const lanes = (slots: number, idleSlots: number) => ({ workers: ['one', 'two'], slots, idleSlots, blocked: [] });

    it('hands out runs of names of their own, one more than lanes are idle', () => {
      const chunks = [0, 1, 2, 3].map((index) => chunk(index, 'pending'));
      const waiting = { steps: [...done, row(run(0, [0]), 'pending')], plan, chunks };
      const actions = decide(situation('rendering', { ...waiting, capacity: lanes(3, 2) }, { chunks: 4 }));
      expect(due(actions)).toEqual(['capture-1-1', 'capture-2-2']);
      const taken = { ...waiting, steps: [...done, row(run(0, [0]), 'claimed')], live: new Set(['capture-0-0']) };
      expect(due(decide(situation('rendering', { ...taken, capacity: lanes(3, 2) }, { chunks: 4 })))).toEqual([
        'capture-1-1',
        'capture-2-2',
        'capture-3-3',
      ]);
    });

    it('doubles late runs, as many as lanes are idle, none that waits and none before all chunks are in hand', () => {
      const late = { claimedAt: new Date(NOW - 60_000).toISOString() };
      const chunks = [chunk(0, 'claimed'), chunk(1, 'claimed'), chunk(2, 'claimed'), chunk(3, 'committed', 450)];
      const runs = [run(0, [0]), run(1, [1]), run(2, [2])];
      const [first, second, third] = runs.map((step) => row(step, 'claimed', { ...late, worker: 'two' }));
      const steps = [...done, ...[first, second, third].flatMap((one) => one ?? [])];
      const live = new Set(runs.map(({ id }) => id));
      const known = { plan, chunks, steps, live };
      const doubled = decide(situation('rendering', { ...known, capacity: lanes(5, 2) }));
      expect(doubled).toMatchObject([
        { step: { id: 'capture-0-3', chunks: [0] }, attempt: 1, delayMs: 0, notOn: ['two'] },
        { step: { id: 'capture-1-4', chunks: [1] }, attempt: 1, delayMs: 0, notOn: ['two'] },
      ]);
      expect(due(doubled)).toHaveLength(2);
      const again = [...steps.slice(0, -1), row(run(2, [2]), 'pending')];
      const waiting = decide(situation('rendering', { ...known, steps: again, capacity: lanes(5, 5) }));
      expect(due(waiting)).toEqual(['capture-0-3', 'capture-1-4']);
      const open = { ...known, steps: steps.slice(0, -1), capacity: lanes(5, 2) };
      expect(due(decide(situation('rendering', open)))).toEqual(['capture-2-2']);
    });

    it('calls a run late by all of its frames', () => {
      const claimedAt = new Date(NOW - 40_000).toISOString();
      // 45 frames took 9 s: a run of one chunk may take 27 s, one of two chunks 54 s.
      const chunks = [
        chunk(0, 'claimed'),
        chunk(1, 'claimed'),
        chunk(2, 'committed', 9000),
        chunk(3, 'committed', 9000),
      ];
      const capacity = lanes(2, 1);
      const of = (step: Step, other: readonly Step[]) =>
        due(
          decide(
            situation('rendering', {
              ...{ plan, chunks, capacity, live: new Set([step, ...other].map(({ id }) => id)) },
              steps: [...done, row(step, 'claimed', { claimedAt }), ...other.map((one) => row(one, 'claimed'))],
            }),
          ),
        );
      expect(of(run(0, [0]), [run(1, [1])])).toEqual(['capture-0-2']);
      expect(of(run(0, [0, 1]), [])).toEqual([]);
    });
  });

  it('says what held a render up whose time is up, and that it may be asked for again', () => {
    const record = { startedAt: new Date(NOW - 61_000).toISOString(), timeoutSeconds: 60 };
    const ended = (more: Partial<Situation>) => {
      const [action] = decide(situation('rendering', { plan: PLAN, ...more }, record));
      return action?.do === 'move' ? action.patch.error : null;
    };
    const away = { code: 'STORE_UNAVAILABLE', message: 'no answer', class: 'transient' } as const;
    expect(ended({ steps: [row(CAPTURE, 'pending', { error: away })] })).toMatchObject({
      owner: 'system',
      retryable: true,
      message: expect.stringContaining('STORE_UNAVAILABLE: no answer'),
    });
    const capacity = { workers: [], slots: 0, idleSlots: 0, blocked: ['the store cannot be used now'] };
    expect(ended({ capacity })).toMatchObject({
      owner: 'system',
      message: expect.stringContaining('no worker takes its steps now: the store cannot be used now'),
    });
    // It was met and is over: what goes on is the render itself.
    expect(ended({ steps: [row(CAPTURE, 'claimed', { error: away })] })).toMatchObject({ owner: 'user' });
  });

  it('winds down: takes back what waits, waits for what runs, and says when a worker never answered', () => {
    const waiting = row(SOUND, 'dropped');
    const running = row(CAPTURE, 'claimed');
    const live = new Set(['capture-0-0']);
    expect(decide(situation('cancelling', { steps: [waiting, running], live }))).toEqual([
      { do: 'withdraw', rows: [waiting] },
    ]);
    expect(decide(situation('cancelling', { steps: [row(CAPTURE, 'dropped')] })).at(-1)).toMatchObject({
      reason: 'stopped',
    });
    expect(decide(situation('failing', { steps: [running] })).at(-1)).toMatchObject({ reason: 'stop_timeout' });
    const mixed = row(EXTRACT, 'committed');
    expect(decide(situation('cancelling', { steps: [mixed, running] }))).toMatchObject([{ reason: 'stop_timeout' }]);
    const due = row(SOUND, 'pending');
    expect(decide(situation('failing', { steps: [due, mixed] }))).toEqual([
      { do: 'withdraw', rows: [due] },
      { do: 'move', reason: 'drained', patch: {} },
    ]);
  });

  it('does nothing for renders that wait or are over', () => {
    for (const status of ['queued', 'completed', 'failed', 'cancelled'] as const) {
      expect(decide(situation(status))).toEqual([]);
    }
  });
});
