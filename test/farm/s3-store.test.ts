/** A whole farm whose store is S3, with a server that checks every signature (issue 4, Storage). */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FarmProcess, startFarm } from '../support/farm/farm-process.js';
import { composition, makeProject, scratchDirectory } from '../support/projects/project.js';
import { useBundledFfmpeg } from '../support/renders/bundled-ffmpeg.js';
import { framefarm } from '../support/renders/command-line.js';
import { ACCOUNT, BUCKET, type S3Server, startS3 } from '../support/s3/server.js';

useBundledFfmpeg();

let server: S3Server;
let farm: FarmProcess;

beforeAll(async () => {
  server = await startS3();
  farm = await startFarm({ flags: ['--slots', '1'], env: { ...server.env(), FRAMEFARM_STORE: `s3://${BUCKET}/farm` } });
});
afterAll(async () => {
  await farm?.stop();
  await server?.close();
});

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

// Each waits for the farm, so they wait together.
describe('a farm that keeps its files in S3', () => {
  it.concurrent('renders for the command line, and answers downloads with signed URLs', async () => {
    const project = await makeProject({ 'index.html': composition('<p>kept in a bucket</p>', { duration: 0.2 }) });
    const env = { FRAMEFARM_URL: farm.url, XDG_STATE_HOME: scratchDirectory() };
    const result = await framefarm(['render', '.', '-q', 'draft', '-o', 'out.mp4', '--json'], { cwd: project, env });
    expect(result.exitCode, `${result.stdout}\n${result.stderr}`).toBe(0);
    const { renderId, sha256: told } = result.events().findLast(({ type }) => type === 'render-complete') ?? {};
    const file = readFileSync(join(project, 'out.mp4'));
    expect(sha256(file)).toBe(told);
    const kept = [...server.bucket.objects.keys()];
    for (const folder of ['compositions', 'chunks', 'outputs']) {
      expect(
        kept.some((key) => key.startsWith(`farm/${folder}/`)),
        folder,
      ).toBe(true);
    }

    const output = `${farm.url}/renders/${renderId}/output`;
    const answer = await fetch(output, { redirect: 'manual' });
    expect(answer.status).toBe(307);
    const signed = answer.headers.get('location') ?? '';
    expect(signed).toContain('X-Amz-Expires=900');
    const fetched = await fetch(signed);
    expect(fetched.headers.get('content-type')).toBe('video/mp4');
    expect(sha256(new Uint8Array(await fetched.arrayBuffer()))).toBe(told);
    for (const changed of [
      signed.replace('X-Amz-Expires=900', 'X-Amz-Expires=901'),
      signed.replace('/out', '/other'),
    ]) {
      expect(changed).not.toBe(signed);
      expect((await fetch(changed)).status).toBe(403);
    }

    const head = await fetch(output, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, `${file.length}`]);
    const streamed = await fetch(`${output}?redirect=false`, { redirect: 'manual', headers: { range: 'bytes=4-' } });
    expect(streamed.status).toBe(206);
    expect(Buffer.from(await streamed.arrayBuffer())).toEqual(file.subarray(4));
    expect(JSON.stringify(await fetch(`${farm.url}/renders/${renderId}`).then((found) => found.json()))).not.toMatch(
      new RegExp(`${ACCOUNT.accessKeyId}|${BUCKET}`),
    );
  });

  it.concurrent('keeps a png-sequence as one archive that has its pictures one by one too, over HTTP and for the command line', async () => {
    const html = composition('<p>three pictures</p>', { duration: 0.1 });
    const project = await makeProject({ 'index.html': html });
    const env = { FRAMEFARM_URL: farm.url, XDG_STATE_HOME: scratchDirectory() };
    const result = await framefarm(['render', '.', '--format', 'png-sequence', '-o', 'here', '--json'], {
      cwd: project,
      env,
    });
    expect(result.exitCode, `${result.stdout}\n${result.stderr}`).toBe(0);
    const { renderId } = result.events().findLast(({ type }) => type === 'render-complete') ?? {};
    const names = ['frame_000001.png', 'frame_000002.png', 'frame_000003.png'];
    expect(readdirSync(join(project, 'here')).sort()).toEqual(names);

    const render = `${farm.url}/renders/${renderId}`;
    const { output } = (await (await fetch(render)).json()) as { output: { sha256: string; size: number } };
    const answer = await fetch(`${render}/output`, { redirect: 'manual' });
    expect(answer.status).toBe(307);
    const whole = await fetch(answer.headers.get('location') ?? '');
    expect(whole.headers.get('content-type')).toBe('application/zip');
    const archive = new Uint8Array(await whole.arrayBuffer());
    expect([sha256(archive), archive.length]).toEqual([output.sha256, output.size]);
    for (const name of names) {
      const one = await fetch(`${render}/output/${name}`);
      expect([one.status, one.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(Buffer.from(await one.arrayBuffer())).toEqual(readFileSync(join(project, 'here', name)));
    }
    expect((await fetch(`${render}/output/frame_000004.png`)).status).toBe(404);

    const fetched = await framefarm(['farm', 'output', `${renderId}`, '-o', 'again'], { cwd: project, env });
    expect(fetched.exitCode, fetched.stderr).toBe(0);
    for (const name of names) {
      expect(readFileSync(join(project, 'again', name))).toEqual(readFileSync(join(project, 'here', name)));
    }
  });
});

describe('a farm whose S3 settings are wrong', () => {
  it('does not start, names the variable and shows no secret', async () => {
    const data = join(scratchDirectory(), 'data');
    const env = { REDIS_URL: '', FRAMEFARM_STORE: `s3://${BUCKET}/farm`, S3_ACCESS_KEY_ID: '', AWS_ACCESS_KEY_ID: '' };
    const given = { ...env, S3_ENDPOINT: 'nowhere', S3_SECRET_ACCESS_KEY: 'only-for-me' };
    const result = await framefarm(['farm', 'start', '--data', data, '--port', '0', '--health-port', '0'], {
      env: given,
    });
    expect(result.exitCode).not.toBe(0);
    expect(result.stderr).toContain('S3_ENDPOINT "nowhere": must be an http or https URL');
    expect(`${result.stdout}${result.stderr}`).not.toContain('only-for-me');
  });
});
