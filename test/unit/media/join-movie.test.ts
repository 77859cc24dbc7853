/** Joining without FFmpeg, on files made by hand: every byte of every sample in its place (docs/decisions/joining-in-process.md). */
import { open, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinMovie } from '../../../libs/media/src/assemble/join-movie.js';
import { boxAt, readBoxes } from '../../../libs/media/src/mp4/boxes.js';
import { interleaved } from '../../../libs/media/src/mp4/interleave.js';
import { readMovieFile, type Track } from '../../../libs/media/src/mp4/movie-file.js';
import { layOutMovie } from '../../../libs/media/src/mp4/movie-layout.js';
import { scratchDirectory } from '../../support/projects/project.js';
import { encodingPlan as plan } from '../../support/renders/encoding-plan.js';
import { chunk, ENTRIES, FTYP, type HandMade, MOOV, proresFrame, sound, trakOf, writeHandMade } from './hand-made.js';

/** Joins chunks that follow each other, and reads the result. */
async function joined(chunks: readonly HandMade[], { heard = null as HandMade | null, encoding = plan() } = {}) {
  const directory = scratchDirectory();
  let firstFrame = 0;
  const segments = [];
  for (const [index, made] of chunks.entries()) {
    const path = await writeHandMade(join(directory, `segment-${index}.mp4`), made);
    segments.push({ path, firstFrame, frames: made.samples.length });
    firstFrame += made.samples.length;
  }
  const audio = heard === null ? null : await writeHandMade(join(directory, 'sound.m4a'), heard);
  const out = join(directory, 'out.mp4');
  await joinMovie({ encoding, segments, audio, out });
  return { out, bytes: await readFile(out), segments, ...(await tracksOf(out)) };
}

async function tracksOf(path: string) {
  const file = await open(path);
  try {
    return await readMovieFile(file);
  } finally {
    await file.close();
  }
}

const samplesOf = (bytes: Buffer, track: Track | undefined): Buffer[] =>
  (track?.samples ?? []).map(({ offset, bytes: length }) => bytes.subarray(offset, offset + length));

const CHUNKS = [chunk(0, 20), chunk(20, 1), chunk(21, 14)];

describe('a joined mp4', () => {
  it('holds every sample of all chunks and of the sound as it was, in order', async () => {
    const heard = sound(56);
    const { bytes, tracks } = await joined(CHUNKS, { heard });
    const [pictures, packets] = tracks;
    expect(samplesOf(bytes, pictures)).toEqual(
      CHUNKS.flatMap(({ samples }) => samples.map((data) => Buffer.from(data))),
    );
    expect(samplesOf(bytes, packets)).toEqual(heard.samples);
    expect(pictures).toMatchObject({ kind: 'vide', lengths: [{ samples: 35, ticks: 512 }], keys: [1, 21, 22] });
    expect(packets).toMatchObject({ kind: 'soun', leadTicks: 1024, keys: null });
  });

  it('tells its description before the media, and of both tracks what is half a second together', async () => {
    const { bytes, moov, media, tracks } = await joined(CHUNKS, { heard: sound(56) });
    expect(bytes.indexOf('moov')).toBeLessThan(media[0]?.offset ?? 0);
    const places = tracks.map(({ samples }) => samples.map(({ offset }) => offset));
    // Of 35 pictures 15 take half a second, of 56 packets 24.
    expect(places[0]?.[14]).toBeLessThan(places[1]?.[0] ?? 0);
    expect(places[1]?.[23]).toBeLessThan(places[0]?.[15] ?? 0);
    const ids = (moov.children ?? [])
      .filter(({ type }) => type === 'trak')
      .map((trak) => Buffer.from(boxAt([trak], ['trak', 'tkhd']).data).readUInt32BE(12));
    expect(ids).toEqual([1, 2]);
    expect(boxAt([moov], ['moov', 'udta']).data.length).toBe(4);
  });

  it('presents the sound to the sample: the edit is told on the clock of the sound', async () => {
    const { moov } = await joined([chunk(0, 7)], { heard: sound(12) });
    const film = Buffer.from(boxAt([moov], ['moov', 'mvhd']).data);
    const [, heard] = (moov.children ?? []).filter(({ type }) => type === 'trak');
    const edit = Buffer.from(boxAt(heard === undefined ? [] : [heard], ['trak', 'edts', 'elst']).data);
    expect([film.readUInt32BE(12), film.readUInt32BE(16)]).toEqual([48_000, 11_264]);
    expect([edit.readUInt32BE(8), edit.readInt32BE(12)]).toEqual([11_264, 1024]);
  });

  it('does not name the encoder, nor the rate of one chunk', async () => {
    const { tracks } = await joined(CHUNKS);
    expect(tracks[0]?.entry).toEqual(ENTRIES.h264);
  });

  it('is the same to the byte each time', async () => {
    const [first, second] = [await joined(CHUNKS, { heard: sound(56) }), await joined(CHUNKS, { heard: sound(56) })];
    expect(first.bytes.equals(second.bytes)).toBe(true);
  });
});

