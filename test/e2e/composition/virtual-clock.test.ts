/** The virtual clock, start-up and globals (composition-format 7.1, 7.3, 7.4). */
import { beforeAll, describe, expect, it } from 'vitest';
import { cell, place, renderFiles, type Scene, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { cutIntoChunksOf } from '../../support/renders/chunk-length.js';

useBundledFfmpeg();

const TEN = ['--fps', '10', '--workers', '1'];
/** A cell that is lime on every frame on which `condition` of (t, n) holds, and red on others. */
const watch = (index: number, condition: string, once = '') =>
  `${cell(index, '#0000ff', `id="w${index}"`)}<script>{ ${once}; addEventListener('hf-seek', ({ detail }) => {
    const t = detail.time, n = Math.round(t * 10);
    document.getElementById('w${index}').style.background = (${condition}) ? '#00ff00' : '#ff0000'; }); }</script>`;

describe('clock functions', () => {
  let shown: Scene;
  beforeAll(async () => {
    const body = [
      watch(0, `Date.now() === n * 100`),
      watch(1, `new Date().toISOString() === new Date(n * 100).toISOString() && new Date().getTime() === n * 100`),
      watch(2, `Math.abs(performance.now() - n * 100) < 1e-6`),
      watch(
        3,
        `first === '1970-01-01T00:00:00.000Z' && second === 0`,
        `const first = new Date().toISOString(), second = performance.now()`,
      ),
      watch(
        4,
        `new Date(2020, 0, 5).getFullYear() === 2020 && Date.UTC(2020, 0) === 1577836800000 && new Date('2020-01-01').getTime() === 1577836800000 && typeof Date() === 'string'`,
      ),
      watch(5, `fired`, `let fired = false; setTimeout(() => { fired = true; }, 500)`),
      watch(
        6,
        `(() => {
          const ends = ({ startTime, duration }) => startTime + duration === n * 100;
          const measured = [['m'], ['m', 'early'], ['m', {}], ['m', { start: 0 }], ['m', 'early', 'x'], ['m', { end: n * 100, duration: 0 }]];
          return new Event('x').timeStamp === n * 100 && performance.mark('x').startTime === n * 100 &&
            measured.every((given) => ends(performance.measure(...given))) && performance.measure('m', { start: 0, duration: 7 }).duration === 7 &&
            performance.getEntriesByType('navigation').every((entry) => entry.startTime === 0 && entry.duration === 0) &&
            Date.now() - performance.timing.navigationStart === n * 100; })()`,
        `performance.mark('early')`,
      ),
      // Frame 0 is seeked twice (the warm-up): it draws the same numbers again; other frames draw others.
      watch(
        7,
        `(() => { const a = Math.random(), b = Math.random(); drawn[n] ??= a; return drawn[n] === a && a !== b && a >= 0 && a < 1 && new Set(drawn).size === drawn.length; })()`,
        `const drawn = []`,
      ),
      watch(8, `(() => { const a = crypto.getRandomValues(new Uint32Array(2)); return a[0] !== a[1]; })()`),
      `<iframe id="inner" srcdoc="<script>window.early = Date.now()</script>" style="${place(19)};border:0"></iframe>`,
      watch(
        9,
        `document.getElementById('inner').contentWindow.Date.now() === n * 100 && document.getElementById('inner').contentWindow.performance.now() === n * 100 && document.getElementById('inner').contentWindow.early === 0`,
      ),
      watch(
        10,
        `window.__HF_RENDER_CAPTURE_MODE === true && window.__HF_EXPORT_RENDER_SEEK_CONFIG.fps !== undefined && 'mode' in window.__HF_EXPORT_RENDER_SEEK_CONFIG`,
      ),
      watch(
        11,
        `window.__playerReady === true && window.__renderReady === true && early === 'false,false,0'`,
        `const early = [window.__playerReady, window.__renderReady, window.__hf.duration].join()`,
      ),
      watch(
        12,
        `window.__hf.duration === 1 && window.__player.getDuration() === 1 && window.__player.isPlaying() === false`,
      ),
      watch(
        13,
        `Math.abs(window.__player.getTime() - t) < 1e-6 && (window.__player.play(), window.__player.pause(), true)`,
      ),
      watch(
        14,
        `(() => { const { fontSize, fits } = window.__hyperframes.fitTextFontSize('word '.repeat(40), { maxWidth: 3000 }); const small = window.__hyperframes.fitTextFontSize('word'); return small.fontSize === 78 && small.fits && fontSize < 78 && (fontSize - 78) % 2 === 0; })()`,
      ),
      watch(
        15,
        `(() => { const p = window.__hyperframes.pretext; const made = p.prepare('one two three four', '20px Inter'); return p.layout(made, 60, 24).lineCount > 1 && p.layout(made, 2000, 24).lineCount === 1; })()`,
      ),
      watch(
        16,
        `Array.isArray(window.__clipManifest) ? window.__clipManifest.some((clip) => clip.id === 'named') : JSON.stringify(window.__clipManifest).includes('named')`,
      ),
      `<i id="named" data-start="0.5" data-duration="0.2"></i>`,
      watch(
        17,
        `typeof window.__hfForceTimelineRebind === 'function' && typeof window.__hfFlushSync === 'function' && typeof window.__hfWaitForSeekCompletion().then === 'function' && typeof window.__hfReseekGpu === 'function'`,
      ),
      watch(
        18,
        `(() => { const p = window.__hyperframes.pretext; const made = p.prepareWithSegments('one two three four', '20px Inter'); const stats = p.measureLineStats(made, 60); return stats.lineCount > 1 && stats.maxLineWidth < p.measureNaturalWidth(made); })()`,
      ),
      watch(
        19,
        `heard.join() === '1,2'`,
        `const heard = [], h = window.__hyperframes; h.setRuntimeData('a', 1); const stop = h.registerRuntimeDataHandler('a', (data) => heard.push(data)); h.setRuntimeData('a', 2); stop(); h.setRuntimeData('a', 3);`,
      ),
    ].join('');
    shown = await renderFiles({ 'index.html': scene(body) }, { flags: TEN });
  });

  it('raise no warning', () => expect(shown.warnings).toEqual([]));

  it.each([
    ['Date.now is the frame time', 0],
    ['new Date() is the frame time', 1],
    ['performance.now is the frame time', 2],
    ['at load it is 1970-01-01T00:00:00Z', 3],
    ['dates with arguments are as ever', 4],
    ['a timer of 500 ms set at load has fired before frame 0', 5],
    ['events, marks and measures have the frame time', 6],
    ['Math.random depends on the frame and on nothing else', 7],
    ['crypto.getRandomValues is filled', 8],
    ['frames of the same origin follow the clock', 9],
    ['pages see that they are rendered', 10],
    ['readiness comes after start-up', 11],
    ['length and state of the player', 12],
    ['editor calls do nothing', 13],
    ['text fits by steps of two', 14],
    ['text is measured without layout', 15],
    ['clips are listed', 16],
    ['the remaining functions are there', 17],
    ['text is measured by the other names', 18],
    ['data that a script sets is heard', 19],
  ])('%s', (_, index) => {
    expect(shown.runs(index)).toBe('10 lime');
  });
});

describe('what timers change', () => {
  const timed = async (script: string) =>
    (
      await renderFiles(
        { 'index.html': scene(`<p id="text"></p><script>${script}</script>`) },
        { flags: ['--fps', '4'] },
      )
    ).complete.warnings as { code: string; message: string }[];
  const next = `(next) => setTimeout(next, 10)`;

  it.each([
    [
      'that type a text',
      `let n = 0; (function type() { text.textContent += 'x'; if (++n < 9) setTimeout(type, 10); })();`,
    ],
    [
      'that are awaited',
      `(async () => { for (let n = 0; n < 9; n++) { await new Promise(${next}); text.textContent += 'x'; } })();`,
    ],
    [
      'that put off what they do',
      `let n = 0; const type = () => setTimeout(() => { text.textContent += 'x'; if (++n < 9) setTimeout(type, 10); }, 0); setTimeout(type, 10);`,
    ],
  ])(
    'follows the frames after a beginning, where timers move something before the first frame: %s',
    async (_, script) => {
      const typed = await timed(`${script} addEventListener('hf-seek', ({ detail }) => {
        const { length } = text.textContent;
        window.first ??= length;
        if (first > 5 || length < first || (detail.time === 0.5 && length === first)) throw new Error(detail.time + ': ' + length); });`);
      expect(typed).toEqual([]);
    },
  );

  it('is told of timers that a page is waited for, before the first frame', async () => {
    const [warning, more] = await timed(
      `for (let n = 1; n <= 5; n++) setTimeout(() => { text.textContent += 'x'; }, 10 * n);`,
    );
    expect(warning).toMatchObject({
      code: 'unsupported_feature',
      message: expect.stringMatching(/Timers changed #text .*before the first frame/),
    });
    expect(more).toBeUndefined();
  });

  it('is none of what such timers do once each, to elements of their own', async () => {
    const told = await timed(
      `for (let n = 1; n <= 6; n++) {
        const one = document.body.appendChild(document.createElement('i'));
        setTimeout(() => one.classList.add('on'), 10 * n);
      }`,
    );
    expect(told).toEqual([]);
  });

  it('is told while frames are shown, but not where a frame waits for it or nothing else is shown', async () => {
    const [warning] = await timed(
      `addEventListener('hf-seek', ({ detail }) => { if (detail.time === 0) setTimeout(() => { text.textContent = 'x'; }, 0); });`,
    );
    expect(warning?.message).toMatch(/A timer of 0 ms changed #text while frames were shown/);
    const quiet = await timed(
      `addEventListener('hf-seek', ({ detail }) => { detail.waitUntil(new Promise(${next}).then(() => { text.textContent = detail.time; }));
        setTimeout(() => { text.setAttribute('aria-label', detail.time); text.className = ''; text.className = ''; }, 0); });
      setTimeout(() => { text.textContent = 'built'; }, 50); text.className = '';`,
    );
    expect(quiet).toEqual([]);
  });
});

describe('workers', () => {
  const canvas = (index: number) => `<canvas id="k${index}" width="16" height="16" style="${place(index)}"></canvas>`;
  const hand = (index: number, worker: string) =>
    `{ const drawn = k${index}.transferControlToOffscreen(), worker = ${worker}; worker.postMessage(drawn, [drawn]); }`;
  const blob = (script: string) => `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(script)}])))`;
  const colour = (index: number, condition: string) =>
    `document.getElementById('w${index}').style.background = (${condition}) ? '#00ff00' : '#ff0000';`;
  const body = [
    canvas(0),
    `<script>${hand(0, `new Worker('own/drawing.js')`)}</script>`,
    canvas(1),
    `<script>${hand(1, `new Worker('own/module.js', { type: 'module' })`)}</script>`,
    // One below the other, which counts its own ticks.
    cell(2, 'lime', 'id="w2"'),
    `<script>${blob(
      `const inner = new Worker('data:text/javascript,' + encodeURIComponent('let n = 0; setInterval(() => postMessage(++n), 100)'));
       inner.onmessage = ({ data }) => postMessage(data);`,
    )}.onmessage = ({ data }) => { ${colour(2, 'data * 100 === Date.now()')} };</script>`,
    // One that computes what the page asks for in each frame.
    cell(3, 'blue', 'id="w3"'),
    `<script>{ const worker = ${blob(
      `let sum = 0; onmessage = async ({ data }) => { sum += data; await fetch('data:,'); postMessage([sum, Date.now()]); };`,
    )};
      let sum = 0;
      worker.onmessage = ({ data }) => { ${colour(3, 'data[0] === sum && data[1] === Date.now()')} };
      const step = () => { const by = Math.random(); sum += by; document.getElementById('w3').style.background = 'red'; worker.postMessage(by); requestAnimationFrame(step); };
      requestAnimationFrame(step); }</script>`,
    // One that is made on the way.
    cell(4, 'black', 'id="w4"'),
    `<script>setTimeout(() => { ${blob(
      `const began = performance.now(); setInterval(() => postMessage([began, performance.timeOrigin, performance.now(), navigator.hardwareConcurrency]), 100);`,
    )}.onmessage = ({ data }) => { ${colour(4, `data.join() === [0, 2500, Date.now() - 2500, 8].join()`)} }; }, 2500);</script>`,
    cell(5, 'lime', 'id="w5"'),
    `<iframe srcdoc="<script>const worker = ${blob(`const loop = (t) => { postMessage(t); requestAnimationFrame(loop); }; requestAnimationFrame(loop);`).replaceAll('"', '&quot;')};
      worker.onmessage = ({ data }) => { parent.heard(data); };</script>" style="${place(19)};border:0"></iframe>`,
    `<script>window.heard = (data) => { ${colour(5, 'Math.round(data) === Date.now()')} };</script>`,
    // The page's own ticks.
    cell(6, 'lime', 'id="w6"'),
    `<script>{ let n = 0; setInterval(() => n++, 500); addEventListener('hf-seek', () => { ${colour(6, 'n === Math.floor(Date.now() / 500)')} }); }</script>`,
    // Two that speak to each other by ports that the page has given them.
    cell(7, 'lime', 'id="w7"'),
    `<script>{ const { port1, port2 } = new MessageChannel();
      const first = ${blob(`let port; onmessage = ({ data, ports }) => { port ??= ports[0]; if (data !== null) port.postMessage(data); };`)};
      const second = ${blob(
        `onmessage = ({ ports: [port] }) => { port.onmessage = ({ data }) => { for (let n = 0; n < 3e6; n++) Math.sqrt(n); postMessage(data); }; };`,
      )};
      first.postMessage(null, [port1]);
      second.postMessage(null, [port2]);
      second.onmessage = ({ data }) => { ${colour(7, 'data === Date.now()')} };
      addEventListener('hf-seek', () => { document.getElementById('w7').style.background = 'red'; first.postMessage(Date.now()); }); }</script>`,
    `<script>new Worker('own/missing.js'); ${blob('close()')}; ${blob('for (;;);')}.terminate();</script>`,
  ].join('');
  const files = {
    'own/drawing.js': `importScripts('./colours.js'); let context;
      const step = () => { fill(context, performance.now() < 500); requestAnimationFrame(step); };
      onmessage = ({ data }) => { context = data.getContext('2d'); requestAnimationFrame(step); };`,
    'own/colours.js': `fill = (context, early) => { context.fillStyle = early ? '#0000ff' : '#00ff00'; context.fillRect(0, 0, 16, 16); };`,
    'own/module.js': `import { counts } from './counting.js';
      onmessage = ({ data }) => {
        const context = data.getContext('2d');
        let n = 0;
        const tick = () => { context.fillStyle = counts(n++) ? '#00ff00' : '#ff0000'; context.fillRect(0, 0, 16, 16); setTimeout(tick, 100); };
        tick();
      };`,
    'own/counting.js': `const { now } = Date; export const counts = (n) => n * 100 === now();`,
  };
  /** As a page does that lets its frames wait for a worker, which puts off what it does, and is busy itself for longer than that in one of them. */
  const waiting = `<script>{ const worker = ${blob(
    `onmessage = async () => { await new Promise((next) => setTimeout(next, 30)); requestAnimationFrame(() => postMessage(0)); };`,
  )};
    let sum = 0;
    addEventListener('hf-seek', ({ detail }) => {
      detail.waitUntil(new Promise((next) => { worker.onmessage = next; worker.postMessage(0); }));
      if (detail.time === 0.5) for (let n = 0; n < 1e8; n += 1) sum += Math.sqrt(n);
    }); }</script>`;

  it.each([
    ['and frames wait for what they do', ''],
    ['also where frames wait for something else, for longer than a tick of theirs', waiting],
  ])('have the clock of the page, %s', async (_, more) => {
    const html = scene(body + more, { duration: 3 });
    const shown = await renderFiles({ 'index.html': html, ...files }, { flags: ['--fps', '10'] });
    expect(shown.runs(0)).toBe('5 blue, 25 lime');
    for (const index of [1, 2, 3, 5, 6, 7]) expect(shown.runs(index), String(index)).toBe('30 lime');
    expect(shown.runs(4)).toBe('26 black, 4 lime');
    expect(shown.warnings).toEqual(['media_load_failed']);
    expect(shown.complete.notices.map(({ code }: { code: string }) => code)).toContain('raf_loop_sequential');
  });
});

describe('animation frames', () => {
  const loop = `${cell(0, '#0000ff', 'id="c"')}<script>
    let runs = 0;
    const step = (stamp) => { runs += 1;
      const frame = Math.round(stamp / 100);
      document.getElementById('c').style.background = ['#ff0000', '#00ff00', '#0000ff'][frame % 3];
      document.getElementById('count').style.width = runs * 4 + 'px';
      requestAnimationFrame(step); };
    requestAnimationFrame(step);
  </script>`;
  const moved = `<div id="count" style="position:absolute;left:0;top:16px;height:16px;background:white;width:0"></div>${loop}`;
  const html = scene(moved);
  const twoSeconds = scene(moved, { duration: 2 });
  const sixSeconds = scene(moved, { duration: 6 });

  const inTurn = '1 red, 1 lime, 1 blue, 1 red, 1 lime, 1 blue, 1 red, 1 lime, 1 blue, 1 red';

  it('run once per frame with the virtual time; a loop is captured by one lane in order', async () => {
    const shown = await renderFiles({ 'index.html': html }, { flags: ['--fps', '10'] });
    expect(shown.runs(0)).toBe(inTurn);
    // Lint advises against such loops before the page is seen to have one.
    expect(shown.complete.notices.map((notice: { code: string }) => notice.code)).toEqual([
      'lint',
      'raf_loop_sequential',
    ]);
    expect(shown.complete.lanes.count).toBe(1);
    expect(shown.warnings).toEqual([]);
  });

  it('are captured in as many chunks as without a loop when lanes were asked for, with a warning', async () => {
    cutIntoChunksOf(30);
    try {
      const shown = await renderFiles({ 'index.html': sixSeconds }, { flags: ['--fps', '10', '--workers', '2'] });
      expect(shown.runs(0)).toBe(Array.from({ length: 20 }, () => '1 red, 1 lime, 1 blue').join(', '));
      expect(shown.warnings).toEqual(['raf_loop_parallel']);
    } finally {
      cutIntoChunksOf();
    }
  });

  it('of so few frames that one lane captures them are in order as with one, whatever was asked for', async () => {
    cutIntoChunksOf(10);
    try {
      const [asked, alone] = [
        await renderFiles({ 'index.html': twoSeconds }, { flags: ['--fps', '10', '--workers', '2'] }),
        await renderFiles({ 'index.html': twoSeconds }, { flags: TEN }),
      ];
      for (const { complete, warnings } of [asked, alone]) {
        expect(complete.plan.chunks).toBe(1);
        expect(warnings).toEqual([]);
      }
      expect(asked.complete.plan.id).toBe(alone.complete.plan.id);
      expect(asked.complete.sha256).toBe(alone.complete.sha256);
    } finally {
      cutIntoChunksOf();
    }
  });

  it('of one chunk are in order, whatever was asked for', async () => {
    const waits = scene(`${cell(0, '#0000ff', 'id="c"')}<script>
      document.getElementById('c').animate([], 400).finished.then(() => {
        document.getElementById('c').style.background = '#ff0000'; });
    </script>`);
    const shown = await renderFiles({ 'index.html': waits }, { flags: ['--fps', '10', '--workers', '2'] });
    expect(shown.runs(0)).toBe('4 blue, 6 red');
    expect(shown.warnings).toEqual([]);
  });
});

describe('a page that breaks its globals', () => {
  it('is captured all the same', async () => {
    const body = `${cell(0, 'red', 'data-start="0" data-duration="0.5"')}<script>
      window.Date = function () { return 'broken'; }; window.Promise = function () { throw new Error('no'); };
      JSON.stringify = () => { throw new Error('no'); }; JSON.parse = JSON.stringify;
      window.requestAnimationFrame = () => 0; window.setTimeout = () => 0;
      performance.now = () => NaN;
    </script>`;
    const shown = await renderFiles({ 'index.html': scene(body) }, { flags: ['--fps', '10'] });
    expect(shown.runs(0)).toBe('5 red, 5 black');
  });
});

describe('settling', () => {
  it('waits for nothing fixed when a page has CSS animations only', async () => {
    const body = `<style>@keyframes k{to{opacity:0}}i{animation:k 1s}</style><i></i>${cell(0, 'red')}`;
    const shown = await renderFiles({ 'index.html': scene(body) }, { flags: ['--fps', '10'] });
    expect(shown.warnings).toEqual([]);
    // Far from the budget of 45 s, however slow the machine.
    expect(shown.complete.timings.settle).toBeLessThan(15_000);
  });

  it('goes on when the budget passes, and names what was open', async () => {
    const body = `${cell(0, 'lime')}<script>window.__tailwindReady = new Promise(() => {});</script>`;
    const shown = await renderFiles(
      { 'index.html': scene(body) },
      { flags: [...TEN, '--player-ready-timeout', '600'] },
    );
    expect(shown.runs(0)).toBe('10 lime');
    expect(shown.warnings).toEqual(['sub_timeline_readiness_timeout']);
    expect(shown.warning('sub_timeline_readiness_timeout')).toContain('__tailwindReady');
  });

  it('takes 2 s at most once a script failed', async () => {
    const body = `${cell(0, 'lime')}<script>window.__hfTimelinesBuilding = true; throw new Error('early end');</script>`;
    const shown = await renderFiles({ 'index.html': scene(body) }, { flags: TEN });
    expect(shown.warnings.toSorted()).toEqual(['script_error', 'sub_timeline_script_failure']);
    // Far from the budget of 45 s, however slow the machine.
    expect(shown.complete.timings.settle).toBeLessThan(15_000);
  });
});

describe('the mouse', () => {
  it('is over nothing that a page shows, on no path', async () => {
    const body = `<style>#corner { background: lime } #corner:hover { background: red }</style>${cell(0, '', 'id="corner"')}${cell(1, 'lime', 'id="told"')}
      <script>for (const name of ['mouseover', 'mousemove', 'pointerover']) addEventListener(name, () => { document.getElementById('told').style.background = 'red'; });</script>`;
    const files = { 'index.html': scene(body, { duration: 2 }) };
    for (const env of [{}, { FRAMEFARM_SURFACE: 'off' }]) {
      const shown = await renderFiles(files, { flags: TEN, env });
      expect([shown.runs(0), shown.runs(1)]).toEqual(['20 lime', '20 lime']);
    }
  });
});
