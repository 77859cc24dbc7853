/** Fonts (composition-format 10): what a family name ends at, seen in the width of its letters. */
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeProject, repository } from '../../support/projects/project.js';
import { cell, failureOf, renderProject, type Scene, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

/** Widths of a text in families, compared in the page; a cell is lime where the condition holds. */
const SCRIPT = `<script>
  const pen = document.createElement('canvas').getContext('2d');
  const width = (family, weight = 400) => { const span = document.createElement('span');
    span.style.cssText = 'position:absolute;white-space:pre;visibility:hidden;font:' + weight + ' 40px ' + family; span.textContent = 'Hamburgefonstiv 0123 WAVE';
    document.body.append(span); const found = span.getBoundingClientRect().width; span.remove(); return found; };
  const same = (a, b) => Math.abs(width(a) - width(b)) < 0.01;
  const paint = (index, good) => { document.getElementById('f' + index).style.background = good ? '#00ff00' : '#ff0000'; };
  addEventListener('hf-seek', () => { for (const [index, check] of CHECKS.entries()) paint(index, check()); });
</script>`;

const BUNDLED = [
  'Inter',
  'Montserrat',
  'Outfit',
  'Nunito',
  'Oswald',
  'League Gothic',
  'Archivo Black',
  'Space Mono',
  'IBM Plex Mono',
  'JetBrains Mono',
  'EB Garamond',
  'Playfair Display',
  'Source Code Pro',
  'Noto Sans JP',
  'Roboto',
  'Open Sans',
  'Lato',
  'Poppins',
];

describe('scripts of the body', () => {
  it('measure text in the font in which it is shown, that of a file, a bundled one and one that they ask for by themselves', async () => {
    const project = await makeProject({
      'index.html': scene(
        `<p id="t1" class="t">Measured text</p><p id="t2" class="t" style="font-family:'League Gothic'">Measured text</p>
        ${[0, 1, 2, 3].map((index) => cell(index, '#0000ff', `id="f${index}"`)).join('')}
        <script>
          const width = (element) => element.getBoundingClientRect().width;
          const made = document.body.appendChild(Object.assign(document.createElement('p'), { className: 't made', textContent: 'Measured text' }));
          const shown = [t1, t2, made].map((element) => [element, width(element)]);
          const fit = () => __hyperframes.fitTextFontSize('Measured text', { maxWidth: 200, minFontSize: 10, step: 1, fontFamily: 'Oswald', fontWeight: 700 }).fontSize;
          const first = fit();
          addEventListener('hf-seek', () => {
            const good = [...shown.map(([element, before]) => width(element) === before), fit() === first];
            for (const [index, one] of good.entries()) document.getElementById('f' + index).style.background = one ? '#00ff00' : '#ff0000';
          });
        </script>`,
        {
          head: `<style>@font-face{font-family:Own;src:url(own.woff2)} @font-face{font-family:Made;src:url(own.woff2)}
            .t{font:40px Own;position:absolute;top:40px;opacity:.01;white-space:pre} .made{font-family:Made}</style>`,
        },
      ),
    });
    const files = join(repository, 'node_modules/@fontsource/league-gothic/files');
    copyFileSync(join(files, 'league-gothic-latin-400-normal.woff2'), join(project, 'own.woff2'));
    const shown = await renderProject(project, { flags: ['--fps', '2', '--offline'] });
    expect([0, 1, 2, 3].map((index) => shown.runs(index))).toEqual(Array(4).fill('2 lime'));
  });
});

describe('families', () => {
  let shown: Scene;
  beforeAll(async () => {
    const used = [
      ...BUNDLED,
      'Helvetica Neue',
      'Arial',
      'georgia',
      'Futura',
      'Bebas Neue',
      'Consolas',
      'Segoe UI',
      'Own Face',
      'TAHOMA',
    ];
    const cells = Array.from({ length: 8 }, (_, index) => cell(index, '#0000ff', `id="f${index}"`)).join('');
    const texts = used
      .map(
        (family) =>
          `<p style="position:absolute;opacity:.01;top:60px;margin:0;font:10px '${family}'">Hamburgefonstiv 0123 WAVE</p>`,
      )
      .join('');
    const checks = `<script>const bundled = ${JSON.stringify(BUNDLED)};
      const CHECKS = [
        () => bundled.every((family) => document.fonts.check('40px "' + family + '"')),
        () => new Set(bundled.map((family) => width('"' + family + '"').toFixed(2))).size >= 14,
        () => same('"Helvetica Neue"', 'Inter') && same('Arial', 'Inter') && same('TAHOMA', 'Inter'),
        () => same('georgia', '"EB Garamond"') && same('Consolas', '"JetBrains Mono"'),
        () => same('Futura', 'Montserrat') && same('"Bebas Neue"', '"League Gothic"') && same('"Segoe UI"', 'Roboto'),
        () => same('"Own Face"', '"Space Mono"') && !same('"Own Face"', 'Inter'),
        () => width('Inter', 700) > width('Inter', 400) * 1.02,
        () => getComputedStyle(document.querySelector('p')).textRendering === 'geometricprecision',
      ];</script>`;
    const project = await makeProject({
      'index.html': scene(texts + cells + checks + SCRIPT, {
        head: `<style>@font-face{font-family:'Own Face';src:url(own.woff2)}</style>`,
      }),
    });
    const files = join(repository, 'node_modules/@fontsource/space-mono/files');
    const file = readdirSync(files).find(
      (name) => name.includes('latin-400-normal') && !name.includes('ext') && name.endsWith('woff2'),
    );
    copyFileSync(join(files, file ?? ''), join(project, 'own.woff2'));
    shown = await renderProject(project, { flags: ['--fps', '2', '--offline'] });
  });

  it.each([
    ['that are bundled are there', 0],
    ['that are bundled differ from each other', 1],
    ['alias to Inter without regard to case', 2],
    ['alias to EB Garamond and JetBrains Mono', 3],
    ['alias to Montserrat, League Gothic and Roboto', 4],
    ['of the author come first', 5],
    ['have their weights', 6],
    ['are laid out with geometric precision', 7],
  ])('%s', (_, index) => expect(shown.runs(index)).toBe('2 lime'));

  it('raise no warning', () => expect(shown.warnings).toEqual([]));
});

/** Bundled files under names of the author's, beside which a family of the machine is held. */
const WEIGHTS = [
  ['Montserrat', 'montserrat', 100],
  ['Montserrat', 'montserrat', 200],
  ['Montserrat', 'montserrat', 900],
  ['Lato', 'lato', 100],
  ['Lato', 'lato', 300],
  ['Poppins', 'poppins', 600],
  ['Inter', 'inter', 100],
  ['Inter', 'inter', 200],
] as const;

describe.skipIf(process.platform !== 'linux')('a family whose name a script puts together', () => {
  it('has its weights and its letters, and so has an alias', { timeout: 60_000 }, async () => {
    const faces = WEIGHTS.map(
      ([, id, weight], index) => `@font-face{font-family:'Own ${index}';src:url(${id}-${weight}.woff2)}`,
    ).join('');
    const cells = Array.from({ length: WEIGHTS.length + 1 }, (_, index) =>
      cell(index, '#0000ff', `id="f${index}"`),
    ).join('');
    const texts = WEIGHTS.map(
      (_, index) => `<p style="position:absolute;opacity:.01;top:60px;margin:0;font:10px 'Own ${index}'">Ham 0123</p>`,
    ).join('');
    const split = WEIGHTS.map(([family, , weight]) => [family.slice(0, 3), family.slice(3), weight]);
    const checks = `<script>
      const close = (a, b) => Math.abs(a - b) < 0.01;
      const CHECKS = ${JSON.stringify(split)}.map(([a, b, weight], index) => () =>
        close(width('"' + a + b + '"', weight), width('"Own ' + index + '"')) && !close(width('"Own ' + index + '"'), width('serif')));
      CHECKS.push(() => close(width('"Fut' + 'ura"', 900), width('"Own 2"')));
    </script>`;
    const project = await makeProject({
      'index.html': scene(texts + cells + checks + SCRIPT, { head: `<style>${faces}</style>` }),
    });
    for (const [, id, weight] of WEIGHTS) {
      const files = join(repository, `node_modules/@fontsource/${id}/files`);
      copyFileSync(join(files, `${id}-latin-${weight}-normal.woff2`), join(project, `${id}-${weight}.woff2`));
    }
    const shown = await renderProject(project, { flags: ['--fps', '2', '--offline'] });
    const wrong = [...WEIGHTS, 'alias'].filter((_, index) => shown.runs(index) !== '2 lime');
    expect(wrong).toEqual([]);
  });
});

describe('a family that nothing provides', () => {
  const project = () =>
    makeProject({
      'index.html': scene(
        `<p id="title" style="font-family:'Nobody Has This', sans-serif">text</p><p style="font-family:'Nor This', Inter">text</p><i style="font-family:'Empty Place'"></i>
         <p id="comic" style="font-family:'Comic Sans MS', sans-serif">text</p><p id="impact" style="font-family:'Impact', sans-serif">text</p>`,
      ),
    });

  it('raises font_unresolved with its elements, also where the browser asks for a generic family by its name', async () => {
    const shown = await renderProject(await project(), { flags: ['--fps', '2', '--offline'] });
    expect(new Set(shown.warnings)).toEqual(new Set(['font_unresolved']));
    const told = shown.complete.warnings.map(({ message }: { message: string }) => message);
    for (const named of [/Nobody Has This.*#title/, /Comic Sans MS.*#comic/, /Impact.*#impact/])
      expect(told).toContainEqual(expect.stringMatching(named));
  });

  it('is told whatever shows its text: generated content, a shadow tree, a field, a canvas, an iframe', async () => {
    const shown = await renderProject(
      await makeProject({
        'index.html': scene(
          `<style>#before::before{content:'x';font-family:'No Before'} #box::after{content:' ';font-family:'No Box'} #area{font-family:'No Area'}</style>
          <p id="before"></p><p id="box"></p><input id="plain" value="x"><input type="range" style="font-family:'No Range'">
          <input id="field" value="x" style="font-family:'No Field'"><textarea id="area" placeholder="x"></textarea>
          <p id="host"></p><canvas id="drawing"></canvas>
          <iframe srcdoc="<p style='font-family:Inter'>x</p><p id='inner' style='font-family:No_Frame'>x</p>"></iframe>
          <script>
            host.attachShadow({ mode: 'closed' }).innerHTML = '<b style="font-family:No Shadow">x</b>';
            const pen = drawing.getContext('2d');
            pen.font = '20px No_Measure, Inter';
            pen.measureText('x');
            pen.font = 'italic 700 20.5px "No Canvas", sans-serif';
            pen.fillText('x', 0, 20);
          </script>`,
        ),
      }),
      { flags: ['--fps', '2', '--offline'] },
    );
    const told = shown.complete.warnings.map(({ details }: { details: { family: string; elements: string[] } }) => [
      details.family,
      details.elements.join(),
    ]);
    expect(Object.fromEntries(told)).toEqual({
      'No Before': '#before::before',
      'No Field': '#field',
      'No Area': '#area',
      'No Shadow': 'b',
      'No Canvas': '#drawing',
      No_Frame: '#inner',
    });
  });

  it.each(['--strict', '--no-best-effort'])('fails with %s', async (flag) => {
    const failure = await failureOf(await project(), [flag, '--offline']);
    expect(failure.exitCode).toBe(1);
    expect(failure.message).toContain('Nobody Has This');
  });
});

it('a root of MathML that its font has no sign for is told by name, and one with something before what it is of is not', async () => {
  const root = (id: string, style: string) => `<math id="${id}"><msqrt style="${style}"><mn>2</mn></msqrt></math>`;
  // A padding stands for a sign: fonts for mathematics are not bundled.
  const shown = await renderProject(
    await makeProject({
      'index.html': scene(
        `${root('signed', 'padding-left:9px')}${root('mirrored', 'direction:rtl;padding-right:9px')}${root('bare', '')}`,
      ),
    }),
    { flags: ['--fps', '2', '--offline'] },
  );
  expect(shown.warnings).toEqual(['unsupported_feature']);
  expect(shown.warning('unsupported_feature')).toMatch(/root in .*#bare is shown without its sign/);
});
