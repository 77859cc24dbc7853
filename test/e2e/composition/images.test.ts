/** Images (composition-format 9.1): missing ones are told, animated ones follow the frame clock. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ffmpeg } from '../../support/projects/clips.js';
import { makeProject, scratchDirectory } from '../../support/projects/project.js';
import { cell, failureOf, place, renderProject, rgb, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { renderWarm } from '../../support/renders/warm-render.js';

useBundledFfmpeg();

const TEN = ['--fps', '10'];
const img = (index: number, source: string, attributes = '') =>
  `<img src="${source}" ${attributes} style="${place(index)}">`;
/** A document in an iframe that fills cell `index`. */
const framed = (index: number, body: string, attributes = '') =>
  `<iframe ${attributes} style="${place(index)};border:0" srcdoc="<style>body{margin:0}</style>${body.replaceAll('"', "'")}"></iframe>`;
const file = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16">${inner}</svg>`;
const svg = (colour: string) => file(`<rect width="16" height="16" fill="${colour}"/>`);

const LONG_COMMENT = `<!--${'-x'.repeat(1_000_000)}-->`;

/** Parts that a surface shows, and those that it lacks. */
const PARTS = `<clipPath id="clip"><rect width="16" height="16"/></clipPath>
  <marker id="mark" markerUnits="userSpaceOnUse" markerWidth="16" markerHeight="16"><rect width="16" height="16" fill="lime"/></marker>
  <filter id="filter" x="0" y="0" width="1" height="1"><feFlood flood-color="lime"/></filter>`;
const PAINTS = `<linearGradient id="paint"><stop stop-color="lime"/></linearGradient>
  <mask id="mask"><rect width="16" height="16" fill="white"/></mask>
  <rect id="painted" width="16" height="16" fill="url(#paint)"/>`;
/** A filter that shows an element. */
const SHOWS = `<rect id="shown" width="16" height="16" fill="lime"/>
  <filter id="shows" x="0" y="0" width="1" height="1"><feImage href="#shown"/></filter>`;
/** Between the frames that are compared. */
const BRIEFLY = 'data-start="0.2" data-duration="0.2"';

/** Pictures of 16 × 16, 200 ms each. */
async function animated(path: string, loop: number): Promise<void> {
  const colours = (['red', 'lime', 'blue'] as const).map(rgb);
  const raw = new Uint8Array(3 * 16 * 16 * 3);
  colours.forEach((colour, picture) => {
    for (let pixel = 0; pixel < 256; pixel += 1) raw.set(colour, (picture * 256 + pixel) * 3);
  });
  const format = path.endsWith('.gif') ? ['-loop', String(loop)] : ['-plays', String(loop), '-f', 'apng'];
  await ffmpeg(['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', '16x16', '-r', '5', '-i', 'pipe:0', ...format, path], raw);
}

