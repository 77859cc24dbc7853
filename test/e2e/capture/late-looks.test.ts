/** Looks that a surface cannot follow and that are there between the frames of its proof alone: the render goes on without one. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  colourIn,
  metLate,
  refutations,
  renderedScene,
  shownInTurn,
  whenLate,
} from '../../support/projects/late-scene.js';
import { composition, makeProject, scratchDirectory } from '../../support/projects/project.js';
import { cell, place, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import { gateInTurn } from '../../support/renders/surface-stage.js';
import { renderWarm } from '../../support/renders/warm-render.js';

useBundledFfmpeg();

/** Puts an element over the second cell. */
const over = (then: string): string => `
  const box = document.createElement('div');
  box.style.cssText = '${place(1)}';
  document.querySelector('[data-composition-id]').append(box);
  ${then}
  return () => box.remove();`;

const HTML_IN_SVG =
  "<svg xmlns='http://www.w3.org/2000/svg' width='16' height='16'><foreignObject width='16' height='16'><p xmlns='http://www.w3.org/1999/xhtml' style='margin:0;height:16px;background:lime'></p></foreignObject></svg>";

/** What comes, what is said of it, and what the second cell shows meanwhile. */
const LATE: readonly (readonly [what: string, script: string, reason: RegExp, colour: string])[] = [
  [
    'a backdrop filter of an element',
    over("box.style.backdropFilter = 'invert(1)';"),
    /needs what lies behind/,
    'lime',
  ],
  [
    'an element that comes to match a rule with a backdrop filter',
    `document.querySelector('b').className = 'glass'; return () => { document.querySelector('b').className = ''; };`,
    /"\.glass" needs what lies behind/,
    'lime',
  ],
  [
    'a backdrop filter of an animation',
    over("box.animate({ backdropFilter: ['invert(1)', 'invert(1)'] }, { duration: 60_000, fill: 'both' });"),
    /animates what needs what lies behind/,
    'lime',
  ],
  [
    'a card that shows its back',
    `const card = document.querySelector('b'); card.style.backfaceVisibility = 'hidden'; card.style.transform = 'rotateY(180deg)';
     return () => { card.style.backfaceVisibility = card.style.transform = ''; };`,
    /hides the back/,
    'black',
  ],
  [
    'children ordered by depth',
    over(`box.style.transformStyle = 'preserve-3d';
      box.innerHTML = '<u style="position:absolute;inset:0;background:lime;transform:translateZ(9px)"></u><u style="position:absolute;inset:0;background:red"></u>';`),
    /by depth/,
    'lime',
  ],
  [
    'readings that reach into a margin',
    over(`box.style.background = 'lime'; box.style.color = 'transparent';
      box.innerHTML = '<p style="margin:4px 0">a</p><p style="margin:4px 0"><ruby>b<rt>c</rt></ruby></p>';`),
    /<ruby> whose readings may reach into a margin/,
    'lime',
  ],
  [
    'a filter that shows an element',
    over(`box.innerHTML = '<svg width="16" height="16" style="display:block"><filter id="shows" x="0" y="0" width="1" height="1"><feImage href="#shown"/></filter>' +
      '<defs><rect id="shown" width="16" height="16" fill="lime"/></defs><rect width="16" height="16" filter="url(#shows)"/></svg>';`),
    /a filter shows an element/,
    'lime',
  ],
  [
    'a body that moves',
    "document.body.style.cssText = 'position:relative;left:16px'; return () => { document.body.style.cssText = ''; };",
    /html or body/,
    'blue',
  ],
  [
    'a body of another height, which cuts its children off',
    "document.body.style.height = '4px'; return () => { document.body.style.height = ''; };",
    /html or body/,
    'white',
  ],
  [
    'a rule for children of body that does not name it',
    "document.body.classList.add('of-class'); return () => document.body.classList.remove('of-class');",
    /counts on children of body/,
    'lime',
  ],
  [
    'a rule that looks into body',
    "document.documentElement.dataset.looks = ''; return () => { delete document.documentElement.dataset.looks; };",
    /counts on children of body/,
    'cyan',
  ],
  [
    'an element beside body',
    `const beside = document.createElement('div'); beside.style.cssText = '${place(1)};z-index:9;background:lime';
     document.documentElement.append(beside); return () => beside.remove();`,
    /child of <html>/,
    'lime',
  ],
  [
    'HTML in a picture of SVG',
    over(
      `box.innerHTML = '<img style="display:block">'; box.firstChild.src = 'data:image/svg+xml;base64,${btoa(HTML_IN_SVG)}';`,
    ),
    /SVG shows HTML/,
    'lime',
  ],
  [
    'a search for children of body',
    "for (const child of document.querySelectorAll('body > div')) child.hidden = true; return () => { for (const child of document.querySelectorAll('body > div')) child.hidden = false; };",
    /looks for children of body/,
    'white',
  ],
];

const page = (script: string): string => `<style>
    b { ${place(1)}; background: magenta }
    .of-class { & > div b { background: lime } }
    [data-looks]:has(div) b { background: cyan }
    .glass { background: lime; backdrop-filter: invert(1) }
    [hidden] { visibility: hidden }
  </style>${cell(0, 'blue')}<b>x</b>${script}`;

