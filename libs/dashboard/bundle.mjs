/** Bundles the script of the dashboard and puts document and style beside it. */
import { cp, mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const out = here('./dist/ui-bundle');

await mkdir(out, { recursive: true });
await build({
  entryPoints: { ui: here('./src/ui/main.tsx') },
  outdir: out,
  bundle: true,
  minify: true,
  format: 'iife',
  platform: 'browser',
  target: ['chrome120', 'firefox121', 'safari17'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  conditions: ['framefarm-source'],
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
});
for (const file of ['index.html', 'ui.css']) await cp(here(`./src/ui/${file}`), `${out}/${file}`);
