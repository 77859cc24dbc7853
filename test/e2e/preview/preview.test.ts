/** The page of a preview, driven as its user drives it. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { streams } from '../../support/output/decode.js';
import { makeTone } from '../../support/projects/clips.js';
import { addPackageFile, composition, makeProject } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import {
  axeScript,
  openPreviewPage,
  openViewer,
  type PreviewPage,
  type RunningPreview,
  startPreview,
} from '../../support/renders/previewed.js';

useBundledFfmpeg();

const DECLARED = [
  { id: 'title', type: 'string', label: 'Title', default: 'First' },
  { id: 'size', type: 'number', label: 'Size', default: 30, min: 10, max: 60 },
  { id: 'ink', type: 'color', label: 'Ink', default: '#224466' },
  {
    id: 'shape',
    type: 'enum',
    label: 'Shape',
    default: 'a',
    options: [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B' },
    ],
  },
  { id: 'loud', type: 'boolean', label: 'Loud', default: false },
];

/** A document that counts its frames on the picture, with a mistake for lint and sound. */
function source(script = ''): string {
  return composition(
    `<h1 data-var-text="title" style="margin:0;color:var(--ink)">First</h1>
     <div id="bar" style="position:absolute;bottom:0;height:20px;background:#c33"></div>
     <audio id="tone" src="tone.wav" data-start="0" data-duration="2" data-track-index="1"></audio>
     <script src="gsap.min.js"></script>
     <script>
       const timeline = gsap.timeline({ paused: true });
       timeline.fromTo('#bar', { width: 0 }, { width: 160, duration: 2, ease: 'none' });
       window.__timelines = { test: timeline };
       ${script}
     </script>`,
    { duration: 2, attributes: `data-fps="30"` },
  ).replace('<html>', `<html data-composition-variables='${JSON.stringify(DECLARED)}'>`);
}

let browser: Browser;
let project: string;
let preview: RunningPreview;
let shown: PreviewPage;
beforeAll(async () => {
  project = await makeProject({ 'index.html': source() });
  await Promise.all([
    makeTone(join(project, 'tone.wav'), 440, 2),
    addPackageFile(project, 'gsap/dist/gsap.min.js', 'gsap.min.js'),
  ]);
  browser = await openViewer();
  preview = await startPreview(project);
  shown = await openPreviewPage(browser, preview.url);
});
afterAll(async () => {
  await browser.close();
  preview.command.kill('SIGINT');
  expect((await preview.command.ended).exitCode).toBe(0);
});

const value = (selector: string): Promise<string> =>
  shown.page.$eval(selector, (element) => (element as HTMLInputElement).value);

/** What the composition itself says, asked inside its frame. */
async function inComposition(selector: string): Promise<string> {
  const frame = shown.page
    .frames()
    .findLast((one) => one.parentFrame() !== null && new URL(one.url()).pathname === '/');
  if (frame === undefined) throw new Error('the composition has no frame');
  return frame.$eval(selector, (element) => `${element.textContent}|${getComputedStyle(element).width}`);
}

/** Takes back what was given, and waits until nothing is said of it any more. */
async function reset(): Promise<void> {
  await shown.page.waitForSelector('#reset', { visible: true });
  // By its own means: fields that say something move it while a mouse is on its way.
  await shown.page.$eval('#reset', (button) => (button as HTMLButtonElement).click());
  await shown.page.waitForSelector('#reset', { hidden: true });
  await shown.page.waitForSelector('#variable-size-issue', { hidden: true });
}

