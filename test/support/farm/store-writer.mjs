// Writes to a store from a process of its own: `hang KEY` writes half a stream, says so and waits to be killed;
// `large KEY MIB` stores, reads and fetches an object of that size and tells by how many bytes the process grew.
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { openStore } from '@framefarm/storage';

const [, , location, scratch, task, key, mebibytes] = process.argv;
const store = await openStore(location, { env: process.env, scratch });
const MIB = 1024 * 1024;

async function* halfAnObject() {
  yield Buffer.alloc(4 * MIB, 'a');
  process.stdout.write('half\n');
  setInterval(() => {}, 60_000);
  await new Promise(() => {});
}

function* pieces(count) {
  const piece = Buffer.alloc(MIB, 'b');
  for (let index = 0; index < count; index += 1) yield piece;
}

if (task === 'hang') {
  await store.putStream(key, Readable.from(halfAnObject()));
} else {
  await store.put('small', 'so that everything is loaded');
  await store.read('small').then(({ body }) => body.resume());
  const before = process.resourceUsage().maxRSS * 1024;
  const stored = await store.putStream(key, Readable.from(pieces(Number(mebibytes))));
  const hash = createHash('sha256');
  const { body } = await store.read(key);
  for await (const bytes of body) hash.update(bytes);
  await store.fetchFile(key, `${scratch}/fetched`);
  await rm(`${scratch}/fetched`);
  const grown = process.resourceUsage().maxRSS * 1024 - before;
  process.stdout.write(`${JSON.stringify({ stored, read: hash.digest('hex'), grown })}\n`);
  await store.close();
}
