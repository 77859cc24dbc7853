/** A state in a word and a colour; the word alone is enough. */
import { words } from '../figures.js';

const TONES: Readonly<Record<string, string>> = {
  completed: 'good',
  failed: 'bad',
  failing: 'bad',
  partial: 'bad',
  cancelled: 'dim',
  cancelling: 'dim',
  skipped: 'dim',
  queued: 'dim',
};

export function StatusMark({ status }: { readonly status: string }) {
  return <span class={`mark ${TONES[status] ?? 'busy'}`}>{words(status)}</span>;
}
