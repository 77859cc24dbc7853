/**
 * One whole render with Remotion: bundling, choosing the composition, frames, encoding.
 *
 *   node render.mjs <JSON: { id, props, output, browser, concurrency }>
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '@remotion/bundler';
import { renderMedia, selectComposition } from '@remotion/renderer';

const { id, props, output, browser, concurrency } = JSON.parse(process.argv[2]);
const common = { inputProps: props, browserExecutable: browser, chromeMode: 'headless-shell', logLevel: 'error' };

const serveUrl = await bundle({ entryPoint: join(import.meta.dirname, 'index.js'), enableCaching: false });
try {
  const composition = await selectComposition({ ...common, serveUrl, id });
  await renderMedia({
    ...common,
    serveUrl,
    composition,
    codec: 'h264',
    crf: 18,
    x264Preset: 'medium',
    colorSpace: 'bt709',
    concurrency,
    outputLocation: output,
  });
} finally {
  rmSync(serveUrl, { recursive: true, force: true });
}
