/** Bundles the scripts of the preview's page and of its frame, and puts document and style beside them. */
import { cp, mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const out = here('./dist/ui-bundle');

await mkdir(out, { recursive: true });
await build({
  entryPoints: {
    ui: here('./src/ui/main.ts'),
    agent: here('./src/stage/agent.ts'),
    open: here('./src/stage/open.ts'),
    worker: here('./src/stage/worker.ts'),
  },
  outdir: out,
  bundle: true,
  format: 'iife',
  platform: 'browser',
  target: ['chrome120', 'firefox121', 'safari17'],
  conditions: ['framefarm-source'],
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
});
for (const file of ['index.html', 'ui.css']) await cp(here(`./src/ui/${file}`), `${out}/${file}`);
