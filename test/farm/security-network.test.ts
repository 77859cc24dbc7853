/**
 * What a composition reaches from a worker: its own project and what the operator lists, by whatever way it tries
 * (security 3, 8). Traps on loopback and on an address of this machine count what arrives.
 */
import { createSocket } from 'node:dgram';
import { join } from 'node:path';
import type { FramefarmError, RawOptions } from '@framefarm/contract';
import { type RenderRecord, STORE_KEYS } from '@framefarm/farm';
import { findFfmpeg, probeMedia } from '@framefarm/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestFarm, type TestFarm, type TestWorker } from '../support/farm/workers.js';
import { until } from '../support/machine/processes.js';
import { openTrap, ownAddress, type Trap } from '../support/machine/traps.js';
import { decode } from '../support/output/decode.js';
import { zipOf } from '../support/projects/archives.js';
import { composition, makeProject } from '../support/projects/project.js';
import { reachingBody, reachingHead } from '../support/projects/reaching-page.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

const OPTIONS: RawOptions = { fps: 10, quality: 'draft' };
const BOX = '<div style="position:absolute;inset:0;background:#00ff00"></div>';

let farm: TestFarm;
let worker: TestWorker;
const traps: Trap[] = [];
beforeAll(async () => {
  const own = ownAddress();
  for (const address of ['127.0.0.1', ...(own === null ? [] : [own])]) traps.push(await openTrap(address));
  farm = await startTestFarm();
  worker = await farm.worker('closed');
});
afterAll(async () => {
  await farm.end();
  await Promise.all(traps.map((trap) => trap.close()));
});

const hits = (): string[] => traps.flatMap((trap) => [...trap.hits]);

async function rendered(files: Readonly<Record<string, string>>, options: RawOptions = OPTIONS): Promise<RenderRecord> {
  const { id } = await farm.submit(await farm.upload(await makeProject(files)), options);
  return farm.ended(id);
}

const reaching = (): string =>
  composition(traps.map(({ origin }) => reachingBody(origin)).join('') + BOX, {
    head: traps.map(({ origin }) => reachingHead(origin)).join(''),
  });

describe('a composition on a worker', () => {
  it('reaches nobody, whatever it tries, and is rendered all the same with a warning that names the hosts', async () => {
    const record = await rendered({ 'index.html': reaching() });
    expect(record, record.error?.message).toMatchObject({ status: 'completed' });
    expect(hits()).toEqual([]);
    const blocked = record.warnings.filter(({ code }) => code === 'network_blocked').map(({ message }) => message);
    for (const { address } of traps) expect(blocked.join('\n')).toContain(address);
    const [red, green, blue] = (await decode(await farm.output(record))).pixel(5, 80, 45);
    expect(Math.abs(red) + Math.abs(green - 255) + Math.abs(blue)).toBeLessThan(24);
  });

  it('fails where warnings are not allowed, and reaches nobody then either', async () => {
    const record = await rendered({ 'index.html': reaching() }, { ...OPTIONS, bestEffort: false });
    expect(record).toMatchObject({ status: 'failed', error: { code: 'WARNINGS_NOT_ALLOWED', owner: 'user' } });
    expect(hits()).toEqual([]);
  });

  it.each([
    ['a page that sends itself away', (origin: string) => `<script>location.href = '${origin}/away'</script>`],
    ['a page with a refresh', (origin: string) => `<meta http-equiv="refresh" content="0;url=${origin}/refresh">`],
  ])('%s arrives nowhere', async (_, leaving) => {
    await rendered({ 'index.html': composition(leaving(traps.at(-1)?.origin ?? '') + BOX, { duration: 0.3 }) });
    expect(hits()).toEqual([]);
  });

  it.each(['video', 'audio'])('never has a <%s> of a private address fetched for it', async (name) => {
    const clips = traps.map(
      ({ origin }, index) =>
        `<${name} id="clip${index}" src="${origin}/media.mp4" data-start="0" data-duration="1" data-track-index="${index}"></${name}>`,
    );
    const record = await rendered({ 'index.html': composition(clips.join('') + BOX) });
    expect(record.error?.owner ?? 'user').toBe('user');
    expect(JSON.stringify([record.error, record.warnings])).toContain(traps[0]?.address);
    expect(hits()).toEqual([]);
  });
});

