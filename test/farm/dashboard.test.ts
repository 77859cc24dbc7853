/** The dashboard at `/` in a real browser: what it shows, follows and does (issue 4). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Farm } from '@framefarm/farm';
import type { Browser } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bearer, keyOf, keysFile } from '../support/farm/api-keys.js';
import { type DashboardLook, type DashboardPage, openDashboard } from '../support/farm/dashboard.js';
import {
  captureOf,
  claimed,
  done,
  failed,
  HOSTILE,
  planned,
  submitted,
  workerInfo,
} from '../support/farm/farm-scenes.js';
import { ended } from '../support/farm/farm-states.js';
import { admit, complete, HTML, startTestProducer, type TestProducer } from '../support/farm/producer.js';
import { makeClip, times } from '../support/projects/clips.js';
import { scratchDirectory } from '../support/projects/project.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';
import { openViewer } from '../support/renders/previewed.js';

useBundledFfmpeg();

let producer: TestProducer;
let farm: Farm;
let browser: Browser;
const opened: DashboardPage[] = [];
const begun: string[] = [];
beforeAll(async () => {
  [producer, browser] = await Promise.all([startTestProducer(), openViewer()]);
  farm = producer.farm;
});
afterAll(async () => {
  await browser.close();
  await producer.end();
});
afterEach(async () => {
  for (const { page, faults } of opened.splice(0)) {
    expect(faults).toEqual([]);
    await page.browserContext().close();
  }
  for (const id of begun.splice(0)) await ended(farm, id);
});

async function open(path: string, look?: DashboardLook): Promise<DashboardPage> {
  const dashboard = await openDashboard(browser, producer.url, path, look);
  opened.push(dashboard);
  return dashboard;
}

async function submit(about: object = {}): Promise<string> {
  const id = await submitted(producer, about);
  begun.push(id);
  return id;
}

/** Makes a render with a plan, e.g. 4 chunks of 10 frames. */
async function running(chunks: number, frames: number, about: object = {}): Promise<string> {
  const id = await submit(about);
  await planned(farm, id, chunks, frames);
  return id;
}

async function finished(about: object = {}): Promise<string> {
  const clip = join(scratchDirectory(), 'clip.mp4');
  await makeClip(clip, times(30, 'red'), { fps: 30, width: 64, height: 36 });
  const id = await submit(about);
  await admit(farm, id);
  await complete(producer, id, await readFile(clip));
  return id;
}

const rowOf = (id: string): string => `tr:has(a[href$="${id}"])`;
/** Classes of the cells of the chunk map, in order, and what they say. */
const cells = ({ page }: DashboardPage): Promise<string[]> =>
  page.$$eval('.chunk-map .cell', (all) => all.map((cell) => `${cell.className} ${cell.textContent}`.trim()));

describe('the list of renders', () => {
  it('shows states and moves on without a reload', async () => {
    const id = await running(2, 10, { labels: { project: 'autumn' } });
    const waiting = await submit();
    const list = await open('/');
    await list.says(rowOf(waiting), /queued\s+next/);
    expect(await list.text(rowOf(id))).toMatch(/project: autumn\s+rendering\s+0 \/ 20/);
    expect(await list.text('.numbers')).toMatch(/1 of 2 rendering\s+1 waiting/);
    await done(farm, id, 0, 'w1');
    await list.says(rowOf(id), /10 \/ 20/);
    await producer.call('POST', `/renders/${waiting}/cancel`);
    await list.says(rowOf(waiting), /cancelled/);
  });

  it('shows one kind of state, and the older pages', async () => {
    const cancelled = await submit();
    await producer.call('POST', `/renders/${cancelled}/cancel`);
    const ids: string[] = [];
    for (let count = 0; count < 51; count++) ids.push(await submit());
    const list = await open('/');
    await list.says(rowOf(ids.at(-1) ?? ''), /50 ahead/);
    await list.press('Older');
    await list.says(rowOf(ids[0] ?? ''), /next/);
    await list.press('Newer');
    await list.says(rowOf(ids.at(-1) ?? ''), /50 ahead/);
    await list.page.locator('::-p-xpath(//label[contains(., "Cancelled")])').click();
    await list.says(rowOf(cancelled), /cancelled/);
    expect(await list.page.$(rowOf(ids[0] ?? ''))).toBeNull();
  });
});