describe('between the frames of its proof', () => {
  it.each(LATE)('%s is what the surface does not show', async (_, script, reason) => {
    const met = await metLate(page(whenLate(script)));
    expect(met?.obstacle).toMatch(reason);
    // A picture is looked at when it has come.
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
});

/** How a page of two seconds would be captured. */
async function dryRun(body: string): Promise<{ readonly path: string }> {
  const project = await makeProject({ 'index.html': composition(body, { duration: 2 }) });
  return (await renderWarm(project, join(scratchDirectory(), 'out.mp4'), ['--dry-run'])).capture;
}

// Recorded with something that blends on the page, a hidden back ends the process that draws it (headless shell 153).
describe('a hidden back on a page that blends', () => {
  const styled = (script: string): string => `<style>b { ${place(1)}; background: magenta; backface-visibility: hidden }
    i { ${place(2)}; background: lime }
    i.late { mix-blend-mode: screen }</style><b></b><i></i>${whenLate(script)}`;
  it('is drawn where only a rule without elements makes blend', async () => {
    expect((await dryRun(`${styled('')}<style>u { mix-blend-mode: screen }</style>`)).path).toBe('surface');
  });

  it.each([
    ['a class', "late.className = 'late'; return () => { late.className = ''; };"],
    ['an animation', "const made = late.animate({ mixBlendMode: 'screen' }, 9e6); return () => made.cancel();"],
  ])('that comes to blend by %s between the frames of the proof makes the render begin again', async (_, script) => {
    const late = `const late = document.querySelector('i'); ${script}`;
    const { result, frames } = await renderedScene(styled(late));
    expect(result.capture).toMatchObject({ path: 'beginframe' });
    expect(refutations(result)).toHaveLength(1);
    expect(colourIn(frames, 5, 1)).toBe('magenta');
    expect(frames.count).toBe(20);
  });
});

const ruby = '<ruby>b<rt>c</rt></ruby>';

it('what is there from the start keeps the page off a surface, with the reason', async () => {
  const turned = 'transform:rotateY(180deg)';
  const refused: readonly (readonly [what: string, body: string, reason: RegExp])[] = [
    [
      'a hidden back on a page that blends',
      `<style>b { backface-visibility: hidden }</style><b></b>${cell(3, 'lime', '', 'mix-blend-mode:screen')}`,
      /hides the back/,
    ],
    [
      'a look of a rule by a variable',
      `<style>:root { --back: hidden } b { ${turned}; backface-visibility: var(--back) }</style><b></b>`,
      /"b" hides the back/,
    ],
    [
      'generated content that is a gradient',
      '<style>b::before { content:linear-gradient(red, blue) }</style><b></b>',
      /"b::before" has a picture that is made/,
    ],
    [
      'a shadow in the colour of the text',
      '<style>b { color:#08f; filter:blur(1px) drop-shadow(5px 5px 2px) }</style><b></b>',
      /"b" casts a shadow in the colour of its text/,
    ],
    [
      'a shadow of a variable that is the colour of the text',
      '<b style="--shade:currentcolor;color:#08f;filter:drop-shadow(5px 5px 2px var(--shade))"></b>',
      /<b> has a style that casts a shadow in the colour/,
    ],
    [
      'a filter with the colour of the text',
      '<svg><filter id="f"><feDropShadow flood-color="currentColor"/></filter></svg><b style="filter:url(#f)"></b>',
      /the colour of text \(<feDropShadow>\)/,
    ],
    [
      'a rule for a filter with the colour of the text',
      '<style>feFlood { flood-color:currentcolor }</style><svg><filter id="f"><feFlood/></filter></svg>',
      /"feFlood" filters with the colour/i,
    ],
    ['readings below a paragraph', `<p>a</p>${ruby}`, /may reach into a margin/],
    ['marks of emphasis', '<p>a</p><p style="text-emphasis:dot">b</p>', /outside of their line/],
    [
      'an animation that a script has made and that has not begun',
      `<b></b><script>new Animation(new KeyframeEffect(document.querySelector('b'), { backdropFilter: 'invert(1)' }, { delay: 300, duration: 500 })).play();</script>`,
      /animates what needs what lies behind/,
    ],
  ];
  const page = (body: string): string => scene(`<style>b { ${place(1)} }</style>${body}`);
  const said = await gateInTurn(
    page,
    refused.map(([, body]) => body),
    { width: 160, height: 80 },
  );
  for (const [index, [what, , reason]] of refused.entries()) expect(`${said[index]}`, what).toMatch(reason);
});

it('shadows in a colour of their own are drawn, also one of a variable or of a script', async () => {
  const body = `<style>@keyframes glow { to { filter:drop-shadow(0 0 9px var(--shade)) } }
    p { --shade:#c80; color:#08f; filter:drop-shadow(5px 5px 2px var(--shade)) } i { animation:glow 1s both }</style><p>a</p><i>b</i>
    <b style="filter:drop-shadow(0 4px 8px rgba(0, 0, 0, 0.3))"></b><u></u>
    <script>document.querySelector('u').animate({ filter: ['blur(0px)', 'blur(4px)'] }, 500)</script>`;
  expect((await dryRun(body)).path).toBe('surface');
});

it('readings in a line with nothing above it are drawn, and a style without marks, as scripts copy it', async () => {
  const body = `<div style="position:absolute;top:20px">a ${ruby}</div>
    <p>a</p><p style="text-emphasis:none red">b</p><p style="text-emphasis-color:red">b</p>`;
  expect((await dryRun(body)).path).toBe('surface');
});