describe('images', () => {
  it('show from img, source sets, inline SVG use and CSS, also when it changes', async () => {
    const body = [
      img(0, 'red.svg'),
      `<picture><source srcset="lime.svg"><img src="red.svg" style="${place(1)}"></picture>`,
      `<div style="${place(2)};background:url(blue.svg)"></div>`,
      `<style>@keyframes k{0%,49%{background-image:url(red.svg)}50%,100%{background-image:url(lime.svg)}}</style><div style="${place(3)};animation:k 1s steps(1,end)"></div>`,
      img(4, `data:image/svg+xml,${encodeURIComponent(svg('lime'))}`),
      `<div id="late" style="${place(5)};background:url(red.svg)"></div><script>addEventListener('hf-seek', ({ detail }) => {
        document.getElementById('late').style.backgroundImage = detail.time >= 0.5 ? 'url(late.svg)' : 'url(red.svg)'; });</script>`,
      img(6, 'lime.svg', 'loading="lazy"'),
      `<picture><source id="wide" media="(max-width:1px)" srcset="late-source.svg"><img src="red.svg" style="${place(7)}"></picture>
      <picture id="fuller"><img src="red.svg" style="${place(8)}"></picture>
      <svg style="${place(9)}" viewBox="0 0 16 16"><image id="inner" href="red.svg" width="16" height="16"/></svg>
      <script>addEventListener('hf-seek', ({ detail }) => {
        if (detail.time < 0.5) return;
        document.getElementById('wide').media = 'all';
        document.getElementById('inner').setAttribute('href', 'late-inner.svg');
        const fuller = document.getElementById('fuller');
        if (fuller.children.length === 1) fuller.insertAdjacentHTML('afterbegin', '<source srcset="late-child.svg">');
      });</script>`,
    ].join('');
    const project = await makeProject({
      'index.html': scene(body),
      'red.svg': svg('red'),
      'lime.svg': svg('lime'),
      'blue.svg': svg('blue'),
      'late.svg': svg('lime'),
      'late-source.svg': svg('lime'),
      'late-child.svg': svg('lime'),
      'late-inner.svg': svg('lime'),
    });
    const shown = await renderProject(project, { flags: TEN });
    const expected = [
      '10 red',
      '10 lime',
      '10 blue',
      '5 red, 5 lime',
      '10 lime',
      '5 red, 5 lime',
      '10 lime',
      '5 red, 5 lime',
      '5 red, 5 lime',
      '5 red, 5 lime',
    ];
    expect(expected.map((_, index) => shown.runs(index)).join(' | ')).toBe(expected.join(' | '));
    expect(shown.warnings).toEqual([]);
  });

  it.each(['surface', 'beginframe'])(
    'that a style or keyframes of a script show first on the way are there in that frame (%s)',
    async (path) => {
      /** Red until frame 20, then by a class or a script. */
      const late = (index: number) => `<div id="late${index}" class="late${index}" style="${place(index)}"></div>`;
      const project = await makeProject({
        'index.html': scene(
          `${late(0)}${late(1)}${late(2)}${late(3)}${late(4)}${late(5)}${late(6)}
        ${late(7)}${late(8)}${late(10)}${late(11)}${late(12)}
        <svg style="${place(9)}"><filter id="filter" x="0" y="0" width="1" height="1"></filter><rect width="16" height="16" filter="url(#filter)"/></svg>
        ${path === 'surface' ? '' : cell(39, 'black', '', 'backdrop-filter:blur(1px)')}
        <script>
          const sheet = new CSSStyleSheet();
          sheet.replaceSync('#late5 { background: url(adopted.svg) }');
          const made = (name, attributes) => Object.assign(document.createElement(name), attributes);
          const host = () => {
            const found = made('div');
            found.attachShadow({ mode: 'open' }).innerHTML = '<style>:host { display: block; height: 16px; background: url(shadow.svg) }</style>';
            return found;
          };
          let moves = [];
          addEventListener('hf-seek', ({ detail: { time } }) => {
            const now = time > 0.65;
            // Takes the place of the picture in the browser's memory.
            if (time > 0.28 && time < 0.32) fetch('fetched.svg');
            document.querySelector('[data-composition-id]').classList.toggle('alone', time > 0.32);
            if (window.was === now) return;
            window.was = now;
            document.querySelector('[data-composition-id]').classList.toggle('now', now);
            late4.replaceChildren(...(now ? [made('style', { textContent: '#late4 { background: url(made.svg) }' })] : []));
            document.adoptedStyleSheets = now ? [sheet] : [];
            late6.replaceChildren(...(now ? [host()] : []));
            late8.replaceChildren(...(now ? [made('input', { type: 'image', src: 'button.svg', style: 'display:block' })] : []));
            for (const move of moves) move.cancel();
            const masked = { backgroundColor: 'lime', maskImage: 'url(keyed-mask.svg)' };
            moves = now ? [late11.animate({ background: ['url(keyed.svg)', 'url(keyed.svg)'] }, 1000), late12.animate([masked, masked], 1000)] : [];
            filter.innerHTML = now ? '<feImage href="filter.svg" width="16" height="16"/>' : '<feFlood flood-color="red"/>';
        });</script>`,
          {
            head: `<style>
            div[class^=late] { background: red }
            .now .late0 { background: url(classed.svg) }
            .now .late1 { background: lime; mask: url(mask.svg) }
            :root { --named: url(named.svg) }
            .now .late2 { background: var(--named) }
            .now .late3 { background: none; border: 8px solid; border-image: url(border.svg) 8 }
            .late3 { box-sizing: border-box }
            .alone .late7 { background: url(both.svg); mask: url(both.svg) }
            .alone .late10 { background: url(fetched.svg) }
          </style>`,
          },
        ),
        ...Object.fromEntries(
          [
            ...['classed', 'mask', 'named', 'border', 'made', 'adopted', 'shadow', 'button', 'filter'],
            ...['keyed', 'keyed-mask'],
          ].map((name) => [`${name}.svg`, svg('lime')]),
        ),
        // Large, so that one that is asked for anew comes late.
        ...Object.fromEntries(['both', 'fetched'].map((name) => [`${name}.svg`, svg('lime') + LONG_COMMENT])),
      });
      const shown = await renderProject(project);
      expect(shown.complete.capture.path).toBe(path);
      const cells = [0, 1, 2, 3, 4, 5, 6, 8, 9, 11, 12];
      expect(cells.map((index) => `${index}: ${shown.runs(index)}`)).toEqual(
        cells.map((index) => `${index}: 20 red, 10 lime`),
      );
      expect([7, 10].map(shown.runs)).toEqual(Array(2).fill('10 red, 20 lime'));
    },
  );

  it('of which parts are used or filter, and those that SVG animations name, are there in the frame that shows them first', async () => {
    const drawn = (index: number, inner: string) =>
      `<svg id="late${index}" style="${place(index)}"><rect width="16" height="16" fill="red"/>${inner}</svg>`;
    const filters = ['classed', 'moved', 'attribute'];
    const project = await makeProject({
      'index.html': scene(
        `${cell(0, 'red', 'class="late0"')}${cell(1, 'red', 'id="late1"')}${drawn(2, '<g/>')}
          ${drawn(3, '<use href="first.svg#part"/>')}${drawn(4, '')}
          ${drawn(5, '<image href="red.svg" width="16" height="16"><set attributeName="href" to="set.svg" begin="0.32s"/></image>')}
          ${drawn(6, '<image id="far" href="red.svg" width="16" height="16"/>')}
          <svg><set href="#far" attributeName="href" to="far.svg" begin="0.32s"/></svg>
          ${drawn(7, '<use href="first.svg#part"><set attributeName="href" to="animated.svg#part" begin="0.32s"/></use>')}
          <script>
            let moves = [];
            addEventListener('hf-seek', ({ detail: { time } }) => {
              const now = time > 0.65;
              if (window.was === now) return;
              window.was = now;
              document.querySelector('[data-composition-id]').classList.toggle('now', now);
              for (const move of moves) move.cancel();
              moves = now ? [late1.animate({ filter: ['url(moved.svg#part)', 'url(moved.svg#part)'] }, 1000)] : [];
              late2.querySelector('g').innerHTML = now ? '<use href="used.svg#part"/>' : '';
              late3.querySelector('use').setAttribute('href', now ? 'other.svg#part' : 'first.svg#part');
              if (now) late4.firstChild.setAttribute('filter', 'url(attribute.svg#part)');
              else late4.firstChild.removeAttribute('filter');
            });
          </script>`,
        { head: '<style>.now .late0 { filter: url(classed.svg#part) }</style>' },
      ),
      'first.svg': file('<rect id="part" width="16" height="16" fill="red"/>'),
      'red.svg': svg('red'),
      'set.svg': svg('lime'),
      'far.svg': svg('lime'),
      'animated.svg': file('<rect id="part" width="16" height="16" fill="lime"/>'),
      'used.svg': file('<rect id="part" width="16" height="16" fill="lime"/>'),
      'other.svg': file('<rect id="part" width="16" height="16" fill="lime"/>'),
      ...Object.fromEntries(
        filters.map((name) => [
          `${name}.svg`,
          file('<filter id="part" x="0" y="0" width="1" height="1"><feFlood flood-color="lime"/></filter>'),
        ]),
      ),
    });
    const shown = await renderProject(project);
    expect(shown.complete.capture.path).toBe('surface');
    const cells = [0, 1, 2, 3, 4, 5, 6, 7];
    expect(cells.map((index) => `${index}: ${shown.runs(index)}`)).toEqual(
      cells.map((index) => `${index}: ${index < 5 ? '20 red, 10 lime' : '10 red, 20 lime'}`),
    );
  });

  it.each(['surface', 'beginframe'])(
    'of which parts clip, mask, paint, mark or filter are there in the frame that shows them first (%s)',
    async (path) => {
      const drawn = (index: number, inner: string) =>
        `<svg id="late${index}" style="${place(index)}"><rect width="16" height="16" fill="red"/>${inner}</svg>`;
      const over = (index: number, attributes = '', inner = '') =>
        drawn(index, `<rect class="over" width="16" height="16" fill="none" ${attributes}>${inner}</rect>`);
      /** Red under what the part shows. */
      const under = (index: number, classes = '') =>
        `${cell(index, 'red')}<div id="late${index}" class="lime ${classes}" style="${place(index)}"></div>`;
      const inline = (name: string) => `url('data:image/svg+xml,${encodeURIComponent(file(PARTS))}#${name}')`;
      // A surface lacks paints and masks of other files, and is refused for them.
      const refuses = path === 'beginframe';
      const painted = `${over(1, 'id="filled"')}${over(2, 'id="stroked"')}${over(3)}${over(7, 'id="keyed"')}${under(8, 'masked')}`;
      const paintedStyle = `.now #filled { fill: url(filled.svg#paint) }
        .now #stroked { stroke: url(stroked.svg#paint); stroke-width: 40px }
        .now #keyed { animation: keyed 1s }
        @keyframes keyed { from, to { fill: url(keyframes.svg#paint) } }
        .now .masked { mask: url(masked.svg#mask) }`;
      const project = await makeProject({
        'index.html': scene(
          `${under(0, 'clipped')}${drawn(4, '<path d="M0 0H1"/>')}${under(5)}
            ${over(6, '', '<set attributeName="clip-path" to="url(set.svg#clip)" begin="0.65s"/>')}${over(9)}
            ${cell(10, 'red', 'id="inline0"')}${under(11)}${drawn(12, '<path d="M0 0H1"/>')}
            ${refuses ? painted : ''}
            <script>
              let moves = [];
              const name = (element, attribute, value) => {
                if (value) element?.setAttribute(attribute, value);
                else element?.removeAttribute(attribute);
              };
              addEventListener('hf-seek', ({ detail: { time } }) => {
                const now = time > 0.65;
                if (window.was === now) return;
                window.was = now;
                document.querySelector('[data-composition-id]').classList.toggle('now', now);
                for (const move of moves) move.cancel();
                moves = now ? [late5.animate({ clipPath: ['url(moved.svg#clip)', 'url(moved.svg#clip)'] }, 1000)] : [];
                name(document.querySelector('#late9 .over'), 'clip-path', now && 'url(attribute.svg#clip)');
                name(document.querySelector('#late3 .over'), 'style', now && 'fill: url(painted.svg#paint)');
              });
            </script>`,
          {
            head: `<style>
              .now .lime { background: lime }
              .now .clipped { clip-path: url(clipped.svg#clip) }
              .now #late4 path { marker: url(marked.svg#mark) }
              .now :is(#late6, #late9) .over { fill: lime }
              .now #inline0 { filter: ${inline('filter')} }
              .now #late11 { clip-path: ${inline('clip')} }
              .now #late12 path { marker: ${inline('mark')} }
              ${refuses ? paintedStyle : ''}
            </style>`,
          },
        ),
        ...Object.fromEntries(
          ['clipped', 'moved', 'set', 'attribute', 'marked'].map((name) => [`${name}.svg`, file(PARTS)]),
        ),
        ...Object.fromEntries(
          ['filled', 'stroked', 'painted', 'keyframes', 'masked'].map((name) => [`${name}.svg`, file(PAINTS)]),
        ),
      });
      const shown = await renderProject(project);
      expect(shown.complete.capture.path).toBe(path);
      const cells = [0, 4, 5, 6, 9, 10, 11, 12, ...(refuses ? [1, 2, 3, 7, 8] : [])];
      expect(cells.map((index) => `${index}: ${shown.runs(index)}`)).toEqual(
        cells.map((index) => `${index}: 20 red, 10 lime`),
      );
    },
  );

  describe('of which parts paint between the frames that are compared', () => {
    const painted = (index: number, attributes: string) =>
      `<svg style="${place(index)}"><rect ${BRIEFLY} width="16" height="16" ${attributes}/></svg>`;
    const ways: readonly (readonly [way: string, body: (index: number) => string])[] = [
      ['a rule', (index) => `${painted(index, 'id="part"')}<style>#part { fill: url(parts.svg#paint) }</style>`],
      ['an attribute', (index) => painted(index, 'stroke="url(parts.svg#paint)" stroke-width="40"')],
      [
        'data',
        (index) => painted(index, `style="fill: url('data:image/svg+xml,${encodeURIComponent(file(PAINTS))}#paint')"`),
      ],
      ['a mask', (index) => `<div ${BRIEFLY} style="${place(index)};background:lime;mask:url(parts.svg#mask)"></div>`],
      ['use', (index) => `<svg style="${place(index)}"><use ${BRIEFLY} href="parts.svg#painted"/></svg>`],
      [
        'a filter',
        (index) => `<div ${BRIEFLY} style="${place(index)};background:red;filter:url(shows.svg#shows)"></div>`,
      ],
    ];
    const parts = (body: string) =>
      makeProject({ 'index.html': scene(body), 'parts.svg': file(PAINTS), 'shows.svg': file(SHOWS) });

    it('are shown by pictures of the browser', async () => {
      const shown = await renderProject(await parts(ways.map(([, body], index) => body(index)).join('')), {
        flags: ['--fps', '20'],
      });
      expect(ways.map(([way], index) => `${way}: ${shown.runs(index)}`)).toEqual(
        ways.map(([way]) => `${way}: 4 black, 4 lime, 12 black`),
      );
    });

    it.each(ways)('refuse a surface, by %s', async (_, body) => {
      const flags = ['--fps', '20', '--dry-run'];
      const { capture } = await renderWarm(await parts(body(0)), join(scratchDirectory(), 'out.mp4'), flags);
      expect(capture).toMatchObject({ path: 'beginframe', reason: expect.stringMatching(/of another file/) });
    });
  });

  it('that move by the clock of the browser raise a warning by name: SVG, and others in CSS; those that stand still raise none', async () => {
    const moving = svg('red').replace('/></svg>', '><animate attributeName="x" to="9" dur="1s"/></rect></svg>');
    const styled = svg('red').replace('<rect', '<style>@keyframes k{to{opacity:0}}rect{animation:k 1s}</style><rect');
    const body = [
      img(0, 'moving.svg'),
      `<div style="${place(1)};background:url(styled.svg)"></div>`,
      img(2, 'still.svg'),
      img(3, `data:image/svg+xml,${encodeURIComponent(moving)}`),
      `<div style="${place(4)};background:url(endless.gif)"></div>`,
      `<style>.late { mask-image: url(endless.png) }</style><div class="late" style="${place(5)};background:url(single.gif)"></div>`,
      `<marquee id="news" style="${place(10)};width:160px"><div style="width:16px;height:16px;background:lime"></div></marquee>`,
      `<input type="image" src="button.gif" style="${place(7)}">`,
      `<svg style="${place(8)}"><use href="parts.svg#moving"/><use href="parts.svg#still"/></svg>`,
      framed(
        11,
        `<div style="background:url(framed.gif);height:16px"></div><progress id="bar"></progress>${img(0, 'framed.svg')}`,
      ),
      framed(12, '<video id="film" autoplay muted></video>'),
    ].join('');
    const project = await makeProject({
      'index.html': scene(body),
      'moving.svg': moving,
      'styled.svg': styled,
      'framed.svg': moving,
      'still.svg': svg('lime'),
      'parts.svg': `<svg xmlns="http://www.w3.org/2000/svg"><g id="still"><rect width="16" height="16"/></g>
        <g id="moving"><rect width="16" height="16"><animate attributeName="x" to="9" dur="1s"/></rect></g></svg>`,
    });
    await animated(`${project}/framed.gif`, 0);
    await animated(`${project}/endless.gif`, 0);
    await animated(`${project}/endless.png`, 0);
    await animated(`${project}/button.gif`, 0);
    await ffmpeg(['-i', `${project}/endless.gif`, '-frames:v', '1', `${project}/single.gif`]);
    const shown = await renderProject(project, { flags: TEN });
    const { complete } = shown;
    const sources = complete.warnings.map(({ code, details }: { code: string; details: { source: string } }) => [
      code,
      details.source.slice(0, 10),
    ]);
    expect(sources.toSorted()).toEqual(
      [
        ...[
          '#bar',
          '#film',
          '#news',
          'button.gif',
          'data:image',
          'endless.gi',
          'endless.pn',
          'framed.gif',
          'framed.svg',
        ],
        ...['moving.svg', 'parts.svg#', 'styled.svg'],
      ].map((source) => ['unsupported_feature', source]),
    );
    // A marquee does not even begin.
    expect(shown.runs(10)).toBe('10 lime');
  });

  it('that are missing, or cannot be decoded, raise a warning by name, and fail with --no-best-effort', async () => {
    const body = img(0, 'gone.png') + img(1, 'broken.png');
    const project = await makeProject({ 'index.html': scene(body), 'broken.png': 'no picture' });
    const shown = await renderProject(project, { flags: TEN });
    expect(shown.warnings).toEqual(['media_load_failed', 'media_load_failed']);
    const told = JSON.stringify(shown.complete.warnings);
    for (const name of ['gone.png', 'broken.png']) expect(told).toContain(name);
    const failure = await failureOf(project, ['--no-best-effort', ...TEN]);
    expect(failure).toMatchObject({ code: 'WARNINGS_NOT_ALLOWED', exitCode: 1 });
    expect(failure.message).toContain('gone.png');
  });

  it('and sounds whose URL holds a stray percent sign are told by name like any others, and end nothing', async () => {
    const body = `${img(0, '50%.png')}${img(1, 'a.svg', 'srcset="100%.svg 1x"')}<audio src="50%.mp3" data-start="0"></audio>
      <img data-var-src="logo" style="${place(2)}">
      <script>addEventListener('hf-seek', () => { new Audio('99%.mp3').load(); }, { once: true });</script>`;
    const shown = await renderProject(
      await makeProject({
        'index.html': scene(body, {
          attributes: `data-composition-variables='[{"id":"logo","type":"image","label":"Logo","default":"7%.png"}]'`,
        }),
      }),
      { flags: TEN },
    );
    expect(new Set(shown.warnings)).toEqual(new Set(['media_load_failed']));
    const told = JSON.stringify(shown.complete.warnings);
    for (const name of ['50%.png', '100%.svg', '50%.mp3', '7%.png']) expect(told).toContain(name);
  });

  it('that move follow the frame clock from the start of their window', async () => {
    const project = await makeProject({
      'index.html': scene(
        img(0, 'endless.gif') +
          img(1, 'endless.gif', 'data-start="0.5"') +
          img(2, 'once.gif') +
          img(3, 'endless.png') +
          `<div data-start="0.3" data-duration="0.4">${img(4, 'endless.gif')}</div>` +
          `<div data-start="0.4"><div id="host"></div></div>
           <script>document.getElementById('host').attachShadow({ mode: 'closed' }).innerHTML = ${JSON.stringify(img(5, 'endless.gif'))}</script>` +
          framed(6, img(0, 'endless.gif'), 'data-start="0.5"') +
          `<picture><source srcset="endless.gif"><img src="blue.svg" style="${place(7)}"></picture>` +
          img(8, 'endless.gif', 'id="replaced"') +
          img(9, 'blue.svg', 'id="late"') +
          `<img id="inline" style="${place(10)}"><script>fetch('endless.png').then((file) => file.blob()).then((blob) => {
            const reader = new FileReader();
            reader.onload = () => { document.getElementById('inline').src = reader.result; };
            reader.readAsDataURL(blob);
          });</script>` +
          `<script>addEventListener('hf-seek', ({ detail }) => {
            const shows = (id, source) => { const image = document.getElementById(id); if (!image.src.endsWith(source) && !image.src.startsWith('blob:')) image.src = source; };
            if (detail.time >= 0.5) shows('late', 'endless.gif');
            const { classList } = document.getElementById('replaced');
            if (detail.time >= 0.3 && !classList.contains('done')) { classList.add('done'); document.getElementById('replaced').src = 'blue.svg'; }
          });</script>`,
        { duration: 1.2 },
      ),
      'blue.svg': svg('blue'),
    });
    await animated(`${project}/endless.gif`, 0);
    await animated(`${project}/once.gif`, -1);
    await animated(`${project}/endless.png`, 0);
    const shown = await renderProject(project, { flags: TEN });
    const twice = '2 red, 2 lime, 2 blue, 2 red, 2 lime, 2 blue';
    expect(shown.runs(0)).toBe(twice);
    expect(shown.runs(1)).toBe('5 black, 2 red, 2 lime, 2 blue, 1 red');
    expect(shown.runs(2)).toBe('2 red, 2 lime, 8 blue');
    expect(shown.runs(3)).toBe(twice);
    expect(shown.runs(4)).toBe('3 black, 2 red, 2 lime, 5 black');
    expect(shown.runs(5)).toBe('4 black, 2 red, 2 lime, 2 blue, 2 red');
    expect(shown.runs(6)).toBe('5 black, 2 red, 2 lime, 2 blue, 1 red');
    expect(shown.runs(7)).toBe(twice);
    // Images that a script gives another picture: what it says is shown, and what moves by itself follows the frames too.
    expect(shown.runs(8)).toBe('2 red, 1 lime, 9 blue');
    expect(shown.runs(9)).toBe('6 blue, 2 red, 2 lime, 2 blue');
    expect(shown.runs(10)).toBe(twice);
    expect(shown.warnings).toEqual([]);
    // The same on two lanes, which are taken for 60 frames and more; but for the image that comes with a frame, which shows in the next.
    const [flags, env] = [['--fps', '60', '--workers', '2'], { FRAMEFARM_CHUNK_FRAMES: '36' }];
    const lanes = await renderProject(project, { flags, env });
    expect(lanes.complete.lanes.count).toBe(2);
    const cells = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10];
    const longer = (runs: string) => runs.replace(/\d+/g, (frames) => String(Number(frames) * 6));
    expect(cells.map((index) => lanes.runs(index))).toEqual(cells.map((index) => longer(shown.runs(index))));
  });
});
