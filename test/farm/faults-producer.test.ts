/** A producer that is killed right after it took a render, and another one in its place (issue 4, Producer). */

import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import {
  BOX_CHUNK_FRAMES,
  boxProject,
  DRAFT,
  finals,
  resultOf,
  undisturbed,
} from '../support/farm/disturbed-renders.js';
import { noResidue } from '../support/farm/farm-residue.js';
import { it } from '../support/farm/farm-test.js';
import { allMessages, messages, type SentEvent } from '../support/farm/producer.js';
import { startProducerProcess } from '../support/farm/producer-process.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';
import { cutIntoChunksOf } from '../support/renders/chunk-length.js';

useBundledFfmpeg();
cutIntoChunksOf(BOX_CHUNK_FRAMES);

it('killed after 202 and in the midst of a stream, a producer leaves the render, its events, logs and output to the next one', async ({
  farm,
}) => {
  const compositionId = await farm.upload(await boxProject());
  const first = await startProducerProcess(farm);
  const id = await first.submit(compositionId, DRAFT);
  await first.kill();
  expect(await farm.farm.renders.get(id)).toMatchObject({ status: 'queued' });

  const second = await startProducerProcess(farm);
  const worker = await farm.worker('one');
  const seen: SentEvent[] = [];
  const cut = async (): Promise<void> => {
    for await (const message of messages(await second.get(`/renders/${id}/events`))) {
      seen.push(message);
      if (seen.length === 3) await second.kill();
    }
  };
  await expect(cut()).rejects.toThrow();

  const third = await startProducerProcess(farm);
  const rest = await allMessages(await third.get(`/renders/${id}/events`, { 'last-event-id': seen.at(-1)?.id ?? '' }));
  expect([...seen, ...rest]).toEqual(await allMessages(await third.get(`/renders/${id}/events`)));
  expect(rest.at(-1)).toMatchObject({ event: 'completed' });
  expect(await finals(farm, id)).toEqual(['completed']);

  const record = await farm.ended(id);
  const expected = await undisturbed();
  expect(await resultOf(farm, record)).toEqual(expected);
  expect(await (await third.get(`/renders/${id}`)).json()).toMatchObject({ id, status: 'completed' });
  expect((await third.get(`/renders/${id}/logs`)).status).toBe(200);
  const output = Buffer.from(await (await third.get(`/renders/${id}/output`)).arrayBuffer());
  expect(createHash('sha256').update(output).digest('hex')).toBe(expected.output);
  await third.kill();
  await noResidue(farm, [worker]);
});
