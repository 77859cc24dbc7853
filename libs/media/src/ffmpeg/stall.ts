/** An FFmpeg that takes or gives nothing for so long hangs, ms. */
export const STALL_MS = 120_000;
