/** What a worker gives to those who render on it: a sandbox or nothing, no credentials, nothing of one another (security 2). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { UNPRIVILEGED_USER } from '@framefarm/process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestFarm, type TestFarm, type TestWorker } from '../support/farm/workers.js';
import { familyOf, until } from '../support/machine/processes.js';
import { decode } from '../support/output/decode.js';
import { makeClip, times } from '../support/projects/clips.js';
import { composition, makeProject, repository, scratchDirectory } from '../support/projects/project.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';
import { wrappedBrowser } from '../support/renders/wrapped-browser.js';

useBundledFfmpeg();

const OPTIONS = { fps: 10, quality: 'draft' } as const;
const SECRETS = {
  S3_ACCESS_KEY_ID: 'secret-of-the-store',
  S3_SECRET_ACCESS_KEY: 'secret-of-the-store',
  AWS_SECRET_ACCESS_KEY: 'secret-of-the-cloud',
  FRAMEFARM_API_KEY: 'secret-of-a-client',
  PUPPETEER_DANGEROUS_NO_SANDBOX: 'true',
  NODE_OPTIONS: '--no-deprecation',
};
const isRoot = process.getuid?.() === 0;
const sandboxed = process.env.FRAMEFARM_SANDBOX !== 'off';

let farm: TestFarm;
let worker: TestWorker;
beforeAll(async () => {
  farm = await startTestFarm();
  worker = await farm.worker('one', SECRETS);
});
afterAll(() => farm.end());

const environment = (pid: number): string => readFileSync(`/proc/${pid}/environ`, 'utf8');
const read = <T>(work: () => T): T | null => {
  try {
    return work();
  } catch {
    return null;
  }
};

/** In the status of a process: system calls are filtered. */
const CONFINED = /^Seccomp:\s*2$/m;

describe('the processes of a worker', () => {
  it('know no credential of it, and its browsers are confined', async () => {
    const project = await makeProject({
      'index.html': composition(
        '<video id="film" src="film.mp4" data-start="0" data-duration="2" data-track-index="1" muted></video>',
        { duration: 30 },
      ),
    });
    await makeClip(join(project, 'film.mp4'), [...times(10, 'lime'), ...times(10, 'blue')]);
    const { id } = await farm.submit(await farm.upload(project), { ...OPTIONS, fps: 30 });
    const seen = new Set<string>();
    let renderer: { readonly status: string; readonly namespaces: readonly string[] } | null = null;
    await until(
      () => {
        const family = familyOf(worker.pid);
        const own = family.find(({ pid }) => pid === worker.pid)?.command;
        for (const { pid, command } of family) {
          // A child that runs no program of its own yet is still a copy of the worker.
          if (command === own) continue;
          const kind = /ffmpeg|ffprobe/.test(command)
            ? 'ffmpeg'
            : /--type=renderer/.test(command)
              ? 'renderer'
              : /lane\/main/.test(command)
                ? 'lane'
                : 'other';
          const variables = read(() => environment(pid));
          if (variables === null || variables === '') continue;
          expect(variables, command).not.toMatch(/secret-of|REDIS_URL|FRAMEFARM_STORE|PUPPETEER_|NODE_OPTIONS/);
          seen.add(kind);
          if (kind === 'renderer') {
            const found = read(() => ({
              status: readFileSync(`/proc/${pid}/status`, 'utf8'),
              namespaces: ['user', 'pid', 'net'].map((name) => String(statSync(`/proc/${pid}/ns/${name}`).ino)),
            }));
            // One that has just been forked closes itself in before it runs anything.
            if (!sandboxed || CONFINED.test(found?.status ?? '')) renderer ??= found;
          }
        }
        return renderer !== null && ['lane', 'renderer', 'ffmpeg'].every((kind) => seen.has(kind));
      },
      () => `only ${[...seen].join(', ')} were seen${renderer === null ? ', and no confined renderer' : ''}`,
    );
    expect(environment(worker.pid)).toContain('secret-of-the-store');
    if (sandboxed) {
      const { status, namespaces } = renderer as unknown as { status: string; namespaces: string[] };
      expect(status).toMatch(CONFINED);
      expect(status).toMatch(/^NoNewPrivs:\s*1$/m);
      if (isRoot) expect(status).toMatch(new RegExp(`^Uid:\\s*${UNPRIVILEGED_USER.uid}\\s`, 'm'));
      const own = ['user', 'pid', 'net'].map((name) => String(statSync(`/proc/self/ns/${name}`).ino));
      for (const [index, name] of own.entries()) expect(namespaces[index]).not.toBe(name);
    }
    await farm.farm.renders.cancel(id, 'local');
    expect((await farm.ended(id)).status).toBe('cancelled');
  });

  it('leave nothing that another owner could read: no storage, cache, worker or process is shared', async () => {
    const leaving = `<script>
      for (let index = 0; index < 100; index += 1) { try { localStorage.setItem('left' + index, 'x'.repeat(100000)); } catch { break; } }
      sessionStorage.setItem('left', '1');
      document.cookie = 'left=1; max-age=1000000';
      window.__hfAsync = Promise.allSettled([
        caches.open('left').then((cache) => cache.put('/left', new Response('1'))),
        new Promise((resolve) => { indexedDB.open('left').onsuccess = resolve; }),
        navigator.serviceWorker.register('sw.js'),
      ]);
    </script>`;
    const looking = `<div id="box" style="position:absolute;inset:0;background:#00ff00"></div><script>
      const found = () => { document.getElementById('box').style.background = '#ff0000'; };
      if (localStorage.length > 0 || sessionStorage.length > 0 || document.cookie !== '') found();
      caches.keys().then((names) => names.length > 0 && found());
      indexedDB.databases().then((names) => names.length > 0 && found());
      navigator.serviceWorker.getRegistrations().then((all) => all.length > 0 && found());
    </script>`;
    const files = (body: string) => ({
      'index.html': composition(body),
      'sw.js': "addEventListener('fetch', () => {});",
    });
    const browsersOf = (): number[] =>
      familyOf(worker.pid)
        .filter(({ command }) => command.includes('--user-data-dir') && !command.includes('--type='))
        .map(({ pid }) => pid);
    const first = await farm.submit(await farm.upload(await makeProject(files(leaving)), 'ana'), OPTIONS, {
      owner: 'ana',
    });
    await until(
      () => browsersOf().length > 0,
      () => 'no browser runs',
    );
    const before = browsersOf();
    expect((await farm.ended(first.id)).status).toBe('completed');
    const secondId = await farm.upload(await makeProject(files(looking)), 'ben');
    const second = await farm.submit(secondId, OPTIONS, { owner: 'ben' });
    const between = new Set<number>();
    await until(
      async () => {
        const { status } = (await farm.farm.renders.get(second.id)) ?? {};
        if (status === 'rendering' || status === 'assembling') for (const pid of browsersOf()) between.add(pid);
        return status === 'completed' || status === 'failed';
      },
      () => 'the second render goes on',
    );
    const record = await farm.ended(second.id);
    expect(record.status, record.error?.message).toBe('completed');
    for (const pid of before) expect(between).not.toContain(pid);
    const [red, green] = (await decode(await farm.output(record))).pixel(9, 80, 45);
    expect([red < 24, green > 230]).toEqual([true, true]);
    // The composition itself sees nothing of its last render either.
    const again = await farm.ended((await farm.submit(secondId, { ...OPTIONS, fps: 12 }, { owner: 'ben' })).id);
    expect((await decode(await farm.output(again))).pixel(9, 80, 45)[0]).toBeLessThan(24);
  });
});