describe('a media file that is something else', () => {
  const disguised = (): Readonly<Record<string, string>> => ({
    'a playlist that names a file of the machine':
      '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n',
    'a playlist that names a server': `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${traps[0]?.origin}/segment.ts\n#EXT-X-ENDLIST\n`,
    'a list of files to join': "ffconcat version 1.0\nfile '/etc/passwd'\n",
    'a manifest': `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><Period><AdaptationSet><Representation id="1"><BaseURL>${traps[0]?.origin}/</BaseURL></Representation></AdaptationSet></Period></MPD>`,
    'a session description': 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\n',
  });

  it('is refused as no media, and nothing of it is followed', async () => {
    const tools = await findFfmpeg();
    for (const [what, content] of Object.entries(disguised())) {
      const file = join(await makeProject({ 'film.mp4': content }), 'film.mp4');
      const refused = await probeMedia(tools, file).catch((error: FramefarmError) => error);
      expect(refused, what).toMatchObject({ code: 'NOT_MEDIA_PAYLOAD' });
      expect((refused as FramefarmError).message, what).not.toContain('root:');
    }
    expect(hits()).toEqual([]);
  });

  it('fails the render of a worker by its name', async () => {
    const clip = '<video id="clip" src="film.mp4" data-start="0" data-duration="1" muted></video>';
    const content = disguised()['a playlist that names a server'] ?? '';
    const record = await rendered({ 'index.html': composition(clip + BOX), 'film.mp4': content });
    expect(record).toMatchObject({ status: 'failed', error: { code: 'NOT_MEDIA_PAYLOAD', owner: 'user' } });
    expect(record.error?.message).toContain('film.mp4');
    expect(hits()).toEqual([]);
  });
});

describe('files outside the project', () => {
  it('are not reached through a link in an archive, which is refused by name and once', async () => {
    const archive = zipOf(
      { name: 'index.html', content: composition(`<img src="link.svg">${BOX}`) },
      { name: 'link.svg', content: '/etc/passwd', mode: 0o120777 },
    );
    const id = `cmp_${'0'.repeat(64)}`;
    const storeKey = STORE_KEYS.composition('local', id);
    await farm.store.put(storeKey, archive, { contentType: 'application/zip' });
    const about = { id, owner: 'local', entryFile: 'index.html', files: 2, size: archive.length, storeKey };
    await farm.farm.compositions.put({ ...about, lint: { errorCount: 0, warningCount: 0 } });
    const record = await farm.ended((await farm.submit(id, OPTIONS)).id);
    expect(record).toMatchObject({ status: 'failed', error: { code: 'ARCHIVE_REJECTED', owner: 'user' } });
    expect(record.error?.message).toContain('link.svg');
    expect(await farm.farm.steps.list(record.id, record.epoch)).toMatchObject([{ id: 'prepare', attempt: 1 }]);
  });

  it.each(['../other/index.html', '/etc/passwd', '..%2findex.html'])('are no entry file: %s', async (entry) => {
    const record = await rendered({ 'index.html': composition(BOX) }, { ...OPTIONS, composition: entry });
    expect(record).toMatchObject({ status: 'failed', error: { owner: 'user' } });
    expect(record.error?.message).not.toContain(worker.scratch);
  });

  it('are not served to the page', async () => {
    const paths = ['../../../../etc/passwd', '..%2f..%2f..%2fetc%2fpasswd', '%2e%2e/%2e%2e/etc/passwd', '//etc/passwd'];
    const page = `<div id="box" style="position:absolute;inset:0;background:#00ff00"></div><script>
      for (const path of ${JSON.stringify(paths)}) {
        fetch('/' + path).then((answer) => answer.text()).then((text) => {
          if (text.includes('root:')) document.getElementById('box').style.background = '#ff0000';
        }, () => {});
      }</script>`;
    const record = await rendered({ 'index.html': composition(page) });
    expect(record.status).toBe('completed');
    const [red, green] = (await decode(await farm.output(record))).pixel(9, 80, 45);
    expect([red < 24, green > 230]).toEqual([true, true]);
  });
});

it('the origin that an operator lists is reached, and nothing else with it', async () => {
  worker.kill('SIGTERM');
  await worker.ended;
  const [listed, ...others] = traps;
  await farm.worker('open', { FRAMEFARM_NETWORK_ALLOW: listed?.origin ?? '' });
  const record = await rendered({ 'index.html': reaching() });
  expect(record, record.error?.message).toMatchObject({ status: 'completed' });
  const asked = new Set(listed?.hits);
  for (const path of ['/fetch', '/img.svg', '/iframe', '/import.css', '/worker-fetch']) expect(asked).toContain(path);
  expect([...asked].filter((hit) => /packet|upgrade|beacon|post|connection|spelling-[456]/.test(hit))).toEqual([]);
  expect(others.flatMap((trap) => [...trap.hits])).toEqual([]);
});

it('the traps count what does arrive', async () => {
  const sender = createSocket('udp4');
  for (const trap of traps) {
    await fetch(`${trap.origin}/seen`);
    sender.send('x', trap.port, trap.address);
    await until(
      () => trap.hits.includes('/seen') && trap.hits.includes('packet'),
      () => `${trap.origin} heard ${trap.hits.join(' ')}`,
    );
  }
  sender.close();
});
