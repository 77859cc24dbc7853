import { describe, expect, it } from 'vitest';
import type { Tools } from '../../../libs/render/src/place/tools.js';
import { rememberTools } from '../../../libs/render/src/place/tools.js';

type Found = Awaited<ReturnType<Tools['ffmpeg']>>;

describe('tools of a session', () => {
  it('are looked for once per path, also by renders that begin together', async () => {
    const asked: (string | null)[] = [];
    const tools = rememberTools({
      ffmpeg: async (path) => {
        asked.push(path);
        return { ffmpegPath: path ?? 'found' } as Found;
      },
      browser: () => Promise.reject(new Error('not asked for')),
    });
    await Promise.all([tools.ffmpeg(null), tools.ffmpeg(null), tools.ffmpeg('/own/ffmpeg')]);
    expect((await tools.ffmpeg('/own/ffmpeg')).ffmpegPath).toBe('/own/ffmpeg');
    expect(asked).toEqual([null, '/own/ffmpeg']);
  });

  it('that were not found are looked for again', async () => {
    let installed = false;
    const tools = rememberTools({
      ffmpeg: async () => {
        if (!installed) throw new Error('not there yet');
        return { ffmpegPath: 'now' } as Found;
      },
      browser: () => Promise.reject(new Error('not asked for')),
    });
    await expect(tools.ffmpeg(null)).rejects.toThrow('not there yet');
    installed = true;
    expect((await tools.ffmpeg(null)).ffmpegPath).toBe('now');
  });
});
