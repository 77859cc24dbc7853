/** How near a finished video is to the lossless pictures of its scene. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { decoderArgs } from '../limit/ffmpeg-cost.ts';
import type { Case } from '../scenes/cases.ts';
import { type Likeness, parseLikeness } from './likeness.ts';

const run = promisify(execFile);

/** Alpha is full range whatever the colours beside it are; FFmpeg would stretch what it takes out of a limited picture. */
const STORED_ALPHA = 'setparams=range=pc,alphaextract';
/** FFmpeg decodes ProRes with 12 bits of alpha: the nearest level of 8, brought to where the conversion only has to cut. */
const PRORES_ALPHA = `${STORED_ALPHA},lut=c0='round(val*255/4095)*16',scale=sws_dither=none,format=gray`;
const PICTURE_ALPHA = 'format=rgba,alphaextract';

/**
 * Colours and alpha of `from` on ways of their own, joined premultiplied as `to`. A conversion of all four planes at once makes
 * alpha above 127 of an RGBA picture one level higher, and leaves that of a stored plane as it is: exact videos would look wrong.
 */
function premultiplied(from: string, colours: string, alpha: string, to: string): string {
  return [
    `[${from}]split[${from}1][${from}2]`,
    `[${from}1]${colours}[${from}3]`,
    `[${from}2]${alpha}[${from}4]`,
    `[${from}3][${from}4]mergeplanes=0x00010210:gbrap,premultiply=inplace=1[${to}]`,
  ].join(';');
}

/**
 * Decodes the frames to RGB by BT.709, limited range, and compares them there: a wrong matrix or range shows. Pictures with
 * alpha are compared premultiplied, all four planes, as colour without opacity is not seen. Structure is that of luma: in a
 * plane of RGB that is almost black the smallest noise counts as a loss of it.
 */
export async function compare(
  item: Case,
  video: string,
  frames: readonly number[],
  references: string,
  ffmpeg: string,
): Promise<Likeness> {
  const alpha = item.format !== 'mp4';
  const chosen = frames.map((frame) => `eq(n,${frame})`).join('+');
  const exact = 'scale=in_color_matrix=bt709:in_range=tv:flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp';
  // The timestamps of the chosen frames are replaced by their places, so that both sides meet.
  const place = 'settb=1/1000,setpts=N*40';
  const luma = 'scale=out_color_matrix=bt709:out_range=tv,format=yuv444p';
  const colours = `${exact},format=gbrp`;
  const graph = [
    `[0:v]select='${chosen}',${place}[v]`,
    alpha ? premultiplied('v', colours, item.format === 'mov' ? PRORES_ALPHA : STORED_ALPHA, 'a') : `[v]${colours}[a]`,
    `[1:v]${place}[w]`,
    alpha ? premultiplied('w', 'format=rgba,format=gbrp', PICTURE_ALPHA, 'b') : '[w]format=gbrp[b]',
    '[a]split[a1][a2]',
    '[b]split[b1][b2]',
    '[a1][b1]psnr[p]',
    `[a2]${luma}[a3]`,
    `[b2]${luma}[b3]`,
    '[a3][b3]ssim[s]',
  ].join(';');
  const { stderr } = await run(
    ffmpeg,
    [
      ...['-hide_banner', '-nostats', ...decoderArgs(item.format), '-i', video],
      ...['-framerate', '25', '-start_number', '0', '-i', join(references, '%03d.png')],
      ...['-filter_complex', graph, '-map', '[p]', '-f', 'null', '-', '-map', '[s]', '-f', 'null', '-'],
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return parseLikeness(stderr);
}
