/**
 * Copies a canvas without the detour over a picture of its own that `getImageData` makes. A frame that is still open
 * when the canvas is drawn on again would cost a copy of the whole canvas, so it is closed at once.
 */
export async function copyPixels(
  canvas: OffscreenCanvas,
  to: Uint8Array<ArrayBuffer>,
  format?: 'RGBX' | 'BGRA',
): Promise<VideoPixelFormat | null> {
  const frame = new VideoFrame(canvas, { timestamp: 0 });
  try {
    const layout = [{ offset: 0, stride: canvas.width * 4 }];
    await frame.copyTo(to, (format === undefined ? { layout } : { layout, format }) as VideoFrameCopyToOptions);
    return frame.format;
  } finally {
    frame.close();
  }
}
