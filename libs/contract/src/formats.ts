/** What each output format is and may do (specification, Output formats). */

export const OUTPUT_FORMATS = ['mp4', 'mov', 'webm', 'gif', 'png-sequence'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

export interface FormatTraits {
  /** File name extension with its dot; empty for a directory. */
  readonly extension: string;
  /** Type that the output is downloaded as; a directory is downloaded as one archive. */
  readonly contentType: string;
  /** True when frames are captured with transparency. */
  readonly alpha: boolean;
  readonly audio: 'aac' | 'opus' | 'sidecar' | 'none';
  /** True where --crf and --video-bitrate have an effect. */
  readonly rateControl: boolean;
}

export const FORMATS: Readonly<Record<OutputFormat, FormatTraits>> = {
  mp4: { extension: '.mp4', contentType: 'video/mp4', alpha: false, audio: 'aac', rateControl: true },
  mov: { extension: '.mov', contentType: 'video/quicktime', alpha: true, audio: 'aac', rateControl: false },
  webm: { extension: '.webm', contentType: 'video/webm', alpha: true, audio: 'opus', rateControl: true },
  gif: { extension: '.gif', contentType: 'image/gif', alpha: true, audio: 'none', rateControl: false },
  'png-sequence': { extension: '', contentType: 'application/zip', alpha: true, audio: 'sidecar', rateControl: false },
};

/** Types of the single files of a png-sequence, by their extension: its pictures and its sidecar of sound. */
export const SEQUENCE_FILE_TYPES = { '.png': 'image/png', '.aac': 'audio/aac' } as const;

/** Extensions of further kinds of film, picture and sound that users know; an output so named would not be what its name says. */
export const FOREIGN_EXTENSIONS: readonly string[] = [
  ...['.avi', '.mkv', '.wmv', '.flv', '.mpg', '.mpeg', '.ts', '.ogv', '.3gp'],
  ...['.png', '.apng', '.jpg', '.jpeg', '.webp', '.avif', '.tif', '.tiff', '.bmp'],
  ...['.mp3', '.wav', '.aac', '.m4a', '.ogg', '.opus', '.flac'],
];

export const QUALITIES = ['draft', 'standard', 'high'] as const;
export type Quality = (typeof QUALITIES)[number];

/** H.264 presets (specification, Quality presets). */
export const H264_PRESETS: Readonly<Record<Quality, { readonly crf: number; readonly preset: string }>> = {
  draft: { crf: 28, preset: 'ultrafast' },
  standard: { crf: 18, preset: 'medium' },
  high: { crf: 15, preset: 'slow' },
};

/** H.264 by a preset that hardly searches: a quarter of the cost of `medium`, less than what a page takes to be drawn. */
export function hardlySearches({
  format,
  quality,
}: {
  readonly format: OutputFormat;
  readonly quality: Quality;
}): boolean {
  return format === 'mp4' && H264_PRESETS[quality].preset === 'ultrafast';
}
