/** One file of a png-sequence, which is kept as one stored archive: only its own bytes are read (http-api 3.5). */
import { PassThrough, pipeline, type Readable } from 'node:stream';
import type { RenderArtefact } from '@framefarm/farm';
import type { ObjectStore } from '@framefarm/storage';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';

export interface SequenceFile {
  readonly size: number;
  readonly body: Readable;
}

/** Null when archive or file is gone. */
export async function openSequenceFile(
  store: ObjectStore,
  output: Pick<RenderArtefact, 'storeKey' | 'size'>,
  name: string,
): Promise<SequenceFile | null> {
  if ((await store.head(output.storeKey)) === null) return null;
  const reader = new StoredArchive(store, output.storeKey);
  const zip = await fromRandomAccessReaderPromise(reader, output.size, { lazyEntries: true, autoClose: false });
  let body: Readable | null = null;
  try {
    const entry = await findEntry(zip, name);
    if (entry === null) return null;
    body = await new Promise<Readable>((resolve, reject) => {
      zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
    });
    body.once('close', () => zip.close());
    return { size: entry.uncompressedSize, body };
  } finally {
    if (body === null) zip.close();
  }
}

class StoredArchive extends RandomAccessReader {
  constructor(
    private readonly store: ObjectStore,
    private readonly key: string,
  ) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const through = new PassThrough();
    this.store.read(this.key, { start, end: end - 1 }).then(
      (found) => {
        // Whoever reads may have gone; then the object is closed too, which a pipe alone leaves open.
        if (found !== null) pipeline(found.body, through, () => {});
        else through.destroy(new Error('the archive is gone'));
      },
      (error: Error) => through.destroy(error),
    );
    return through;
  }
}

function findEntry(zip: ZipFile, name: string): Promise<Entry | null> {
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      if (entry.fileName === name) resolve(entry);
      else zip.readEntry();
    });
    zip.once('end', () => resolve(null));
    zip.once('error', reject);
    zip.readEntry();
  });
}