describe('the page of a render', () => {
  it('follows its events: progress, who holds and did which chunk, retries, reuse', async () => {
    const id = await running(5, 10);
    await done(farm, id, 0, '');
    await done(farm, id, 1, 'w1', 2_000);
    const shown = await open('/');
    const stream = shown.page.waitForRequest(`${producer.url}/renders/${id}/events`);
    await shown.go(`#/renders/${id}`);
    await stream;
    await shown.says('main', /39 %, 20 of 50 frames/);
    // The list says the same until the page of the render is there.
    await shown.page.waitForSelector('.cell');
    expect(await cells(shown)).toEqual([
      'cell reused',
      'cell committed w0',
      'cell pending',
      'cell pending',
      'cell pending',
    ]);
    const step = captureOf(2, 2);
    const fence = await claimed(farm, id, 'w2', step);
    await shown.page.waitForSelector('.cell.claimed.w1');
    const lost = { code: 'BROWSER_CRASHED', message: 'the browser ended', class: 'host' } as const;
    await farm.steps.fail(id, 1, step.id, fence, lost);
    await claimed(farm, id, 'w2', step, 2);
    await done(farm, id, 2, 'w2', 3_000);
    await shown.says('main', /3 of 5 chunks done, 1 of them reused, 1 captured again/);
    expect((await cells(shown)).slice(0, 3)).toEqual(['cell reused', 'cell committed w0', 'cell committed w1 2']);
    expect(await shown.text('.legend')).toMatch(/w1 1 chunk, 2\.0 s each\s+w2 1 chunk, 3\.0 s each\s+reused/);
    await shown.page.click('details summary');
    expect(await shown.text('tbody tr:nth-child(1)')).toMatch(/^0\s+0–9\s+reused\s+0\s*$/);
    expect(await shown.text('tbody tr:nth-child(3)')).toMatch(/^2\s+20–29\s+committed\s+w2\s+2\s+3\.0 s$/);
  });

  it('counts the time of a running one while nothing else moves', async () => {
    const id = await running(2, 10);
    const shown = await open(`/#/renders/${id}`);
    const RUNNING_FOR = /Running for\s+[\d.]+ m?s/;
    const first = RUNNING_FOR.exec(await shown.says('.facts', RUNNING_FOR))?.[0];
    await shown.page.waitForFunction(
      (pattern, before) => {
        const now = new RegExp(pattern).exec(document.querySelector<HTMLElement>('.facts')?.innerText ?? '')?.[0];
        return now !== undefined && now !== before;
      },
      {},
      RUNNING_FOR.source,
      first,
    );
  });

  it('tells of a failed one its code, message, hint and logs, and runs it again', async () => {
    const id = await running(2, 10);
    await failed(farm, id, 'The browser ended at frame 13.', ['GPU process gone', 'exit status 139']);
    const shown = await open(`/#/renders/${id}`);
    const words = await shown.says('.failure', /BROWSER_CRASHED during capture/);
    expect(words).toContain('The browser ended at frame 13.');
    expect(words).toContain('Look at the log of the step.');
    expect(words).toContain('may succeed if it is tried again');
    await shown.says('pre', /GPU process gone\nexit status 139/);
    await shown.press('Retry');
    await shown.says('h2', /queued/);
    await shown.says('.facts', /Run\s+2/);
    expect((await farm.renders.get(id))?.epoch).toBe(2);
    await shown.press('Cancel');
    await shown.says('h2', /cancelled/);
    expect((await farm.renders.get(id))?.status).toBe('cancelled');
  });

  it('cancels a running one, and says what cannot be done', async () => {
    const id = await running(2, 10);
    await claimed(farm, id, 'w1', captureOf(0, 0));
    const shown = await open(`/#/renders/${id}`);
    await shown.press('Cancel');
    await shown.says('h2', /cancelling/);
    await ended(farm, id);
    await shown.says('h2', /cancelled/);
    await farm.renders.remove(id, 'deleted');
    await shown.press('Retry');
    await shown.says('.actions', /no render of this id/);
  });

  it('plays the finished film and saves it under its name', async () => {
    const id = await finished({ outputName: 'films/red.mp4' });
    const shown = await open(`/#/renders/${id}`);
    await shown.says('main', /red\.mp4, 640×360, 1\.0 s, 30 frames, [\d.]+ K?B/);
    const film = await shown.page.waitForSelector('video');
    await shown.page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 3);
    expect(await film?.evaluate((video) => [video.duration, video.videoWidth])).toEqual([1, 64]);
    await film?.evaluate((video) => video.play());
    await shown.page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2);
    const saved = await shown.page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          addEventListener('click', ({ target }) => {
            if (target instanceof HTMLAnchorElement) resolve(`${target.download} ${new URL(target.href).protocol}`);
          });
          HTMLAnchorElement.prototype.click = function () {
            resolve(`${this.download} ${new URL(this.href).protocol}`);
          };
          [...document.querySelectorAll('button')].find(({ innerText }) => innerText === 'Save the file')?.click();
        }),
    );
    expect(saved).toBe('red.mp4 blob:');
  });

  it('shows hostile text as text', async () => {
    const id = await running(2, 10, { labels: { note: HOSTILE.slice(0, 60) } });
    await failed(farm, id, HOSTILE, [HOSTILE]);
    const shown = await open(`/#/renders/${id}`);
    const seen = '<img src="http://evil.example/x.png" onerror="alert(1)"> red <U+001B>]0;title<U+0007> <U+202E>gnp';
    expect(await shown.says('.failure', /evil/)).toContain(seen);
    expect(await shown.says('pre', /evil/)).toContain(seen);
    expect(await shown.text('.facts')).toContain('note: <img src="http://evil.example');
    await shown.go('#/renders');
    await shown.says(rowOf(id), /note: <img src=/);
    expect(await shown.page.$('img')).toBeNull();
  });

  it('says that there is none', async () => {
    const shown = await open('/#/renders/rnd_01ARZ3NDEKTSV4RRFFQ69G5FAV');
    await shown.says('main', /There is no render of this id/);
  });
});

