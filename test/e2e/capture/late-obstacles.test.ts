/** What a surface cannot show and what comes up between the frames that are compared: the render goes on without a surface. */
import { join } from 'node:path';
import { openStepPlace } from '@framefarm/render';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { decode } from '../../support/output/decode.js';
import { runBatch } from '../../support/projects/batch.js';
import {
  colourIn,
  metLate,
  refutations,
  renderedScene,
  shownInTurn,
  TEN,
  whenLate,
} from '../../support/projects/late-scene.js';
import { makeProject } from '../../support/projects/project.js';
import { cell, place, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { renderOptions } from '../../support/renders/steps.js';

useBundledFfmpeg();

/** Puts what \`name\` makes over the second cell. */
const added = (name: string, fill: string): string => `
  const element = document.createElement('${name}');
  element.style.cssText = '${place(1)};margin:0;border:0;padding:0';
  ${fill}
  return () => element.remove();`;

/** What comes, what is said of it, and what the second cell shows meanwhile. */
const LATE: readonly (readonly [what: string, script: string, reason: RegExp, colour: string])[] = [
  [
    'a canvas',
    added(
      'canvas',
      "document.body.append(element); const pen = element.getContext('2d'); pen.fillStyle = 'lime'; pen.fillRect(0, 0, 999, 999);",
    ),
    /holds <canvas>/,
    'lime',
  ],
  [
    'an object deep in something else',
    `const box = document.createElement('p'); box.innerHTML = '<u><object style="${place(1)};background:lime"></object></u>';
     document.querySelector('[data-composition-id]').append(box); return () => box.remove();`,
    /holds <object>/,
    'lime',
  ],
  [
    'a popover',
    added(
      'div',
      "element.popover = 'manual'; element.style.background = 'lime'; document.body.append(element); element.showPopover();",
    ),
    /holds <div popover>/,
    'lime',
  ],
  [
    'a dialog',
    added(
      'dialog',
      "element.id = 'box'; element.style.background = 'lime'; document.body.append(element); element.showModal();",
    ),
    /holds <dialog#box>/,
    'lime',
  ],
  [
    'a dialog of the page that opens',
    `const element = document.getElementById('closed'); element.showModal(); return () => element.close();`,
    /holds <dialog#closed>/,
    'lime',
  ],
  [
    'a popover of a shadow tree that opens',
    `const element = inner.getElementById('popped'); element.showPopover(); return () => element.hidePopover();`,
    /holds <u#popped popover>/,
    'lime',
  ],
  [
    'a filter of the document',
    "document.documentElement.style.filter = 'invert(1)'; return () => { document.documentElement.style.filter = ''; };",
    /html or body/,
    'lime',
  ],
  [
    'a body that fades',
    "document.body.style.opacity = '0'; return () => { document.body.style.opacity = ''; };",
    /html or body/,
    'white',
  ],
  [
    'a colour that children of body inherit',
    `const heir = document.querySelector('i'); heir.hidden = false; document.body.style.color = 'lime';
     return () => { heir.hidden = true; document.body.style.color = ''; };`,
    /html or body/,
    'lime',
  ],
  [
    'something that body shows beside its children',
    `document.body.classList.add('late'); return () => document.body.classList.remove('late');`,
    /pseudo-element/,
    'lime',
  ],
  [
    'a rule for children of body',
    `const sheet = document.createElement('style'); sheet.textContent = 'body > div b { background: lime !important }';
     document.head.append(sheet); return () => sheet.remove();`,
    /children of body/,
    'lime',
  ],
  [
    'such a rule that only a script holds',
    `const sheet = new CSSStyleSheet(); sheet.replaceSync('body > div b { background: lime !important }');
     document.adoptedStyleSheets.push(sheet); return () => sheet.replaceSync('');`,
    /children of body/,
    'lime',
  ],
  [
    'such a rule in the place of another',
    `const { sheet } = document.getElementById('own'); const [, { cssText }] = sheet.cssRules;
     const put = (text) => { sheet.deleteRule(1); sheet.insertRule(text, 1); };
     put('body > div b { background: lime !important }'); return () => put(cssText);`,
    /children of body/,
    'lime',
  ],
  [
    'one for paper that comes to be for screens',
    `const { sheet } = document.getElementById('own'); const { media } = [...sheet.cssRules].at(-1);
     media.mediaText = 'screen'; return () => { media.mediaText = 'print'; };`,
    /children of body/,
    'white',
  ],
  [
    'a style of a rule that a script has kept',
    "ruleStyle.backdropFilter = 'invert(1)'; ruleStyle.background = 'none'; return () => { ruleStyle.cssText = ''; };",
    /needs what lies behind/,
    'white',
  ],
  [
    'a style that it has kept since before the page was moved',
    "moved.background = 'lime'; return () => { moved.background = 'magenta'; };",
    /took from a <style>/,
    'lime',
  ],
  [
    'a canvas in a shadow tree',
    added('canvas', "element.style.background = 'lime'; element.getContext('2d'); inner.append(element);"),
    /holds <canvas>/,
    'lime',
  ],
  [
    'a new shadow tree with such a rule',
    added(
      'div',
      `document.body.append(element); element.setHTMLUnsafe('<p><template shadowrootmode="open"><slot></slot></template></p>');
       const sheet = new CSSStyleSheet(); sheet.replaceSync(':host { display: block; height: 100%; margin: 0; backdrop-filter: invert(1) }');
       element.firstChild.shadowRoot.adoptedStyleSheets = [sheet]; document.querySelector('b').hidden = true;
       const { remove } = element; element.remove = () => { remove.call(element); document.querySelector('b').hidden = false; };`,
    ),
    /needs what lies behind/,
    'white',
  ],
  [
    'a page that is scrolled',
    `const tall = document.createElement('div'); tall.style.height = '900px'; document.body.append(tall);
     scrollTo(0, 48); return () => { scrollTo(0, 0); tall.remove(); };`,
    /scrolled/,
    'lime',
  ],
  [
    'text that is selected',
    "getSelection().selectAllChildren(document.querySelector('b')); return () => getSelection().removeAllRanges();",
    /selects text/,
    'magenta',
  ],
  [
    'a link to the page itself, which was visited',
    "const link = document.createElement('a'); link.href = ''; document.querySelector('b').after(link); return () => link.remove();",
    /leads to the page itself/,
    'lime',
  ],
  [
    'such a link of SVG',
    `const graphic = document.createElement('div'); graphic.style.cssText = '${place(1)}';
     graphic.innerHTML = '<svg width="16" height="16"><a xlink:href=""><rect width="16" height="16"/></a></svg>';
     document.querySelector('b').after(graphic); return () => graphic.remove();`,
    /leads to the page itself/,
    'lime',
  ],
  [
    'such a link in a shadow tree',
    `inner.innerHTML = '<style>a { ${place(1)} } a:link { background: red } a:visited { background: lime }</style><a href=""></a>';
     return () => { inner.innerHTML = ''; };`,
    /leads to the page itself/,
    'lime',
  ],
  [
    'text that a script highlights',
    `const element = document.querySelector('b'); element.firstChild.data = '\u00a0'.repeat(9);
     const range = new Range(); range.selectNodeContents(element); CSS.highlights.set('late', new Highlight(range));
     return () => { CSS.highlights.clear(); element.firstChild.data = 'x'; };`,
    /highlights text/,
    'lime',
  ],
];

/** The second cell is magenta where nothing else is said; lime lies where scrolling would bring it there. */
const page = (script: string): string => `<style id="own">
    b { ${place(1)}; background: magenta }
    i { ${place(1)}; background: currentColor }
    i[hidden] { visibility: hidden }
    :root { --late: none }
    button { all: unset; cursor: pointer; transition-property: backdrop-filter }
    li:first-child { color: red }
    a:link { ${place(1)}; background: red }
    a:visited { background: lime }
    svg a:link { position: static; fill: red }
    svg a:visited { fill: lime }
    ::highlight(late) { background: lime }
    body.late::after { content: ''; ${place(1)}; background: lime; z-index: 9 }
    @media print, only print and (color) { body > * { display: none } b { backdrop-filter: invert(1) } }
  </style><style media="print">body > * { display: none }</style>${cell(0, 'blue')}<b>x</b><i hidden></i>${cell(31, 'lime')}<p></p>
  <dialog id="closed" style="${place(1)};background:lime;margin:0;border:0;padding:0"></dialog><script>
    const inner = document.querySelector('p').attachShadow({ mode: 'closed' });
    inner.innerHTML = '<u id="popped" popover style="${place(1)};background:lime;margin:0;border:0;padding:0"></u>';
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('b {}');
    document.adoptedStyleSheets = [sheet];
    const ruleStyle = sheet.cssRules[0].style;
    const moved = document.getElementById('own').sheet.cssRules[0].style;
  </script>${script}`;

describe('on a page that was drawn onto a surface so far', () => {
  it.each(LATE)('%s is what the surface does not show', async (_, script, reason) => {
    const met = await metLate(page(whenLate(script)));
    expect(met?.obstacle).toMatch(reason);
    // Some tell of it by an event.
    expect([3, 4]).toContain(met?.frame);
  });

  it('each of these shows in the pictures of the browser, and goes again', async () => {
    const shown = await shownInTurn(
      page,
      LATE.map(([, script]) => script),
    );
    expect(shown.map(([there]) => there)).toEqual(LATE.map(([, , , colour]) => colour));
    expect(shown.map(([, gone]) => gone)).toEqual(LATE.map(() => 'magenta'));
  });

  // What is seen when the page is looked at, and what an event tells of.
  it.each(LATE.filter(([what]) => ['a canvas', 'a page that is scrolled'].includes(what)))(
    '%s makes the render begin again without it',
    async (_, script, reason, colour) => {
      const { result, frames } = await renderedScene(page(whenLate(script)));
      expect(result.capture).toMatchObject({ path: 'beginframe', reason: expect.stringMatching(reason) });
      expect(refutations(result)).toEqual([
        { code: 'surface_refuted', message: expect.stringMatching(/does not show all of frame \d+: .*begins again$/) },
      ]);
      expect(frames.count).toBe(20);
      expect(colourIn(frames, 5, 1)).toBe(colour);
      for (const frame of [1, 10]) expect(colourIn(frames, frame, 1)).toBe('magenta');
    },
  );

  it('what a surface shows well may come at any time, and a variable of the document reaches what is drawn', async () => {
    const tinted = `<s style="${place(2)};background:var(--tint)"></s><script>addEventListener('hf-seek', ({ detail: { time } }) =>
      document.documentElement.style.setProperty('--tint', ['red', 'lime', 'blue', 'cyan'][Math.floor(time * 2)]));</script>`;
    const { result, frames } = await renderedScene(
      page(
        tinted +
          whenLate(`const root = document.documentElement;
          root.style.setProperty('--late', 'lime');
          document.body.className = 'none';
          const sheet = document.createElement('style');
          sheet.textContent = 'b { background: var(--late) }';
          const plain = document.createElement('p');
          plain.textContent = 'plain';
          plain.style.all = 'initial';
          document.querySelector('[data-composition-id]').append(sheet, plain);
          const slot = document.createElement('slot');
          plain.attachShadow({ mode: 'open' }).append(slot, sheet.cloneNode(true));
          inner.append(slot.cloneNode());
          ruleStyle.color = 'blue';
          return () => { sheet.remove(); plain.remove(); document.body.className = ''; };`),
      ),
    );
    expect(result.capture).toMatchObject({ path: 'surface' });
    expect(refutations(result)).toEqual([]);
    expect(colourIn(frames, 5, 1)).toBe('lime');
    for (const frame of [1, 10]) expect(colourIn(frames, frame, 1)).toBe('magenta');
    expect([2, 7, 13, 18].map((frame) => colourIn(frames, frame, 2))).toEqual(['red', 'lime', 'blue', 'cyan']);
  });
});

const CANVAS = LATE[0]?.[1] ?? '';

it('a part is looked through before it is captured, as the whole would be', async () => {
  const { result, frames } = await renderedScene(page(whenLate(CANVAS)), ['--frames', '4-13']);
  expect(result.capture).toMatchObject({ path: 'beginframe', reason: expect.stringMatching(/holds <canvas>/) });
  expect(refutations(result)).toEqual([]);
  expect([0, 9].map((frame) => colourIn(frames, frame, 1))).toEqual(['lime', 'magenta']);
});

it('a row of a batch whose values bring an obstacle is rendered without a surface, and those after it', async () => {
  const script = whenLate(`if (!window.__hyperframes.getVariables().held) return () => {}; ${CANVAS}`);
  const project = await makeProject({
    'index.html': scene(page(script), { duration: 2 }),
    'rows.json': JSON.stringify([{ held: false }, { held: true }, { held: false }]),
  });
  const { exitCode } = await runBatch(project, ['-o', 'out/{index}.mp4', ...TEN]);
  expect(exitCode).toBe(0);
  const colours = await Promise.all(
    [0, 1, 2].map(async (index) => {
      const frames = await decode(join(project, 'out', `${index}.mp4`));
      return [frames.count, colourIn(frames, 5, 1)];
    }),
  );
  expect(colours).toEqual([
    [20, 'magenta'],
    [20, 'lime'],
    [20, 'magenta'],
  ]);
});

it("a batch whose surface shows another page than the browser's begins its first row again, and renders the others without", async () => {
  const project = await makeProject({
    'index.html': scene(
      `<style>canvas #late { background: red !important }</style>${cell(0, 'blue')}${cell(1, 'lime', 'id="late" data-start="0.5"')}`,
      { duration: 2 },
    ),
    'rows.json': JSON.stringify([{ name: 'a' }, { name: 'b' }]),
  });
  const { exitCode } = await runBatch(project, ['-o', 'out/{index}.mp4', '--workers', '1', ...TEN]);
  expect(exitCode).toBe(0);
  const colours = await Promise.all(
    [0, 1].map(async (index) => {
      const frames = await decode(join(project, 'out', `${index}.mp4`));
      return [frames.count, colourIn(frames, 1, 1), colourIn(frames, 13, 1)];
    }),
  );
  expect(colours).toEqual([0, 1].map(() => [20, 'black', 'lime']));
});

it.each([
  [
    'several chunks, which all would have to begin again, are planned without it',
    '30',
    'beginframe',
    [false, true, false],
  ],
  ['a single chunk is looked at only while it is captured', '60', 'surface', [false, true]],
])('on a farm %s', async (_, chunkFrames, path, rows) => {
  vi.stubEnv('FRAMEFARM_CHUNK_FRAMES', chunkFrames);
  onTestFinished(() => void vi.unstubAllEnvs());
  const script = whenLate(`if (!window.__hyperframes.getVariables().held) return () => {}; ${CANVAS}`);
  const projectDir = await makeProject({ 'index.html': scene(page(script), { duration: 2 }) });
  const steps = openStepPlace();
  try {
    const plans: unknown[] = [];
    for (const held of rows) {
      const { plan } = await steps.prepare({ projectDir, options: renderOptions({ variables: { held } }) });
      plans.push([plan.capture.path, /holds <canvas>/.test(plan.capture.reason)]);
    }
    expect(plans).toEqual(rows.map((held) => (held ? [path, path === 'beginframe'] : ['surface', false])));
  } finally {
    await steps.close();
  }
});
