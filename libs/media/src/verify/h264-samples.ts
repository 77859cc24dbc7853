/** Looking through the samples of an H.264 track without decoding them. */
import type { VideoStreamInfo } from '@framefarm/contract';
import { NAL_IDR_SLICE, NAL_SLICE, nalType } from '../h264/nal-unit.js';
import { sequencePicture } from '../h264/sequence-picture.js';
import { readConfiguration } from '../mp4/avc-configuration.js';
import { boxAt } from '../mp4/boxes.js';
import type { FileWindow } from '../mp4/file-window.js';
import type { Track } from '../mp4/movie-file.js';
import type { SamplePlace } from '../mp4/sample-place.js';
import { transferName } from './transfer-name.js';

export type PictureFacts = Omit<VideoStreamInfo, 'codec' | 'fps'>;

/**
 * Each sample is made of whole units and holds a picture, and those that decoding may begin with are where the table says.
 * @throws {RangeError} when it is not so.
 */
export async function checkH264(track: Track, window: FileWindow): Promise<PictureFacts> {
  const { sequence, lengthBytes } = readConfiguration(boxAt([track.entry], [track.entry.type, 'avcC']).data);
  const keys = track.keys === null ? null : new Set(track.keys);
  for (const [index, place] of track.samples.entries()) {
    const types = await unitTypes(place, lengthBytes, window);
    const key = types.includes(NAL_IDR_SLICE);
    if (!key && !types.includes(NAL_SLICE)) throw new RangeError(`sample ${index + 1} holds no picture`);
    if (key !== (keys?.has(index + 1) ?? true)) {
      throw new RangeError(`sample ${index + 1} ${key ? 'is' : 'is not'} a key picture, against the table`);
    }
    if (index === 0 && !key) throw new RangeError('the first picture is no key picture');
  }
  const { width, height, bitDepth, fullRange, transfer } = sequencePicture(sequence);
  const depth = bitDepth === 8 ? '' : `${bitDepth}le`;
  const pixelFormat = fullRange && depth === '' ? 'yuvj420p' : `yuv420p${depth}`;
  return { width, height, bitDepth, pixelFormat, alpha: false, transfer: transferName(transfer) };
}

async function unitTypes({ offset, bytes }: SamplePlace, lengthBytes: number, window: FileWindow): Promise<number[]> {
  const types: number[] = [];
  let at = 0;
  while (at < bytes) {
    if (at + lengthBytes >= bytes) throw new RangeError('a sample is not made of whole units');
    const head = await window.bytes(offset + at, lengthBytes + 1);
    types.push(nalType(head.subarray(lengthBytes)));
    const length = head.readUIntBE(0, lengthBytes);
    if (length === 0) throw new RangeError('a sample holds an empty unit');
    at += lengthBytes + length;
  }
  if (at !== bytes) throw new RangeError('a sample is not made of whole units');
  return types;
}
