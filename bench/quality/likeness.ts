/** What FFmpeg's filters say of two videos. Pure. */

export interface Likeness {
  /** Peak signal-to-noise ratio over all compared frames and colour planes, dB; Infinity when nothing differs. */
  readonly psnrDb: number;
  /** Structural similarity of luma, 0 to 1. */
  readonly ssim: number;
}

/** What the filters `psnr` and `ssim` say at their end. @throws when they say nothing. */
export function parseLikeness(log: string): Likeness {
  const psnr = /PSNR .*average:(inf|[\d.]+)/.exec(log)?.[1];
  const ssim = /SSIM .*Y:([\d.]+)/.exec(log)?.[1];
  if (psnr === undefined || ssim === undefined) throw new Error(`FFmpeg compared nothing: ${log.slice(-600)}`);
  return { psnrDb: psnr === 'inf' ? Number.POSITIVE_INFINITY : Number(psnr), ssim: Number(ssim) };
}