describe('batches', () => {
  it('show their rows as they end, and are cancelled', async () => {
    const rows = [{ n: '0' }, { n: '1' }, { n: '2' }];
    const body = { source: { html: HTML }, rows, concurrency: 2, labels: { season: 'spring' } };
    const { id } = (await (await producer.call('POST', '/batches', body)).json()) as { id: string };
    const list = await open('/#/batches');
    await list.says(rowOf(id), /season: spring\s+running\s+3 rows: 3 queued/);
    await list.page.click(`a[href$="${id}"]`);
    await list.says('main', /row 1[\s\S]*/);
    const first = (await farm.batches.rows(id))[0]?.renderId ?? '';
    await farm.line.admit();
    await complete(producer, first, Buffer.from('video'));
    await farm.batches.advance(id);
    await list.says('main', /1 completed/);
    await list.says(rowOf(first), /row 1[\s\S]*completed/);
    await list.press('Cancel the batch');
    await list.says('h2', /cancelled|partial/);
    for (const { renderId } of await farm.batches.rows(id)) if (renderId !== null) begun.push(renderId);
  });
});

describe('workers', () => {
  it('are shown with what they do and why they take nothing', async () => {
    const work = [
      { renderId: 'rnd_1', stepId: 'capture-0-3', kind: 'capture', since: new Date().toISOString(), frames: 7 },
    ];
    await farm.workers.announce(workerInfo({ work: work as never }));
    await farm.workers.announce(workerInfo({ id: 'wrk-2', name: 'worker-2', draining: true, sandbox: false }));
    await farm.workers.announce(workerInfo({ id: 'wrk-3', name: 'worker-3', blocked: 'It failed 3 renders.' }));
    const shown = await open('/#/workers');
    const first = await shown.says('[aria-label="Worker worker-1"]', /ready/);
    expect(first).toMatch(/1 of 2 busy[\s\S]*300\.0 MB used[\s\S]*Chrome\/140[\s\S]*capture of rnd_1, 7 frames/);
    expect(await shown.text('[aria-label="Worker worker-2"]')).toMatch(/draining\s+no sandbox/);
    expect(await shown.text('[aria-label="Worker worker-3"]')).toMatch(/blocked[\s\S]*It failed 3 renders\./);
    await farm.workers.leave('wrk-1');
    await shown.page.waitForSelector('[aria-label="Worker worker-1"]', { hidden: true });
  });
});

describe('with a key file', () => {
  let keyed: TestProducer;
  beforeAll(async () => {
    keyed = await startTestProducer({
      apiKeysFile: await keysFile([{ name: 'ana' }, { name: 'cem' }, { name: 'ben', scopes: ['submit'] }]),
    });
  });
  afterAll(() => keyed.end());

  async function ask(): Promise<DashboardPage> {
    const shown = await openDashboard(browser, keyed.url);
    opened.push(shown);
    await shown.says('main', /asks for a key/);
    return shown;
  }
  async function give(shown: DashboardPage, key: string): Promise<void> {
    await shown.page.locator('#api-key').fill(key);
    await shown.page.keyboard.press('Enter');
  }

  it('asks for the key, works with it and forgets it', async () => {
    const answer = await keyed.call('POST', '/renders', { source: { html: HTML } }, bearer('ana'));
    const { id } = (await answer.json()) as { id: string };
    const shown = await ask();
    expect(await shown.text('[role="alert"]')).toBe('');
    await give(shown, keyOf('ana'));
    await shown.says(rowOf(id), /queued/);
    await shown.go(`#/renders/${id}`);
    await shown.press('Cancel');
    await shown.says('h2', /cancelled/);
    await shown.press('Forget the key');
    await shown.says('main', /asks for a key/);
    await shown.page.reload();
    await shown.says('main', /asks for a key/);
    expect(shown.page.url()).not.toContain('ffk_');
  });

  it('tells of a wrong key, and of one that may not read', async () => {
    const shown = await ask();
    await give(shown, 'ffk_wrong');
    await shown.says('[role="alert"]', /no valid API key/);
    await give(shown, 'ffk_abc…');
    await shown.says('[role="alert"]', /characters that no key has/);
    await give(shown, keyOf('ben'));
    await shown.says('[role="alert"]', /scope read/);
    await give(shown, keyOf('cem'));
    await shown.says('main', /There is no render yet/);
  });
});

