import { type Case, page, scripted } from './project.js';

const VIDEO = '<video id="v" src="a.mp4" muted data-start="0"></video>';
const withVideo = (code: string) => ({ 'index.html': scripted(code, VIDEO), 'a.mp4': '' });
const unstable = (bad: string, good: string): Case => ({
  code: 'non_deterministic_code',
  what: bad,
  bad: scripted(bad),
  good: scripted(good),
});
const control = (bad: string, good: string): Case => ({
  code: 'imperative_media_control',
  what: bad,
  bad: withVideo(bad),
  good: withVideo(good),
});

export const SCRIPTS: readonly Case[] = [
  {
    code: 'invalid_inline_script_syntax',
    what: 'an open bracket',
    bad: scripted('const a = [1, 2;'),
    good: scripted('const a = [1, 2]; // [').replace('<script>', '<script type="module">import a1 from "b";'),
  },
  {
    code: 'invalid_inline_script_syntax',
    what: 'JSON is data',
    bad: page('x', { after: '<script>{"a": 1}</script>' }),
    good: page('x', { after: '<script type="application/json">{"a": 1}</script>' }),
  },
  unstable('const t = Date.now();', '/* Date.now() */ const t = "Date.now()";'),
  unstable('const t = new Date();', 'const t = new Date(2020, 1, 1);'),
  unstable('const r = window.Math.random();', 'const dice = { random: () => 4 }; const r = dice.random();'),
  unstable('const f = Math.random; f();', 'const Math = { random: () => 4 }; Math.random();'),
  unstable('performance.now();', 'performance.mark("a");'),
  unstable('crypto.getRandomValues(new Uint8Array(1));', 'crypto.subtle.digest("SHA-1", data);'),
  unstable('fetch("https://example.org/a.json");', 'fetch("data/a.json");'),
  unstable('new WebSocket("wss://example.org");', 'class WebSocket {} new WebSocket();'),
  control('document.querySelector("#v").play();', 'const v = gsapLike("#v"); v.play();'),
  control(
    'const v = document.getElementById("v"); v.pause();',
    'const v = document.getElementById("main"); v.pause?.();',
  ),
  control(
    'document.querySelectorAll("video").forEach((one) => { one.currentTime = 1; });',
    'animation.currentTime = 1;',
  ),
  control(
    'for (const one of document.querySelectorAll("#main video")) one.load();',
    'for (const one of document.getAnimations()) one.pause();',
  ),
  control('const a = new Audio("a.mp3"); a.play();', 'const a = new Sequence("a.mp3"); a.play();'),
  {
    code: 'requestanimationframe_in_composition',
    what: 'a loop',
    bad: scripted('const loop = () => requestAnimationFrame(loop); loop();'),
    good: scripted('window.addEventListener("hf-seek", (event) => draw(event.detail.time));'),
  },
  {
    code: 'interval_in_composition',
    what: 'a typewriter',
    bad: scripted('setInterval(() => type(), 80);'),
    good: scripted('const setInterval = every; setInterval(() => type(), 80);'),
  },
  {
    code: 'css_transition_used',
    what: 'a transition of opacity',
    bad: page('<style>p { transition: opacity 1s }</style><p>x</p>'),
    good: page('<style>p { transition: none; animation: fade 1s }</style><p>x</p>'),
  },
  {
    code: 'css_transition_used',
    what: 'a style attribute',
    bad: page('<p style="transition: all 0.3s ease">x</p>'),
    good: page('<p style="view-transition-name: a">x</p>'),
  },
  {
    code: 'css_transition_used',
    what: 'a duration of its own',
    bad: page('<style>p { transition-property: opacity; transition-duration: 0s, 250ms }</style><p>x</p>'),
    good: page('<style>p { transition-property: opacity; transition-duration: 0s, 0.0ms }</style><p>x</p>'),
  },
  {
    code: 'css_transition_used',
    what: 'one duration among many of none, read in one pass',
    bad: page(`<p style="transition-duration: ${'-0s, '.repeat(1_000)}1s">x</p>`),
    good: page(`<p style="transition-duration: ${'-0s, +.0ms ,-2.5s,0s,'.repeat(1_000)}0.S">x</p>`),
  },
  {
    code: 'css_transition_used',
    what: 'a duration of all properties in a style attribute',
    bad: page('<p style="transition-duration: .3s">x</p>'),
    good: page('<p style="transition-property: none; transition-duration: .3s">x</p>'),
  },
];
