/** Reads a tar, gzipped or not, as a stream (reference: security 6, http-api 3.7). */
import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract as openTar } from 'tar-stream';
import { rejectedEntry } from '../rejected.js';
import type { ProjectWriter } from './project-writer.js';

/** A header as the library gives it; its own types leave out unknown kinds and what pax headers hold. */
interface TarHeader {
  readonly name: string;
  readonly size: number;
  readonly type: string | null;
  readonly pax: Readonly<Record<string, string>> | null;
}

type TarEntry = AsyncIterable<Buffer> & { readonly header: TarHeader };

/** Byte for byte: whether a name is UTF-8 is decided by the one function for names. The library's types lack the option. */
const NAMES_AS_BYTES: object = { filenameEncoding: 'latin1' };

export async function unpackTar(file: FileHandle, gzipped: boolean, writer: ProjectWriter): Promise<void> {
  const extract = openTar(NAMES_AS_BYTES);
  const source = file.createReadStream({ start: 0, autoClose: false });
  const counted = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      writer.budget.inflated(chunk.length);
      yield chunk;
    }
  };
  const options = { signal: writer.signal };
  const fed = gzipped
    ? pipeline(source, createGunzip(), counted, extract, options)
    : pipeline(source, counted, extract, options);
  const ended = fed.then(
    () => null,
    (error: unknown) => error,
  );
  try {
    for await (const entry of extract as unknown as AsyncIterable<TarEntry>) await unpackEntry(entry, writer);
  } finally {
    extract.destroy();
    await ended;
  }
  const fault = await ended;
  if (fault !== null) throw fault;
}

async function unpackEntry(entry: TarEntry, writer: ProjectWriter): Promise<void> {
  const { header } = entry;
  const name = rawName(header);
  const { path, folder } = writer.admit(name);
  const fault = headerFault(header, folder);
  if (fault !== null) throw rejectedEntry(name, fault);
  if (folder || header.type === 'directory') await writer.folder(path);
  else await writer.file(path, entry);
}

/** The bytes of the name. A pax header is UTF-8 by its definition and has been decoded already. */
function rawName({ name, pax }: TarHeader): Uint8Array {
  const long = pax?.path ?? '';
  if (long === '') return Buffer.from(name, 'latin1');
  // What could not be decoded was replaced by this character.
  if (long.includes('\uFFFD')) throw rejectedEntry(long, 'its name is not valid UTF-8');
  return Buffer.from(long);
}

function headerFault({ type, size, pax }: TarHeader, folder: boolean): string | null {
  if (type !== 'file' && type !== 'directory') return `it is no regular file or folder (${type ?? 'unknown kind'})`;
  if (Object.keys(pax ?? {}).some((key) => key.startsWith('GNU.sparse.'))) return 'it is a sparse file';
  if ((folder || type === 'directory') && size !== 0) return 'it is a folder with content';
  return null;
}
