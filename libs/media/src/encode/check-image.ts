/** Pictures of another size than the plan's would be scaled silently, so each is looked at before it is encoded. */
import { rawImageBytes } from '@framefarm/contract';
import { encoderFailure } from './encoder-failure.js';
import { jpegSize, pngSize } from './image-size.js';
import type { SegmentEncoderOptions } from './segment.js';

/**
 * @param frame of the composition
 * @throws {FramefarmError} `ENCODER_FAILED`
 */
export function checkImage(
  { encoding, input }: Pick<SegmentEncoderOptions, 'encoding' | 'input'>,
  image: Buffer,
  frame: number,
): void {
  const { width, height } = encoding;
  if (input !== 'png' && input !== 'jpeg') {
    const bytes = rawImageBytes(input, width, height);
    if (image.length === bytes) return;
    throw encoderFailure(`frame ${frame} has ${image.length} bytes; ${width}x${height} ${input} needs ${bytes}`);
  }
  const size = input === 'png' ? pngSize(image) : jpegSize(image);
  if (size?.width === width && size.height === height) return;
  const found = size === null ? `is no ${input.toUpperCase()} image` : `is ${size.width}x${size.height}`;
  throw encoderFailure(`frame ${frame} ${found}; the plan says ${width}x${height}`);
}
