/** What a page may reach (composition-format 11.1): nothing private, unless it is allowed by name. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProject } from '../../support/projects/project.js';
import { cell, place, renderProject, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

const TEN = ['--fps', '10'];
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16" fill="#00ff00"/></svg>';

describe('a server on this machine', () => {
  let server: Server;
  let origin: string;
  const asked: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('content-type', 'image/svg+xml');
      response.end(SVG);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  /** WebSockets and requests that send data stay refused even where an origin is allowed, and are told. */
  const project = (sends: boolean) =>
    makeProject({
      'index.html': scene(
        `${cell(0, 'red', 'id="box"')}<img src="${origin}/image.svg" style="${place(1)}"><script>
          fetch('${origin}/fetched').then(() => { document.getElementById('box').style.background = '#00ff00'; }, () => {});
          ${sends ? `navigator.sendBeacon('${origin}/beacon', 'x'); try { new WebSocket('${origin.replace('http', 'ws')}/socket'); } catch {}` : ''}
        </script><iframe src="${origin}/frame" style="${place(2)};border:0"></iframe>`,
      ),
    });

  it('is never asked, by whatever way, and the refusal names the host', async () => {
    const shown = await renderProject(await project(true), { flags: TEN });
    expect(asked).toEqual([]);
    expect(shown.runs(0)).toBe('10 red');
    expect(shown.warnings).toContain('network_blocked');
    expect(shown.warning('network_blocked')).toContain('127.0.0.1');
    expect(new Set(shown.warnings)).toEqual(new Set(['network_blocked', 'media_load_failed']));
  });

  it('answers when its origin is allowed', async () => {
    const shown = await renderProject(await project(false), { flags: [...TEN, '--allow-network', origin] });
    expect(asked.toSorted()).toEqual(['/fetched', '/frame', '/image.svg']);
    expect(shown.runs(1)).toBe('10 lime');
    expect(shown.runs(0)).toBe('10 lime');
    expect(shown.complete.warnings).toEqual([]);
  });

  const pictures = async (body: string) => {
    const project = await makeProject({ 'index.html': scene(body) });
    return renderProject(project, { flags: ['--fps', '20', '--allow-network', origin] });
  };

  it('gives pictures that a surface draws too', async () => {
    const shows: readonly (readonly [what: string, show: (src: string, at: string) => string])[] = [
      ['an image', (src, at) => `<img src="${src}" style="${at}">`],
      [
        'an image of a script, on a canvas too',
        (src, at) =>
          `<canvas width="16" height="16" style="${at}"></canvas><script>{ const image = new Image(); image.src = '${src}';
          image.onload = () => document.querySelector('canvas').getContext('2d').drawImage(image, 0, 0); }</script>`,
      ],
      ['a background', (src, at) => `<div style="${at};background:center/cover url(${src})"></div>`],
      [
        'a background by a rule in body, inside of another one, and by keyframes',
        (src, at) =>
          `<style>@media all { .half { ${at}; &.left { background: no-repeat url("${src}"); width: 8px } } }
         @keyframes shows { from, to { background: url('${src}&keyframes') } } .right { animation: shows 1s; margin-left: 8px; width: 8px }</style>
         <b class="half left"></b><b class="half right"></b>`,
      ],
      [
        'a background that a script writes, of a picture that may be read already',
        (src, at) => `<b style="${place(19)};background:url(${src})"></b><b id="later" style="${at}"></b><script>
        addEventListener('hf-seek', () => { document.getElementById('later').style.background = 'url(${src})'; });</script>`,
      ],
    ];
    // Pictures of their own: one that may be read already is shown by any way.
    const body = shows.map(([, show], index) => show(`${origin}/image.svg?${index}`, place(index)));
    const shown = await pictures(body.join(''));
    expect(shows.map(([what], index) => [what, shown.runs(index)])).toEqual(shows.map(([what]) => [what, '20 lime']));
    expect(shown.complete.capture.path).toBe('surface');
  });

  it.each([
    [
      'of a background by a variable, which is asked for as one that may not be read',
      (src: string) => `<div style="${place(1)};--own:url(${src});background:var(--own)"></div>`,
    ],
    [
      'that is there as one that may be read and as one that may not',
      (src: string) => `<img src="${src}" style="${place(2)}"><p></p><script>
        document.querySelector('p').innerHTML = '<img src="${src}" style="${place(1)}">';</script>`,
    ],
  ])('gives a picture %s, to pages that no surface draws', async (_, show) => {
    const shown = await pictures(show(`${origin}/image.svg`));
    expect([shown.runs(1), shown.complete.capture.path]).toEqual(['20 lime', 'beginframe']);
  });
});
