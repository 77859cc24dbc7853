/**
 * Opus comes in packets of 20 ms after some 6 ms for its decoder to begin with. Decoders leave out what is too much, as the file says, but
 * FFmpeg counts the packets as a whole into the lengths that it writes: 2.021 s for two. Players show that length, and a loop pauses there.
 */
import { open } from 'node:fs/promises';
import { clockSeconds, clockText } from './clock-text.js';
import { type Element, elements } from './elements.js';

const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const DURATION = 0x4489;
const TIMESTAMP_SCALE = 0x2ad7b1;
const TAGS = 0x1254c367;
const TAG = 0x7373;
const SIMPLE_TAG = 0x67c8;
const TAG_NAME = 0x45a3;
const TAG_STRING = 0x4487;

/** Nanoseconds of a tick where a file does not say. */
const USUAL_SCALE = 1_000_000;
/** What comes before the pictures: FFmpeg writes it with lengths for each stream. */
const HEAD_BYTES = 65_536;

export interface Patch {
  /** Byte of the file. */
  readonly at: number;
  readonly bytes: Buffer;
}

/** Writes the length of the pictures over longer ones that a WebM tells of itself and of its streams. */
export async function tellLength(path: string, seconds: number): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    for (const { at, bytes } of lengthPatches(head.subarray(0, bytesRead), seconds)) {
      await file.write(bytes, 0, bytes.length, at);
    }
  } finally {
    await file.close();
  }
}

/** What to write where, so that no length in the head of a WebM is beyond this one. */
export function lengthPatches(head: Buffer, seconds: number): readonly Patch[] {
  const inside = (parents: readonly Element[], id: number): Element[] =>
    parents.flatMap((parent) => [...elements(head, parent.start, parent.end)].filter((one) => one.id === id));
  const whole: Element = { id: 0, start: 0, end: head.length };
  const segments = inside([whole], SEGMENT);
  const infos = inside(segments, INFO);
  const [scale] = inside(infos, TIMESTAMP_SCALE);
  const tick = scale === undefined ? USUAL_SCALE : head.readUIntBE(scale.start, scale.end - scale.start);
  const patches: Patch[] = [];
  for (const { start, end } of inside(infos, DURATION)) {
    const ticks = (seconds * 1e9) / tick;
    const bytes = Buffer.alloc(end - start);
    const isDouble = bytes.length === 8;
    if ((isDouble ? head.readDoubleBE(start) : head.readFloatBE(start)) <= ticks) continue;
    if (isDouble) bytes.writeDoubleBE(ticks);
    else bytes.writeFloatBE(ticks);
    patches.push({ at: start, bytes });
  }
  for (const tag of inside(inside(inside(segments, TAGS), TAG), SIMPLE_TAG)) {
    const [name] = inside([tag], TAG_NAME);
    const [text] = inside([tag], TAG_STRING);
    if (name === undefined || text === undefined || textOf(head, name) !== 'DURATION') continue;
    if (!((clockSeconds(textOf(head, text)) ?? 0) > seconds)) continue;
    const bytes = Buffer.alloc(text.end - text.start);
    bytes.write(clockText(seconds), 'latin1');
    patches.push({ at: text.start, bytes });
  }
  return patches;
}

const textOf = (head: Buffer, { start, end }: Element): string =>
  head.toString('latin1', start, end).replace(/\0+$/, '');
