/** Sources whose pictures say which one they are. */
import type { Ffmpeg } from '@framefarm/media';
import { runProcess } from '@framefarm/process';

export interface NumberedSource {
  /** Pictures per second; 30 without it. */
  readonly rate?: string;
  /** How the pictures are encoded, and further inputs before. */
  readonly args: readonly string[];
  /** Further filters, with a comma before each. */
  readonly filter?: string;
  readonly size?: string;
}

/** Writes a source of three seconds whose grey level is 16 + 2 × frame number, modulo 100 frames. */
export async function numberedSource(
  ffmpeg: Ffmpeg,
  file: string,
  { rate = '30', args, filter = '', size = '64x48' }: NumberedSource,
): Promise<string> {
  const picture = `color=c=black:s=${size}:r=${rate}:d=3,geq=lum='16+2*mod(N,100)':cb=128:cr=128,format=yuv420p${filter}`;
  const result = await runProcess(ffmpeg.ffmpegPath, [
    ...['-nostdin', '-v', 'error', '-y', '-f', 'lavfi', '-i', picture],
    ...args,
    file,
  ]);
  if (result.exitCode !== 0) throw new Error(result.stderr);
  return file;
}
