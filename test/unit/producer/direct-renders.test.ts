import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { DirectClient } from '../../../apps/producer/src/direct/direct-client.js';
import type { DirectRenderDto } from '../../../apps/producer/src/direct/direct-dto.js';
import { DirectRenders } from '../../../apps/producer/src/direct/direct-renders.js';
import { SharedWaits } from '../../../apps/producer/src/direct/shared-waits.js';
import { LOCAL_CALLER } from '../../../apps/producer/src/keys/api-key.js';
import type { SharedState } from '../../../apps/producer/src/state/shared-state.js';

type Parts = ConstructorParameters<typeof DirectRenders>;

const ORIGIN = { requestId: 'req', traceparent: null };

/** Direct renders whose submission is in the line as soon as `meanwhile` has happened; `moves` tells what became of it. */
function opened(meanwhile: () => void): { readonly direct: DirectRenders; readonly moves: string[] } {
  const moves: string[] = [];
  const moved = async (how: string) => {
    moves.push(how);
    return { moved: true, record: null };
  };
  const farm = {
    renders: {
      get: async (id: string) => ({ id, epoch: 1, owner: 'local' }),
      move: (_id: string, _epoch: number, how: string) => moved(how),
      cancel: () => moved('cancelled'),
    },
  };
  const submissions = {
    submit: async () => {
      meanwhile();
      return { record: { id: 'rnd_1', epoch: 1, owner: 'local' }, replayed: false, waits: true };
    },
  };
  // Without an Idempotency-Key nothing is shared.
  const waits = new SharedWaits({} as unknown as SharedState);
  const parts = [farm, {}, submissions, {}, { tell: () => {} }, waits] as unknown as Parts;
  return { direct: new DirectRenders(...parts), moves };
}

/** An answer of which nothing was written yet. */
const openAnswer = () => Object.assign(new EventEmitter(), { destroyed: false, writableEnded: false });

async function leftDuring(surface: 'render' | 'stream', body: Partial<DirectRenderDto>, isClosing = false) {
  const answer = openAnswer();
  const client = new DirectClient(answer as unknown as ServerResponse, () => isClosing);
  const { direct, moves } = opened(() => answer.emit('close'));
  await direct.submit({ html: 'x', ...body } as DirectRenderDto, surface, LOCAL_CALLER, ORIGIN, undefined, client);
  await new Promise(setImmediate);
  return moves;
}

it.each([
  ['render', {}, ['cancelled_before_start']],
  ['stream', {}, ['cancelled']],
  ['render', { onDisconnect: 'cancel' }, ['cancelled']],
  ['stream', { onDisconnect: 'continue' }, []],
] as const)(
  'a client of %s with %j that left while its render came into the line gets it dropped: %j',
  async (surface, body, moves) => {
    expect(await leftDuring(surface, body)).toEqual(moves);
  },
);

it('a client whose connection the service ends has not left', async () => {
  expect(await leftDuring('render', {}, true)).toEqual([]);
});

it('a client that had left before anything began is known to be gone', () => {
  const client = new DirectClient({ ...openAnswer(), destroyed: true } as unknown as ServerResponse, () => false);
  expect([client.gone.aborted, client.left.aborted]).toEqual([true, true]);
});

it('tells what happened between a page of events and the look at the record before the end', async () => {
  const stored = [{ id: '1-1', event: 'planned' }];
  let reads = 0;
  const farm = {
    events: {
      watch: (_id: string, changed: () => void) => {
        setImmediate(changed);
        return () => {};
      },
      read: async (_id: string, after: string | null) => {
        reads += 1;
        return { events: reads === 1 || after !== null ? [] : stored, trimmed: false, last: null };
      },
    },
    renders: { get: async () => ({ id: 'r', status: 'completed' }) },
  };
  const direct = new DirectRenders(...([farm, {}, {}, {}, {}, {}] as unknown as Parts));
  const told: unknown[] = [];
  const events = direct.follow('r', new AbortController().signal);
  for (let page = await events.next(); ; page = await events.next()) {
    if (page.done) {
      expect(page.value).toMatchObject({ status: 'completed' });
      break;
    }
    told.push(...page.value);
  }
  expect(told).toEqual(stored);
});
