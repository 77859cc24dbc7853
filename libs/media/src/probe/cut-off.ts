/** Whether a file is shorter than it says it is: a copy or a download that was broken off, a recording that nobody ended. */
import { open } from 'node:fs/promises';
import { FileWindow } from '../mp4/file-window.js';

export interface CutOff {
  /** Bytes that the file has to have, by what stands in it. */
  readonly told: number;
  /** Bytes that it has. */
  readonly there: number;
}

/** Some programs count the bytes of a head too much or too few; 5 ms of plain sound. */
const SLACK_BYTES = 1024;
/** Of a fragmented file that goes on for days; what is missing is at the end. */
const MOST_BOXES = 100_000;

/** Null where nothing is missing, or the file does not tell how long it is. Reads a few bytes here and there. */
export async function cutOff(path: string): Promise<CutOff | null> {
  const file = await open(path, 'r');
  try {
    const { size: there } = await file.stat();
    const told = await toldLength(new FileWindow(file), there).catch((error: unknown) => {
      // It ends within what it would tell by: nothing that can be read as media, which others say.
      if (error instanceof RangeError) return null;
      throw error;
    });
    return told !== null && told > there + SLACK_BYTES ? { told, there } : null;
  } finally {
    await file.close();
  }
}

async function toldLength(window: FileWindow, there: number): Promise<number | null> {
  const head = await window.bytes(0, 12);
  const name = head.toString('latin1');
  if (name.startsWith('RIFF')) return riffLength(head.readUInt32LE(4));
  if (head.readUInt32BE(0) === 0x1a45dfa3) return matroskaLength(window);
  if (MP4_FIRST.has(name.slice(4, 8))) return mp4Length(window, there);
  return name.startsWith('ID3') || (head.readUInt16BE(0) & 0xffe0) === 0xffe0 ? mp3Length(window, name) : null;
}

/** Whoever writes into a pipe does not know the length, and writes one that no file has. */
const riffLength = (bytes: number): number | null => (bytes === 0 || bytes >= 0x7fff_0000 ? null : bytes + 8);

/** Boxes that an mp4 or mov begins with (ISO/IEC 14496-12, 4.3; QuickTime). */
const MP4_FIRST: ReadonlySet<string> = new Set(['ftyp', 'styp', 'moov', 'mdat', 'free', 'skip', 'wide']);

/** Boxes follow each other as far as the end of the last one. */
async function mp4Length(window: FileWindow, there: number): Promise<number | null> {
  let end = 0;
  for (let boxes = 0; end + 16 <= there && boxes < MOST_BOXES; boxes += 1) {
    const head = await window.bytes(end, 16);
    const short = head.readUInt32BE(0);
    // To the end of the file, wherever that is.
    if (short === 0) return null;
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    // Whatever this is, it is no box.
    if (size < 8 || !/^[\w\x20©-]{4}$/.test(head.toString('latin1', 4, 8))) return null;
    end += size;
  }
  return end;
}

/** The segment, which is all after the head of EBML (RFC 8794, 4; RFC 9559, 5.1). */
async function matroskaLength(window: FileWindow): Promise<number | null> {
  const head = await elementSize(window, 4);
  if (head === null) return null;
  const at = head.end + head.size;
  if ((await window.bytes(at, 4)).readUInt32BE(0) !== 0x18538067) return null;
  const segment = await elementSize(window, at + 4);
  return segment === null ? null : segment.end + segment.size;
}

/** The size that stands at `at`, and where it ends; null where it is unknown, as in a live recording. */
async function elementSize(window: FileWindow, at: number): Promise<{ size: number; end: number } | null> {
  const bytes = await window.bytes(at, 8);
  const length = Math.clz32(bytes[0] as number) - 23;
  if (length > 8) return null;
  let size = (bytes[0] as number) & (0xff >> length);
  for (let index = 1; index < length; index += 1) size = size * 256 + (bytes[index] as number);
  return size === 2 ** (7 * length) - 1 ? null : { size, end: at + length };
}

/** The first frame of an MP3 may hold how many bytes all have, after the word Xing or Info. */
async function mp3Length(window: FileWindow, name: string): Promise<number | null> {
  const tag = await window.bytes(0, 10);
  const size = [6, 7, 8, 9].reduce((sum, index) => sum * 128 + ((tag[index] as number) & 0x7f), 0);
  const begin = name.startsWith('ID3') ? 10 + size : 0;
  const frame = await window.bytes(begin, 64);
  if ((frame.readUInt16BE(0) & 0xffe0) !== 0xffe0) return null;
  const word = Math.max(frame.indexOf('Xing'), frame.indexOf('Info'));
  if (word < 0 || word > 48) return null;
  const flags = frame.readUInt32BE(word + 4);
  if ((flags & 2) === 0) return null;
  const at = begin + word + 8 + ((flags & 1) === 0 ? 0 : 4);
  return begin + (await window.bytes(at, 4)).readUInt32BE(0);
}