describe('the keyboard', () => {
  it('reaches every control of every view', async () => {
    const id = await running(2, 10);
    await failed(farm, id, 'It ended.', ['a line']);
    const film = await finished();
    const worker = workerInfo({ work: [{ renderId: id, stepId: 's', kind: 'capture', since: '', frames: 1 }] });
    const shown = await open('/');
    for (const [route, seen] of [
      ['#/renders', rowOf(id)],
      [`#/renders/${id}`, 'pre'],
      [`#/renders/${film}`, 'video'],
      ['#/workers', '[aria-label^="Worker"] a'],
    ] as const) {
      // For each, as it is forgotten when it is silent for longer than a slow machine may take.
      await farm.workers.announce(worker);
      await shown.go(route);
      await shown.page.waitForSelector(seen);
      expect(await missed(shown), route).toEqual([]);
    }
  });

  it('skips to the content and stays in the view', async () => {
    const shown = await open('/#/workers');
    await shown.says('main', /Workers/);
    await shown.page.keyboard.press('Tab');
    await shown.page.keyboard.press('Enter');
    expect(await shown.page.evaluate(() => [document.activeElement?.id, location.hash])).toEqual(['main', '#/workers']);
  });
});

/** Controls that no pressing of Tab comes to; of radio buttons one stands for all. */
async function missed({ page }: DashboardPage): Promise<readonly string[]> {
  const wanted = await page.evaluate(() => {
    const all = [
      ...document.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), summary, input:checked, pre, video'),
    ];
    all.forEach((element, at) => {
      element.dataset.at = String(at);
    });
    (document.activeElement as HTMLElement | null)?.blur();
    return all.map(({ outerHTML }) => outerHTML.slice(0, 120));
  });
  const reached = new Set<string>();
  for (let presses = 0; presses < wanted.length + 20; presses++) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.at ?? 'other'));
  }
  return wanted.filter((_, at) => !reached.has(String(at)));
}

describe('every page', () => {
  let pages: readonly (readonly [string, string])[];
  beforeAll(async () => {
    const failing = await submitted(producer, { labels: { note: 'x'.repeat(60) } });
    await planned(farm, failing, 60, 10);
    await done(farm, failing, 0, '');
    for (let index = 1; index < 20; index++)
      await done(farm, failing, index, `wrk_01ARZ3NDEKTSV4RRFFQ69G5FA${index % 9}`);
    await failed(farm, failing, `${'long '.repeat(50)}${'x'.repeat(300)}`, ['y'.repeat(900)]);
    const film = await finished();
    const rows = [{ n: '0' }, { n: '1' }];
    const answer = await producer.call('POST', '/batches', { source: { html: HTML }, rows });
    const batch = ((await answer.json()) as { id: string }).id;
    pages = [
      ['/#/renders', 'table'],
      [`/#/renders/${failing}`, '.chunk-map'],
      [`/#/renders/${film}`, 'video'],
      ['/#/renders/rnd_0', '.empty'],
      ['/#/batches', 'table'],
      [`/#/batches/${batch}`, 'table'],
      ['/#/workers', '.card'],
      ['/docs', 'table'],
      ['/problems/QUEUE_UNAVAILABLE', 'dl'],
    ];
  });

  it('is free of faults that axe knows of, in light and dark, and not wider than 1280 and 400 pixels', async () => {
    const shown = await open('/', { width: 1280, scheme: 'light' });
    const faults: string[] = [];
    for (const [path, seen] of pages) {
      await farm.workers.announce(workerInfo({ id: 'wrk-9', name: 'n'.repeat(80), blocked: 'b'.repeat(200) }));
      await shown.page.goto(`${producer.url}${path}`);
      await shown.page.waitForSelector(seen);
      await shown.page.$$eval('details', (all) => {
        for (const one of all) one.open = true;
      });
      for (const width of [1280, 400]) {
        await shown.page.setViewport({ width, height: 900 });
        const wide = await shown.page.evaluate(() => document.documentElement.scrollWidth);
        if (wide > width) faults.push(`${path} is ${wide} pixels wide, on ${width}`);
        faults.push(...(await shown.axe()).map((fault) => `${path}, ${width} pixels wide: ${fault}`));
      }
      await shown.look('dark');
      // Only colours hang on the scheme, and none of them on the width.
      faults.push(...(await shown.axe(['color-contrast'])).map((fault) => `${path} in dark: ${fault}`));
      await shown.look('light');
      await shown.page.setViewport({ width: 1280, height: 900 });
    }
    expect(faults).toEqual([]);
  });
});
