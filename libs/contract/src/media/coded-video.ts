/**
 * Samples of a source video as they stand in its file, with what a page needs to decode them by itself
 * (docs/decisions/videos-decoded-in-the-page.md). Plain JSON, in a file beside the samples.
 */

/** Name of the file in the directory of the samples. */
export const CODED_VIDEO_FILE = 'video.json';
/** Extension of a sample's file; its name is its six-digit number in the order of decoding, from 1. */
export const SAMPLE_EXTENSION = 'h264';

/** What the page runtime says when its browser cannot decode the samples: words are all that comes out of a page's failure. */
export const UNDECODABLE = 'the browser cannot decode the video';

export interface CodedVideo {
  /** As WebCodecs names it, e.g. `avc1.64001f`. */
  readonly codec: string;
  /** Content of the `avcC` box (ISO/IEC 14496-15, 5.3.3.1), base64. */
  readonly description: string;
  /** Pixels of a picture: even, at least 16. */
  readonly width: number;
  readonly height: number;
  /** Of each sample, in the order of decoding: its place in the order in which pictures are shown, from 0. */
  readonly ranks: readonly number[];
  /** Samples that decoding may begin with, counted from 0, ascending; the first is 0. */
  readonly keys: readonly number[];
  /** Rank of the picture that each frame of the clip shows, from frame 1; frame 1 shows the source at the clip's `mediaStart`. */
  readonly shown: readonly number[];
}
