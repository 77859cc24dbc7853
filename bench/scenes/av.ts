/** Video over the full frame that moves a little, a tone, and a title that runs over both. */
import { page } from './page.ts';
import type { PageOptions, Scene } from './scene.ts';

/** Tags, so that nobody has to guess the colours. */
const BT709 = ['-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];

export const av: Scene = {
  page: ({ width, height, seconds }) =>
    page({
      id: 'av',
      title: 'Video and audio',
      width,
      height,
      seconds,
      css: `      #root { background: #10131a; color: #fff; font-family: 'Bench Sans', sans-serif; overflow: hidden; }
      #clip { position: absolute; left: 0; top: 0; width: 100%; height: 100%; object-fit: cover; }
      h1 { position: absolute; left: 140px; bottom: 40px; margin: 0; font-size: 64px; text-shadow: 0 2px 12px rgba(0, 0, 0, 0.6); }`,
      body: `      <video id="clip" class="clip" src="clip.mp4" muted data-start="0" data-duration="${seconds}" data-track-index="0"></video>
      <audio id="tone" class="clip" src="tone.wav" data-start="0" data-duration="${seconds}" data-track-index="1" data-volume="0.5"></audio>
      <h1 id="title">Video and audio</h1>`,
      script: `      tl.fromTo('#title', { x: -60 }, { x: 240, duration: ${seconds}, ease: 'none' }, 0);`,
    }),
  video: { element: 'clip', file: 'clip.mp4' },
  media: ({ width, height, seconds }: PageOptions) => [
    {
      name: 'clip.mp4',
      args: [
        ...['-f', 'lavfi', '-i', `testsrc2=s=${width}x${height}:r=30:d=${seconds},format=rgb24`],
        ...[
          '-vf',
          'scale=out_color_matrix=bt709:out_range=tv',
          '-pix_fmt',
          'yuv420p',
          '-c:v',
          'libx264',
          '-g',
          '30',
          ...BT709,
        ],
      ],
    },
    { name: 'tone.wav', args: ['-f', 'lavfi', '-i', `sine=frequency=330:r=48000:d=${seconds}`] },
  ],
};
