// Draws the clips and sounds of the examples with FFmpeg filters alone, so that nothing has to be downloaded and every
// byte has a known origin. The results are committed; run this only to change them:
//
//   node scripts/make-media.mjs            all files
//   node scripts/make-media.mjs aurora     the files whose name contains "aurora"
//
// Needs `ffmpeg` on the PATH, or the path of another build in FFMPEG. Everything is a closed formula of position and
// time, or noise with a fixed seed, so a rerun gives the same pictures and sounds.
import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const examples = join(dirname(fileURLToPath(import.meta.url)), '..', 'examples');
const ffmpeg = process.env.FFMPEG ?? 'ffmpeg';
const seconds = 8;

/** A number in [0, 1) for each pixel that looks random and is not. */
const hash = 'mod(abs(sin(X*12.9898+Y*78.233)*43758.5453),1)';

/** Smooth fields are drawn small and enlarged: the eye sees no difference and the formula runs on a tenth of the pixels. */
const field = (width, height, channels) =>
  `color=black:s=${width}x${height}:r=24:d=${seconds},format=gbrp,geq=${Object.entries(channels)
    .map(([channel, formula]) => `${channel}='${formula}'`)
    .join(':')}`;

/** Northern lights: two curtains that drift, with rays that run along them, over a sky that brightens at the horizon. */
function auroraSky() {
  const x = '(X/W)';
  const y = '(Y/H)';
  const first = `st(0,0.40+0.10*sin(${x}*4.2+T*0.22)+0.05*sin(${x}*9.7-T*0.31));st(1,(${y}-ld(0))/(0.05+0.16*lt(${y},ld(0))))`;
  const second = `st(2,0.54+0.07*sin(${x}*5.6-T*0.19+1.7));st(3,(${y}-ld(2))/(0.04+0.13*lt(${y},ld(2))))`;
  const rays = `st(4,0.62+0.24*sin(${x}*31+3*sin(${x}*5+T*0.4)+T*0.5)+0.14*sin(${x}*67-T*0.8))`;
  const glow = `${first};${second};${rays};st(5,exp(-ld(1)*ld(1))*ld(4)*(0.6+0.4*sin(${x}*2.9+T*0.09+0.5)));st(6,exp(-ld(3)*ld(3))*(1.1-ld(4)*0.6)*(0.5+0.5*sin(${x}*2.3-T*0.2+3.4)))`;
  return field(320, 180, {
    r: `${glow};clip(8+20*pow(${y},2.2)+64*ld(5)*ld(5)+70*ld(6)*(1-${y}),0,255)`,
    g: `${glow};clip(14+46*pow(${y},2)+205*ld(5)+96*ld(6),0,255)`,
    b: `${glow};clip(34+58*pow(${y},1.6)+118*ld(5)+116*ld(6),0,255)`,
  });
}

/** A low sun over the sea: waves shorten towards the horizon, and glitter where they face the sun. */
function sunsetSea() {
  const y = '(Y/H)';
  const dx = '((X/W)-0.5)';
  const horizon = 0.46;
  const sun = `st(0,hypot(${dx}*1.6,${y}-0.36));st(1,1/(1+exp((ld(0)-0.115)*260)));st(2,exp(-ld(0)*ld(0)*9))`;
  const wave = `st(3,max(${y}-${horizon},0.004));st(4,1/(ld(3)+0.035));st(5,sin(ld(4)*5.2+T*1.9+4*sin(${dx}*ld(4)*0.55+T*0.6)+${dx}*ld(4)*0.9)*0.6+sin(ld(4)*9.4-T*1.3+${dx}*ld(4)*2.3)*0.4);st(6,exp(-pow(${dx}/(0.07+ld(3)*0.34),2))*pow(max(ld(5),0),1.4))`;
  const pick = (sky, sea) => `${sun};${wave};clip(if(lt(${y},${horizon}),${sky},${sea}),0,255)`;
  return field(480, 300, {
    r: pick(`118+118*${y}*2.1+92*ld(2)+140*ld(1)`, `74-38*ld(3)*1.6+14*ld(5)+230*ld(6)`),
    g: pick(`70+62*${y}*2.1+56*ld(2)+120*ld(1)`, `62-14*ld(3)*1.6+12*ld(5)+150*ld(6)`),
    b: pick(`92-12*${y}*2.1+6*ld(2)+44*ld(1)`, `88-4*ld(3)*1.6+12*ld(5)+62*ld(6)`),
  });
}

