/** Reads a zip entry by entry. Its directory is believed in nothing that can be counted (reference: security 6). */
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type Entry, fromRandomAccessReader, type Options, type ZipFile } from 'yauzl';
import { rejectedEntry } from '../rejected.js';
import type { ProjectWriter } from './project-writer.js';
import { ZipReader } from './zip-reader.js';

const STORED = 0;
const DEFLATED = 8;
/** Traditional encryption, strong encryption, and a directory whose values are masked. */
const ENCRYPTED_FLAGS = 0x1 | 0x40 | 0x2000;
/** File type bits of a Unix mode. */
const TYPE_BITS = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;

const openZip = promisify<ZipReader, number, Options, ZipFile>(fromRandomAccessReader);

export async function unpackZip(file: FileHandle, size: number, writer: ProjectWriter): Promise<void> {
  // Names are read by the one function for names, not by the library, which mends some and guesses at others.
  const zip = await openZip(new ZipReader(file, size), size, {
    lazyEntries: true,
    decodeStrings: false,
    validateEntrySizes: true,
  });
  // A directory may name fewer than there are, and the rest is not read; of one that names too many nothing is unpacked.
  writer.budget.announced(zip.entryCount);
  for await (const entry of zip.eachEntry()) await unpackEntry(zip, entry, writer);
}

async function unpackEntry(zip: ZipFile, entry: Entry, writer: ProjectWriter): Promise<void> {
  const name = entry.fileNameRaw;
  const { path, folder } = writer.admit(name);
  const fault = entryFault(entry, folder);
  if (fault !== null) throw rejectedEntry(name, fault);
  const local = await zip.readLocalFileHeaderPromise(entry);
  if (!name.equals(local.fileName)) throw rejectedEntry(name, 'the archive gives it a second, different name');
  if ((local.generalPurposeBitFlag & ENCRYPTED_FLAGS) !== 0) throw rejectedEntry(name, 'it is encrypted');
  if (folder) return writer.folder(path);

  const content = await zip.openReadStreamPromise(entry);
  // The library emits errors without ending the stream: one that comes before anybody reads would be waited for without end, one that
  // comes after would end the process.
  content.on('error', (error: Error) => content.destroy(error));
  const written = await writer.file(path, content).catch((error: unknown) => {
    throw isDataFault(error) ? rejectedEntry(name, `its content cannot be read (${error.message})`) : error;
  });
  if (written.crc32 !== entry.crc32) throw rejectedEntry(name, 'its content does not have the checksum of the archive');
}

function entryFault(entry: Entry, folder: boolean): string | null {
  if ((entry.generalPurposeBitFlag & ENCRYPTED_FLAGS) !== 0) return 'it is encrypted';
  const type = (entry.externalFileAttributes >>> 16) & TYPE_BITS;
  if (type !== 0 && type !== (folder ? FOLDER : REGULAR)) return 'it is a link or a special file';
  if (folder && entry.uncompressedSize !== 0) return 'it is a folder with content';
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    return `it is compressed by method ${entry.compressionMethod}; only deflate (8) and stored (0) are accepted`;
  }
  return null;
}

/** What the library or zlib says about bad data: neither our own error nor one of the system. */
function isDataFault(error: unknown): error is Error {
  return error instanceof Error && error.constructor === Error && !('syscall' in error);
}
