/** Sources of media that are no URLs: told as what cannot be found, like any other. */
import type { Warning } from '@framefarm/contract';
import { expect, it } from 'vitest';
import { MediaSources } from '../../../libs/render/src/media/media-sources.js';

type Parts = ConstructorParameters<typeof MediaSources>;

function sources(warnings: Omit<Warning, 'count'>[]): MediaSources {
  const site = { origin: { url: 'http://127.0.0.1:8000' } } as Parts[1];
  const inline = { describe: async () => null, locate: async () => null } as unknown as Parts[2];
  const report = { warn: (warning: Warning) => warnings.push(warning) } as unknown as Parts[4];
  const project = { unreadable: new Set() } as unknown as Parts[0];
  return new MediaSources(project, site, inline, {} as Parts[3], report, new AbortController().signal);
}

it.each(['http://[', 'https://x y/a.mp3', '//['])('%j cannot be found', async (url) => {
  const warnings: Omit<Warning, 'count'>[] = [];
  const known = sources(warnings);
  expect(await known.get(url, 'audio', 'song')).toBeNull();
  expect(warnings).toMatchObject([{ code: 'media_load_failed', message: expect.stringContaining('cannot be found') }]);
  await expect(known.get(url, 'video', 'film')).rejects.toMatchObject({ code: 'VIDEO_SOURCE_UNRENDERABLE' });
});

it('a blob: URL is told of as what it is', async () => {
  const url = 'blob:http://127.0.0.1:8000/4064ba1b-c451-4661-9bc8-19f250eaef6e';
  await expect(sources([]).get(url, 'video', 'film')).rejects.toMatchObject({
    code: 'VIDEO_SOURCE_UNRENDERABLE',
    message: `<video id="film" src="${url}">: only the page that made this URL can read it; name a file, or a data: URL in the document`,
  });
});
