/** The health check of the images: asks a health listener, or starts the programs that a render needs. */
import { execFileSync } from 'node:child_process';

const [what = 'programs'] = process.argv.slice(2);
try {
  if (what === 'programs') execFileSync('ffmpeg', ['-version'], { stdio: 'ignore', timeout: 5_000 });
  else {
    const { ok, status } = await fetch(what, { signal: AbortSignal.timeout(4_000) });
    if (!ok) throw new Error(`${what} answers ${status}`);
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
