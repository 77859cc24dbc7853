/** Lines about a farm (cli 7). */
import { counted } from '@framefarm/contract';
import type { FarmNews } from '../../farm/news.js';
import { formatSeconds, formatSize } from '../text/quantities.js';
import { neutralisedLine } from '../text/terminal-text.js';

export function newsLine(news: FarmNews): string {
  switch (news.kind) {
    case 'project-packed': {
      const whole = `Project: ${counted(news.files, 'file')}, ${formatSize(news.size)}`;
      if (news.known) return `${whole}; the farm has it already`;
      const [largest] = news.largest;
      return largest === undefined
        ? whole
        : `${whole}; largest ${neutralisedLine(largest.path)} ${formatSize(largest.size)}`;
    }
    case 'project-uploaded':
      return `Sent ${formatSize(news.bytes)}`;
    case 'render-submitted':
      return `Submitted as ${neutralisedLine(news.renderId)} to ${news.url}`;
    case 'render-queued':
      return queuedLine(news.ahead);
    case 'render-waiting':
    case 'batch-waiting':
      return `Waits: ${neutralisedLine(news.message)}`;
    case 'batch-submitted':
      return `Submitted as ${neutralisedLine(news.batchId)} to ${news.url}`;
    case 'farm-lost':
      return `The connection to the farm was lost (${neutralisedLine(news.reason)}); trying again`;
    case 'farm-busy':
      return `The farm takes no more requests of this key for now; trying again in ${Math.ceil(news.waitMs / 1000)} s`;
  }
}

export function farmDryRunLine(): string {
  return 'Dry run: the farm would take this; nothing was rendered';
}

/** In place of the last line of a render whose output stays on the farm. */
export function watchedLine(
  id: string,
  output: { readonly durationSeconds: number; readonly width: number; readonly height: number; readonly size: number },
): string {
  const facts = `${formatSeconds(output.durationSeconds)}s, ${output.width}x${output.height}, ${formatSize(output.size)}`;
  return `Completed (${facts}); "framefarm farm output ${id}" fetches it`;
}

export function queuedLine(ahead: number): string {
  return ahead === 0 ? 'In the queue: next' : `In the queue: ${counted(ahead, 'render')} ahead`;
}

/** The commands by which somebody goes on with a render or batch, one a line. */
export function continueLines(id: string, farm: string): string[] {
  return ['watch', 'output', 'cancel']
    .filter((command) => command !== 'output' || id.startsWith('rnd_'))
    .map((command) => `  framefarm farm ${command} ${id} --farm ${farm}`);
}