/** A still night overlay: stars with hashed places and sizes, and two ridges with a line of firs. */
function nightOverlay() {
  const far = 'st(0,H*(0.80+0.035*sin(X/W*7+1)+0.02*sin(X/W*17)+0.006*sin(X/W*61)))';
  const near =
    'st(1,H*(0.90-0.05*sin(X/W*4.4+0.4)+0.012*sin(X/W*23))-14*abs(sin(X/W*118+2*sin(X/W*31)))*abs(sin(X/W*37)))';
  const star = `st(2,gt(${hash},0.9991)*lt(Y,H*0.74)*pow(mod(X*7.13+Y*3.77,1),1.5))`;
  const layer = (nearValue, farValue) => `${near};if(gt(Y,ld(1)),${nearValue},${farValue}+(Y/H-0.78)*60)`;
  return [
    `color=black:s=1280x720:r=24:d=0.05,format=rgba,geq=r='${far};${near};if(gt(Y,min(ld(0),ld(1))),${layer(5, 12)},235)'`,
    `:g='${far};${near};if(gt(Y,min(ld(0),ld(1))),${layer(11, 30)},244)'`,
    `:b='${far};${near};if(gt(Y,min(ld(0),ld(1))),${layer(20, 46)},255)'`,
    `:a='${far};${near};${star};if(gt(Y,min(ld(0),ld(1))),255,255*ld(2))'`,
  ].join('');
}

/** A still chord: each note is a sine with one overtone, slightly detuned between the ears, breathing at its own pace. */
function pad() {
  const notes = [
    [73.416, 0.2],
    [146.832, 0.15],
    [220, 0.1],
    [277.183, 0.06],
    [329.628, 0.06],
    [440, 0.03],
    [554.365, 0.018],
  ];
  const side = (detune) =>
    notes
      .map(([hertz, gain], i) => {
        const pitch = (hertz * detune).toFixed(3);
        return `${gain}*(0.72+0.28*sin(2*PI*t/${(3.1 + i * 0.83).toFixed(2)}+${i}))*(sin(2*PI*${pitch}*t)+0.25*sin(4*PI*${pitch}*t))`;
      })
      .join('+');
  return `aevalsrc=exprs='${side(0.9985)}|${side(1.0015)}':s=48000:d=${seconds},lowpass=f=2200,aecho=0.8:0.7:61|127|211:0.32|0.24|0.16,atrim=0:${seconds},volume=1.15`;
}

/** Surf: brown noise whose level follows the waves. */
function surf() {
  return `anoisesrc=color=brown:seed=11:r=48000:a=0.9:d=${seconds},highpass=f=90,lowpass=f=3400,volume='0.42+0.34*sin(2*PI*t/4.6-1.2)':eval=frame,aformat=channel_layouts=stereo,adelay=0|9,atrim=0:${seconds},volume=2.2`;
}

const h264 = [
  '-c:v',
  'libx264',
  '-preset',
  'slow',
  '-pix_fmt',
  'yuv420p',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-colorspace',
  'bt709',
  '-movflags',
  '+faststart',
  '-c:a',
  'aac',
  '-b:a',
  '96k',
  '-threads',
  '1',
  '-t',
  String(seconds),
];
/** FFmpeg must write no version or date into the file, or the same formula would give other bytes. */
const bare = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'];
const toBt709 = 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p';

const files = [
  {
    name: 'picture-in-picture/media/aurora.mp4',
    graph: `${auroraSky()},scale=1280:720:flags=bicubic,format=gbrp[sky];${nightOverlay()},loop=-1:1:0,setpts=N/24/TB[night];[sky][night]overlay=shortest=1:format=gbrp,${toBt709}[v];${pad()}[a]`,
    output: ['-map', '[v]', '-map', '[a]', ...h264, '-crf', '25'],
  },
  {
    name: 'picture-in-picture/media/sea.mp4',
    graph: `${sunsetSea()},scale=960:600:flags=bicubic,${toBt709}[v];${surf()}[a]`,
    output: ['-map', '[v]', '-map', '[a]', ...h264, '-crf', '28'],
  },
];

const wanted = process.argv[2] ?? '';
for (const { name, graph, output } of files.filter((file) => file.name.includes(wanted))) {
  const path = join(examples, name);
  mkdirSync(dirname(path), { recursive: true });
  const run = spawnSync(
    ffmpeg,
    ['-v', 'error', '-y', '-filter_complex_threads', '1', '-filter_complex', graph, ...output, ...bare, path],
    { stdio: 'inherit' },
  );
  if (run.error !== undefined || run.status !== 0) {
    console.error(`${name}: ${run.error?.message ?? `ffmpeg ended with status ${run.status}`}`);
    process.exit(1);
  }
  console.log(`${name}  ${Math.ceil(statSync(path).size / 1024)} KiB`);
}