describe('playing', () => {
  it('begins with the first frame and says where it is', async () => {
    await shown.shows(0);
    expect(await shown.text('#last-frame')).toBe('of 59');
    expect(await shown.text('#time')).toBe('0:00.000 / 0:02.000');
  });

  it('goes to the frame that the slider names', async () => {
    await shown.page.focus('#scrubber');
    await shown.page.$eval('#scrubber', (slider) => {
      (slider as HTMLInputElement).value = '30';
      slider.dispatchEvent(new Event('input'));
    });
    await shown.shows(30);
    expect(await inComposition('#bar')).toBe('|80px');
    expect(await shown.page.$eval('#scrubber', (slider) => slider.getAttribute('aria-valuetext'))).toBe(
      'Frame 30 of 59, 1.00 seconds',
    );
  });

  it.each([
    ['#forward', 31],
    ['#forward10', 40],
    ['#back', 29],
    ['#back10', 20],
    ['#start', 0],
    ['#end', 59],
  ])('steps by %s', async (selector, frame) => {
    await shown.goTo(30);
    await shown.page.click(selector);
    await shown.shows(frame);
  });

  it.each([
    [['ArrowRight'], 31],
    [['ArrowLeft'], 29],
    [['Shift', 'ArrowRight'], 40],
    [['Shift', 'ArrowLeft'], 20],
    [['Home'], 0],
    [['End'], 59],
  ] as const)('follows the keys %s', async (keys, frame) => {
    await shown.goTo(30);
    await shown.page.focus('#scrubber');
    const [held, key = held] = keys;
    if (key !== held) await shown.page.keyboard.down(held);
    await shown.page.keyboard.press(key);
    if (key !== held) await shown.page.keyboard.up(held);
    await shown.shows(frame);
  });

  it('plays at the speed that was chosen, with the sound beside it, and stops at the end without loop', async () => {
    await shown.goTo(0);
    await shown.page.focus('#scrubber');
    await shown.page.keyboard.press('l');
    await shown.page.select('#speed', '2');
    await shown.page.click('#play');
    await shown.page.waitForSelector('#play[aria-label="Pause"]');
    expect(await shown.text('#sound-note')).toBe('');
    expect(await shown.page.$eval('#sound', (element) => (element as HTMLAudioElement).playbackRate)).toBe(2);
    await shown.page.waitForSelector('#play[aria-label="Play"]');
    await shown.shows(59);
    await shown.page.select('#speed', '0.1');
    await shown.page.click('#play');
    await shown.says('#sound-note', /No sound at 0\.1×/);
    await shown.page.click('#play');
    await shown.page.select('#speed', '1');
    await shown.page.click('#loop');
  });

  it('keeps the sound at the picture when it plays, jumps, changes speed and pauses', async () => {
    const sound = () =>
      shown.page.$eval('#sound', (element) => {
        const { paused, playbackRate, muted, currentTime } = element as HTMLAudioElement;
        return { paused, playbackRate, muted, currentTime };
      });
    const inStep = (from: number) =>
      shown.page.waitForFunction(
        (least) => {
          const { currentTime, paused } = document.querySelector('#sound') as HTMLAudioElement;
          const picture = Number(document.querySelector<HTMLInputElement>('#frame')?.value) / 30;
          return !paused && currentTime > least && Math.abs(currentTime - picture) < 0.15;
        },
        {},
        from,
      );
    await shown.goTo(0);
    await shown.page.click('#play');
    await inStep(0.2);
    await shown.page.$eval('#scrubber', (slider) => {
      (slider as HTMLInputElement).value = '36';
      slider.dispatchEvent(new Event('input'));
    });
    await inStep(1.2);
    await shown.page.select('#speed', '0.5');
    await shown.page.click('#mute');
    expect(await sound()).toMatchObject({ paused: false, playbackRate: 0.5, muted: true });
    await shown.page.click('#play');
    expect((await sound()).paused).toBe(true);
    await shown.page.click('#mute');
    await shown.page.select('#speed', '1');
  });

  it('lists its keys and gives them back when the list closes', async () => {
    await shown.page.click('#help');
    expect(await shown.text('#shortcut-list')).toMatch(/Space or K\s+Play or pause/);
    await shown.page.keyboard.press('Escape');
    await shown.page.waitForFunction(() => !(document.querySelector('#shortcuts') as HTMLDialogElement).open);
  });

  it('lays safe areas and a grid over the picture', async () => {
    await shown.page.click('#toggle-safe');
    await shown.page.click('#toggle-grid');
    expect(await shown.page.$$eval('.overlay', (all) => all.filter((one) => one.checkVisibility()).length)).toBe(2);
    await shown.page.click('#toggle-safe');
    await shown.page.click('#toggle-grid');
  });
});

