import { animated, type Case, page } from './project.js';

const with_ = (inside: string, ...files: string[]) => ({
  'index.html': page(inside),
  ...Object.fromEntries(files.map((file) => [file, ''])),
});
const video = (attributes: string): string => `<video id="v" ${attributes}></video>`;
const audio = (attributes: string): string => `<audio id="a" src="a.mp3" ${attributes}></audio>`;
const chain = (...nodes: readonly object[]): string => `data-fx-chain='${JSON.stringify({ version: 1, nodes })}'`;
const lanes = (...targets: string[]): string =>
  `data-automation='${JSON.stringify({ version: 1, lanes: targets.map((target) => ({ target, points: [{ t: 0, v: 1 }] })) })}'`;
const EMBEDDED = (kind: string, kib: number): string => `data:${kind};base64,${'A'.repeat(kib * 1024)}`;

export const MEDIA: readonly Case[] = [
  {
    code: 'media_missing_src',
    what: 'a video without source',
    bad: page(video('muted')),
    good: with_(video('muted').replace('></', '><source src="a.mp4"></'), 'a.mp4'),
  },
  {
    code: 'media_missing_src',
    what: 'a source that only some sizes have',
    bad: page(video('muted').replace('></', '><source media="print"></')),
    good: with_(video('muted').replace('></', '><source media="(min-width:9px)" src="a.mp4"></'), 'a.mp4'),
  },
  {
    code: 'media_missing_src',
    what: 'a source that a script sets',
    bad: page('<audio id="a"></audio>'),
    good: page('<audio id="a"></audio>', { after: '<script>document.getElementById("a").src = pick();</script>' }),
  },
  {
    code: 'media_missing_src',
    what: 'a source that a script sets to what it has selected',
    bad: page('<audio id="a"></audio>', { after: '<script>document.querySelector("#b").src = pick();</script>' }),
    good: page('<audio id="a"></audio>', { after: '<script>document.querySelector("#a").src = pick();</script>' }),
  },
  {
    code: 'media_missing_id',
    what: 'a video without id',
    bad: with_('<video src="a.mp4" muted></video>', 'a.mp4'),
    good: with_(video('src="a.mp4" muted'), 'a.mp4'),
  },
  {
    code: 'duplicate_media_id',
    what: 'one id for two',
    bad: with_(audio('').repeat(2), 'a.mp3'),
    good: with_(audio('') + audio('').replace('"a"', '"b"'), 'a.mp3'),
  },
  {
    code: 'missing_local_asset',
    what: 'an image',
    bad: page('<img src="img/a.png">'),
    good: with_('<img src="img/a%20b.png?v=1">', 'img/a b.png'),
  },
  {
    code: 'missing_local_asset',
    what: 'a picture that a value takes the place of, and an icon that nobody draws',
    bad: page('<img src="gone.png">'),
    good: page('<img src="gone.png" data-var-src="logo">', { head: '<link rel="icon" href="gone.ico">' }),
  },
  {
    code: 'missing_local_asset',
    what: 'a font of a linked sheet',
    bad: {
      'index.html': page('x', { head: '<link rel="stylesheet" href="css/a.css">' }),
      'css/a.css': '@font-face{font-family:A;src:url(a.woff2)}',
    },
    good: {
      'index.html': page('x', { head: '<link rel="stylesheet" href="css/a.css">' }),
      'css/a.css': '@font-face{font-family:A;src:url(a.woff2)}',
      'css/a.woff2': '',
    },
  },
  {
    code: 'missing_local_asset',
    what: 'a script; GSAP is served by name',
    bad: page('x', { head: '<script src="js/app.js"></script>' }),
    good: page('x', { head: '<script src="js/gsap.min.js"></script>' }),
  },
  { code: 'audio_src_not_found', what: 'a missing sound', bad: page(audio('')), good: with_(audio(''), 'a.mp3') },
  {
    code: 'video_missing_muted',
    what: 'a video that may be heard',
    bad: with_(video('src="a.mp4"'), 'a.mp4'),
    good: with_(video('src="a.mp4" data-has-audio="true"'), 'a.mp4'),
  },
  {
    code: 'video_muted_with_declared_audio',
    what: 'muted and wanted',
    bad: with_(video('src="a.mp4" muted data-has-audio="true"'), 'a.mp4'),
    good: with_(video('src="a.mp4" muted data-has-audio="false"'), 'a.mp4'),
  },
  {
    code: 'video_audio_double_source',
    what: 'the same sound twice',
    bad: with_(
      `${video('src="a.mp3" data-has-audio="true" data-start="0" data-duration="2"')}${audio('data-start="1"')}`,
      'a.mp3',
    ),
    good: with_(
      `${video('src="a.mp3" data-has-audio="true" data-start="0" data-duration="2"')}${audio('data-start="2"')}`,
      'a.mp3',
    ),
  },
  {
    code: 'base64_media_prohibited',
    what: 'an embedded sound',
    bad: page(`<audio id="a" src="${EMBEDDED('audio/mp3', 1)}"></audio>`),
    good: page(`<img src="${EMBEDDED('image/png', 1)}">`),
  },
  {
    code: 'base64_media_prohibited',
    what: 'a large embedded image',
    bad: page(`<img src="${EMBEDDED('image/png', 65)}">`),
    good: page(`<img src="${EMBEDDED('image/png', 63)}">`),
  },
  {
    code: 'self_closing_media_tag',
    what: 'a slash that HTML ignores',
    bad: with_('<video id="v" src="a.mp4" muted /><p>x</p>', 'a.mp4'),
    good: with_('<video id="v" src="a.mp4" muted></video><img src="a.mp4" />', 'a.mp4'),
  },
  {
    code: 'placeholder_media_url',
    what: 'an example host',
    bad: page(video('src="https://cdn.example.com/a.mp4" muted')),
    good: page(video('src="https://example.com.dev/a.mp4" muted')),
  },
  {
    code: 'placeholder_media_url',
    what: 'a placeholder file that does not exist',
    bad: page('<img src="img/placeholder.png">'),
    good: with_('<img src="img/placeholder.png">', 'img/placeholder.png'),
  },
  {
    code: 'media_offset_attribute_conflict',
    what: 'two offsets',
    bad: with_(audio('data-media-start="1" data-playback-start="2"'), 'a.mp3'),
    good: with_(audio('data-media-start="1" data-playback-start="1.0"'), 'a.mp3'),
  },
  {
    code: 'audio_volume_double_automation',
    what: 'a lane and a tween',
    bad: { 'index.html': animated('tl.to("#a", { volume: 0 }, 1);', audio(lanes('volume'))), 'a.mp3': '' },
    good: {
      'index.html': animated(
        'tl.to("#a", { volume: 0 }, 1);',
        audio(`${lanes('fx.g.gain')} ${chain({ type: 'gain', id: 'g' })}`),
      ),
      'a.mp3': '',
    },
  },
  {
    code: 'audio_chain_unreadable',
    what: 'an unknown effect',
    bad: with_(audio(chain({ type: 'wobble' })), 'a.mp3'),
    good: with_(audio(chain({ type: 'reverb', params: { wet: 1 } })), 'a.mp3'),
  },
  {
    code: 'audio_chain_unreadable',
    what: 'an automation without version',
    bad: with_(audio(`data-automation='{"lanes": []}'`), 'a.mp3'),
    good: with_(audio(`data-automation='{"version": 1, "lanes": []}'`), 'a.mp3'),
  },
  {
    code: 'automation_target_inert',
    what: 'a speed ramp',
    bad: with_(audio(lanes('rate')), 'a.mp3'),
    good: with_(audio('data-playback-rate="2"'), 'a.mp3'),
  },
  {
    code: 'automation_target_inert',
    what: 'a parameter that cannot be automated',
    bad: with_(audio(`${lanes('fx.c.ratio')} ${chain({ type: 'compressor', id: 'c' })}`), 'a.mp3'),
    good: with_(audio(`${lanes('fx.c.q', 'volume')} ${chain({ type: 'peaking', id: 'c' })}`), 'a.mp3'),
  },
  {
    code: 'automation_target_inert',
    what: 'the width of a shelf, which has none',
    bad: with_(audio(`${lanes('fx.c.q')} ${chain({ type: 'lowshelf', id: 'c' })}`), 'a.mp3'),
    good: with_(audio(`${lanes('fx.c.gain')} ${chain({ type: 'lowshelf', id: 'c' })}`), 'a.mp3'),
  },
  {
    code: 'automation_target_inert',
    what: 'a group that has no such node; one that is bypassed is there',
    bad: page(`<hf-audio-group id="g" ${lanes('fx.d.mix')} ${chain({ type: 'delay', id: 'e' })}></hf-audio-group>`),
    good: page(
      `<hf-audio-group id="g" ${lanes('fx.d.mix')} ${chain({ type: 'delay', id: 'd', enabled: false })}></hf-audio-group>`,
    ),
  },
  {
    code: 'automation_target_inert',
    what: 'a preset that wrote no node',
    bad: with_(audio(`${lanes('fx.preset.warm')} ${chain({ type: 'gain' })}`), 'a.mp3'),
    good: with_(audio(`${lanes('fx.preset.warm')} ${chain({ type: 'gain', fromPreset: 'warm' })}`), 'a.mp3'),
  },
  {
    code: 'audio_chain_unreadable',
    what: 'a chain of what is not mixed, which the render does not read',
    bad: with_(audio('data-fx-chain="{"'), 'a.mp3'),
    good: with_(
      `${audio('muted data-fx-chain="{"')}<div data-hidden><audio id="b" src="b.mp3" data-fx-chain="{"></audio></div>`,
      'a.mp3',
      'b.mp3',
    ),
  },
  {
    code: 'audio_chain_unreadable',
    what: 'a lane that is nothing',
    bad: with_(audio(`data-automation='{"version": 1, "lanes": [null]}'`), 'a.mp3'),
    good: with_(audio(lanes('volume')), 'a.mp3'),
  },
];