/** A worker that ends by itself: its exit status and what it said. */
async function ending(env: Readonly<Record<string, string>>): Promise<{ status: number | null; words: string }> {
  const child = spawn(process.execPath, [join(repository, 'apps/worker/dist/main.js')], {
    env: { ...process.env, REDIS_URL: farm.redis.url, FRAMEFARM_STORE: join(scratchDirectory(), 'store'), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [words, [status]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { status: status as number | null, words };
}

// Each waits for a worker to start and to end, so they wait together.
describe('the sandbox of a worker', () => {
  it.runIf(isRoot && sandboxed)(
    'is needed: where it cannot be had nothing starts, and the reason is told',
    { concurrent: true },
    async () => {
      const closed = scratchDirectory();
      chmodSync(closed, 0o700);
      const { status, words } = await ending({ FRAMEFARM_SCRATCH_DIR: closed });
      expect(status).toBe(1);
      expect(words).toContain(`SANDBOX_UNAVAILABLE: the Chromium sandbox cannot be had`);
      expect(words).toContain(`${closed} is closed`);
      expect(words).toContain('FRAMEFARM_SANDBOX=off');
      expect(readdirSync(closed)).toEqual([]);
    },
  );

  // With the sandbox: worker.test.ts.
  it.concurrent('off: a browser that does not start ends the worker', async () => {
    const path = await wrappedBrowser('exit 3');
    const { status, words } = await ending({ FRAMEFARM_SANDBOX: 'off', FRAMEFARM_BROWSER_PATH: path });
    expect(status).toBe(1);
    expect(words).toContain(`FRAMEFARM_BROWSER_PATH "${path}": `);
  });

  it.concurrent('takes on and off, and nothing else', async () => {
    const { status, words } = await ending({ FRAMEFARM_SANDBOX: 'no' });
    expect(status).toBe(2);
    expect(words).toContain('FRAMEFARM_SANDBOX "no": must be one of on, off');
  });

  it.concurrent('is switched off by its operator alone, who sees it in the log and in the list of workers', async () => {
    const listed = async (name: string) => (await farm.farm.workers.list()).find((one) => one.name === name);
    expect((await listed('one'))?.sandbox).toBe(sandboxed);
    worker.kill('SIGTERM');
    await worker.ended;
    const closed = scratchDirectory();
    const trusting = await farm.worker('trusting', { FRAMEFARM_SANDBOX: 'off', FRAMEFARM_SCRATCH_DIR: closed });
    expect(trusting.log()).toContain('the Chromium sandbox is off (FRAMEFARM_SANDBOX=off)');
    expect((await listed('trusting'))?.sandbox).toBe(false);
    const compositionId = await farm.upload(await makeProject({ 'index.html': composition('<p>text</p>') }));
    expect((await farm.ended((await farm.submit(compositionId, OPTIONS)).id)).status).toBe('completed');
  });
});