describe('variables', () => {
  it('are shown with their defaults, each by a field that suits its type', async () => {
    expect(await value('#variable-title')).toBe('First');
    expect(await value('#variable-size')).toBe('30');
    expect(await shown.page.$eval('#variable-shape', (field) => field.tagName)).toBe('SELECT');
    expect(await shown.page.$eval('#variable-loud', (field) => (field as HTMLInputElement).type)).toBe('checkbox');
  });

  it('change the picture and keep the time', async () => {
    await shown.goTo(42);
    const before = await shown.revision(1);
    await shown.page.$eval('#variable-title', (field) => (field as HTMLInputElement).select());
    await shown.page.type('#variable-title', 'Second');
    await shown.revision(before + 1);
    await shown.page.waitForFunction(() => document.querySelectorAll('iframe').length === 1);
    await shown.shows(42);
    expect(await inComposition('h1')).toMatch(/^Second\|/);
  });

  it('say at their field what a render would say', async () => {
    await shown.page.$eval('#variable-size', (field) => (field as HTMLInputElement).select());
    await shown.page.type('#variable-size', 'huge');
    await shown.says('#variable-size-issue', /^variable "size" is "huge", but must be a finite number$/);
    expect(await shown.page.$eval('#variable-size', (field) => field.getAttribute('aria-invalid'))).toBe('true');
    await reset();
  });
});

describe('changes of files', () => {
  it('are shown at the same time with the same variables, and what lint and scripts say with them', async () => {
    await shown.goTo(21);
    await shown.page.$eval('#variable-title', (field) => (field as HTMLInputElement).select());
    const before = await shown.revision(1);
    await shown.page.type('#variable-title', 'Kept');
    await shown.revision(before + 1);
    await writeFile(
      join(project, 'index.html'),
      source("throw new Error('spilled milk');").replace('id="bar"', 'id="bar" class="new"'),
    );
    await shown.says('#findings', /script_error[\s\S]*spilled milk/);
    await shown.shows(21);
    expect(await inComposition('h1')).toMatch(/^Kept\|/);
    await writeFile(join(project, 'index.html'), source());
    await shown.page.waitForFunction(() => !document.querySelector('#findings')?.textContent?.includes('spilled milk'));
  });

  it('that leave nothing to show are said over the last picture', async () => {
    await writeFile(join(project, 'index.html'), '<p>nothing</p>');
    await shown.says('#failure', /composition cannot be shown[\s\S]*data-composition-id/i);
    await writeFile(join(project, 'index.html'), source());
    await shown.page.waitForFunction(() => document.querySelector<HTMLElement>('#failure')?.hidden);
    await shown.shows(21);
  });
});

describe('rendering from the page', () => {
  it('makes a video below renders and says where', async () => {
    await shown.page.select('#quality', 'draft');
    await shown.page.click('#render');
    await shown.says('#job-title', /^Rendering mp4: \d+ %/);
    await shown.says('#job-title', /^Done/);
    const file = join(preview.cwd, await shown.text('#job-detail'));
    expect(file).toMatch(/renders\/framefarm-test-\w+\.mp4$/);
    const { video, audio, duration } = await streams(file);
    expect([video?.width, video?.height, audio?.codec_name]).toEqual([160, 90, 'aac']);
    expect(duration).toBeCloseTo(2, 1);
  });

  it('makes a PNG of the frame that is shown', async () => {
    await shown.goTo(12);
    await shown.page.click('#still');
    await shown.says('#job-title', /^Done/);
    const detail = await shown.says('#job-detail', /-frame-12\.png$/);
    expect((await readFile(join(preview.cwd, detail))).subarray(1, 4).toString()).toBe('PNG');
  });

  it('can be cancelled and leaves no file then', async () => {
    await shown.page.select('#format', 'webm');
    await shown.page.click('#render');
    await shown.says('#job-title', /^Rendering webm/);
    await shown.page.click('#cancel');
    await shown.says('#job-title', /^Cancelled$/);
    const [named = ''] = (await shown.text('#job-detail')).split(' was not written');
    expect(named).toMatch(/\.webm$/);
    expect(existsSync(join(preview.cwd, named))).toBe(false);
  });
});

describe.each([1280, 400])('at %i pixels', (width) => {
  it('has no fault that axe knows of, and nothing beside the page', async () => {
    await shown.page.setViewport({ width, height: 860 });
    await shown.page.waitForFunction((wanted) => window.innerWidth === wanted, {}, width);
    await shown.page.$eval('#variable-size', (field) => (field as HTMLInputElement).select());
    await shown.page.type('#variable-size', 'x');
    await shown.says('#variable-size-issue', /finite number/);
    // Through the protocol: the page's own policy lets no foreign script in.
    await shown.page.evaluate(await readFile(axeScript, 'utf8'));
    const violations = await shown.page.evaluate(async () => {
      const axe = (
        window as unknown as {
          axe: {
            run(node: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
          };
        }
      ).axe;
      const { violations } = await axe.run(document, { iframes: false });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    });
    expect(violations).toEqual([]);
    expect(await shown.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await reset();
  });
});
