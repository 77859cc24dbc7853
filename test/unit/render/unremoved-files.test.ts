/** What is closed while its temporary files cannot be removed: they go with the process, and nobody's result depends on them. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { launchBrowser } from '../../../libs/browser/src/launch/launch.js';
import type { LaunchOptions } from '../../../libs/browser/src/launch/owned-browser.js';
import { type ContainerRequest, openContainer } from '../../../libs/container/src/session/open-container.js';
import type { RenderRequest } from '../../../libs/render/src/api.js';
import type { LiveRequest } from '../../../libs/render/src/live/live-api.js';
import { openLive } from '../../../libs/render/src/live/open-live.js';
import { openRenderSession } from '../../../libs/render/src/render-session.js';
import { scratchDirectory } from '../../support/projects/project.js';

const refused = vi.fn();
afterEach(() => void refused.mockClear());

vi.mock('@framefarm/process', async (original) => {
  const process = await original<typeof import('@framefarm/process')>();
  return {
    ...process,
    createScratch: async (...where: Parameters<typeof process.createScratch>) => {
      const scratch = await process.createScratch(...where);
      const remove = async (): Promise<void> => {
        refused();
        await scratch.remove();
        throw new Error('EBUSY: resource busy or locked, rm');
      };
      return { ...scratch, remove };
    },
  };
});

const projectDir = scratchDirectory();

describe('temporary files that cannot be removed', () => {
  afterEach(() => expect(refused).toHaveBeenCalled());

  it('keep no session from closing, as its caller has more to close', async () => {
    const { render, close } = openRenderSession();
    // It has a place then, and fails for want of everything else.
    await expect(render({ options: {} } as RenderRequest)).rejects.toThrow();
    refused.mockClear();
    await expect(close()).resolves.toBeUndefined();
  });

  it('keep no preview from closing', async () => {
    const options = { packages: { dirs: [] }, network: { allow: [] } };
    const request = { projectDir, host: '127.0.0.1', options, site: () => ({}) };
    const { close } = await openLive(request as unknown as LiveRequest);
    await expect(close()).resolves.toBeUndefined();
  });

  it('take the place of no failure of a browser', async () => {
    const browser = { path: '/bin/false', kind: 'headless-shell', origin: 'explicit', version: '1', webgl: false };
    const options = { browser, scratchDir: projectDir, originPort: 1, sandbox: false, window: {}, scale: 1 };
    await expect(launchBrowser(options as unknown as LaunchOptions)).rejects.toMatchObject({ code: 'BROWSER_CRASHED' });
  });

  it('take the place of no failure of a container', async () => {
    // Nothing below /dev, where temporary files of a test may be, is given to a container.
    const dir = await mkdtemp('/var/tmp/framefarm-test-');
    await writeFile(join(dir, 'index.html'), '');
    await chmod(dir, 0o755);
    const request: ContainerRequest = {
      engine: {
        program: '/bin/false' as 'docker',
        title: 'none',
        version: '1',
        cores: 1,
        memoryBytes: 1e9,
        rootless: false,
      },
      ...{ image: 'none', projectDir: dir, entry: 'index.html', packageDirs: [], outputDir: join(dir, 'out') },
      ...{ network: false, log: false, env: {}, signal: new AbortController().signal },
    };
    await expect(openContainer(request)).rejects.toMatchObject({ code: expect.stringMatching(/^CONTAINER_/) });
    await rm(dir, { recursive: true });
  });
});