it('a joined mov describes its sound as QuickTime files do', async () => {
  const frames = [0, 1, 2].map((number) => proresFrame(number));
  const made = { entry: ENTRIES.prores, kind: 'vide', clock: 15_360, ticks: 512, samples: frames } as const;
  const { tracks, bytes } = await joined([made], { heard: sound(6), encoding: plan({ format: 'mov' }) });
  expect(samplesOf(bytes, tracks[0])).toEqual(frames);
  const entry = Buffer.from(tracks[1]?.entry.data ?? []);
  expect(entry.readUInt16BE(8)).toBe(1);
  const inside = readBoxes(entry.subarray(44));
  expect(inside.map(({ type }) => type)).toEqual(['wave', 'chan']);
  expect(readBoxes(inside[0]?.data ?? new Uint8Array(0)).map(({ type }) => type)).toEqual([
    ...['frma', 'mp4a', 'esds', '\0\0\0\0'],
  ]);
});

describe('what cannot be joined is refused, and named', () => {
  const [first = chunk(0, 1), , last = chunk(1, 1)] = CHUNKS;

  it.each([
    ['a chunk that is described otherwise', { ...last, entry: ENTRIES.other }, /frame 20 is described otherwise/],
    ['pictures of another length', { ...last, ticks: 500 }, /frame 20 have other times/],
    ['another clock', { ...last, clock: 30_000 }, /frame 20 have other times/],
    ['a chunk that begins late', { ...last, leadTicks: 512 }, /frame 20 have other times/],
  ])('%s', async (_, made, message) => {
    await expect(joined([first, made])).rejects.toMatchObject({
      code: 'ENCODER_FAILED',
      message: expect.stringMatching(message),
    });
  });

  it('a chunk that lacks a picture, one that ends early, and one that is no file of samples', async () => {
    const { segments, out } = await joined([first, last]);
    const [, second] = segments;
    if (second === undefined) throw new Error('there is no second chunk');
    const again = (frames: number) =>
      joinMovie({ encoding: plan(), segments: [{ ...second, firstFrame: 0, frames }], audio: null, out });
    await expect(again(15)).rejects.toMatchObject({
      message: expect.stringMatching(/holds 14 pictures; the plan says 15/),
    });
    await truncate(second.path, 60);
    const broken = { code: 'ENCODER_FAILED', message: expect.stringMatching(/box mdat is not whole/) };
    await expect(again(14)).rejects.toMatchObject(broken);
    await truncate(second.path, 0);
    await expect(again(14)).rejects.toMatchObject({ message: expect.stringMatching(/there is no box moov/) });
  });

  it('and a cancelled join ends with its reason', async () => {
    const { segments, out } = await joined([first]);
    const signal = AbortSignal.abort(new Error('enough'));
    const again = joinMovie({ encoding: plan(), segments, audio: null, out, signal });
    await expect(again).rejects.toMatchObject({ code: 'RENDER_CANCELLED' });
  });
});

describe('where samples stand', () => {
  it('in runs of half a second, by time and in it by track', () => {
    const tracks = [
      { lengths: [{ samples: 4, ticks: 1 }], clock: 4 },
      {
        lengths: [
          { samples: 2, ticks: 300 },
          { samples: 1, ticks: 100 },
        ],
        clock: 1000,
      },
    ];
    expect(interleaved(tracks)).toEqual([
      { track: 0, first: 0, count: 2 },
      { track: 1, first: 0, count: 2 },
      { track: 0, first: 2, count: 2 },
      { track: 1, first: 2, count: 1 },
    ]);
  });

  it('beyond 4 GiB is told in 8 bytes', () => {
    const samples = (size: number) => ({
      sizes: [size, size, size, size, size],
      lengths: [{ samples: 5, ticks: 15_360 }],
      keys: null,
      leadTicks: 0,
    });
    const lay = (size: number) => layOutMovie(FTYP, MOOV, [{ trak: trakOf(chunk(0, 1)), samples: samples(size) }]);
    const gib = 2 ** 30;
    const { head } = lay(gib);
    expect(head.readBigUInt64BE(head.length - 8)).toBe(BigInt(5 * gib + 16));
    const places = boxAt(readBoxes(head.subarray(0, head.length - 16)), [
      'moov',
      'trak',
      'mdia',
      'minf',
      'stbl',
      'co64',
    ]);
    const view = Buffer.from(places.data);
    expect([0, 1, 2, 3, 4].map((index) => Number(view.readBigUInt64BE(8 + 8 * index)))).toEqual(
      [0, 1, 2, 3, 4].map((index) => head.length + index * gib),
    );
    expect(lay(1000).head.includes('co64')).toBe(false);
  });
});
