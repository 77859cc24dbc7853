/**
 * Raw or JPEG pictures with times of their own for FFmpeg's standard input: a Matroska stream of one track (RFC 9559) whose
 * pictures say when they are shown. A plain pipe of pictures can only count them.
 */
import type { CaptureImage, EncodingPlan, OutputFormat } from '@framefarm/contract';

/** Nanoseconds of a tick: times are whole microseconds. */
const TICK_NS = 1000;

/** Codec of a kind of picture, and for raw ones the name of its layout. */
const KINDS = {
  jpeg: { codec: 'V_MJPEG', layout: null },
  yuv420p: { codec: 'V_UNCOMPRESSED', layout: 'I420' },
  rgb0: { codec: 'V_UNCOMPRESSED', layout: 'RGB\0' },
} as const;

export type TimedImage = keyof typeof KINDS;

const isTimedImage = (image: string): image is TimedImage => image in KINDS;

/** The kind of pictures where they go to the encoder with their times: H.264 weighs a picture by how long it is shown. */
export function timedImage(format: OutputFormat, image: CaptureImage): TimedImage | null {
  return format === 'mp4' && isTimedImage(image) ? image : null;
}

/** x264 gives a picture the more bits the longer it is shown; beyond this many seconds they buy nothing that is seen. */
const MOST_WEIGHT_SECONDS = 0.5;

/**
 * For how many frames the encoder is told that a picture is shown which is shown for `frames`. With a bitrate for all of them:
 * its budget follows from the time.
 */
export function toldFrames({ videoBitrate, fps }: EncodingPlan, frames: number): number {
  if (videoBitrate !== null) return frames;
  return Math.min(frames, Math.max(1, Math.round((MOST_WEIGHT_SECONDS * fps.num) / fps.den)));
}

const unsigned = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};
/** A size of 8 bytes. */
const size = (bytes: number): Buffer => {
  const out = unsigned(bytes);
  out[0] = 1;
  return out;
};
const element = (id: number, ...content: readonly Buffer[]): Buffer => {
  const name = Buffer.from(id.toString(16), 'hex');
  const data = Buffer.concat(content);
  return Buffer.concat([name, size(data.length), data]);
};
const text = (value: string): Buffer => Buffer.from(value, 'latin1');

/** What stands before the first picture. */
export function streamHead(image: TimedImage, width: number, height: number): Buffer {
  const { codec, layout } = KINDS[image];
  const picture = [element(0xb0, unsigned(width)), element(0xba, unsigned(height))];
  if (layout !== null) picture.push(element(0x2eb524, text(layout)));
  const track = [
    element(0xd7, unsigned(1)),
    element(0x73c5, unsigned(1)),
    element(0x83, unsigned(1)),
    element(0x9c, unsigned(0)),
    element(0x86, text(codec)),
    element(0xe0, ...picture),
  ];
  const names = [element(0x4d80, text('framefarm')), element(0x5741, text('framefarm'))];
  return Buffer.concat([
    element(0x1a45dfa3, element(0x4282, text('matroska')), element(0x4287, unsigned(4)), element(0x4285, unsigned(2))),
    // A segment without a known size: it ends with the pipe.
    Buffer.from('1853806701ffffffffffffff', 'hex'),
    element(0x1549a966, element(0x2ad7b1, unsigned(TICK_NS)), ...names),
    element(0x1654ae6b, element(0xae, ...track)),
  ]);
}

/** What stands before a picture of `bytes` bytes that is shown from `microseconds` on: a cluster of its own. */
export function pictureHead(microseconds: number, bytes: number): Buffer {
  const time = element(0xe7, unsigned(microseconds));
  // Track 1, no offset from the cluster's time, a key frame.
  const block = Buffer.concat([Buffer.from('a3', 'hex'), size(bytes + 4), Buffer.from('81000080', 'hex')]);
  const head = Buffer.concat([time, block]);
  return Buffer.concat([Buffer.from('1f43b675', 'hex'), size(head.length + bytes), head]);
}
