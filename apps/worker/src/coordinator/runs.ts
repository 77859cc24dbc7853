/**
 * How the chunks of a render are handed out: in runs of consecutive chunks, one per capture step. Boundaries of chunks are
 * those of the plan and never move; only how many go together follows from what was measured (issue 4, Workers). Pure.
 */

/** Time that a run aims at, ms: long enough that its overhead is small, short enough that little is lost with a worker. */
export const TARGET_RUN_MS = 20_000;
/** Frames of a run while nothing has been measured. */
const FIRST_RUN_FRAMES = 150;
/** A run that takes this many times the median has a straggler (farm-practice 4). */
const STRAGGLER_FACTOR = 3;
/** No run is doubled before it ran this long, ms: opening a page has to be paid twice then. */
const STRAGGLER_LEAST_MS = 10_000;

export interface OpenChunk {
  readonly index: number;
  readonly frames: number;
}

export interface RunsInput {
  /** Chunks that are neither committed nor in a run, ascending. */
  readonly open: readonly OpenChunk[];
  /** Runs that no worker has claimed yet. */
  readonly waiting: number;
  /** Lanes of the farm that could capture, at least 1, and those that do nothing now. */
  readonly slots: number;
  readonly idleSlots: number;
  /** Measured over committed chunks; null before the first. */
  readonly msPerFrame: number | null;
  /** The `chunks` of the submission: into how many runs to cut, or by measured speed. */
  readonly asked: number | 'auto';
  /** Chunks of the whole plan. */
  readonly planned: number;
}

/** The runs to queue now: no more than lanes are idle and one, so that a worker that is done finds the next one waiting. */
export function nextRuns(input: RunsInput): number[][] {
  const runs: number[][] = [];
  let open = input.open;
  while (open.length > 0 && input.waiting + runs.length < input.idleSlots + 1) {
    const run = input.asked === 'auto' ? bySpeed(open, input) : byNumber(open, input.asked, input.planned);
    runs.push(run.map((chunk) => chunk.index));
    open = open.slice(run.length);
  }
  return runs;
}

function bySpeed(open: readonly OpenChunk[], { msPerFrame, slots }: RunsInput): readonly OpenChunk[] {
  const left = open.reduce((sum, chunk) => sum + chunk.frames, 0);
  const target = msPerFrame === null ? FIRST_RUN_FRAMES : TARGET_RUN_MS / Math.max(msPerFrame, 0.01);
  // An equal share of what is left, so that lanes end together.
  const most = Math.min(target, left / Math.max(1, slots));
  let frames = 0;
  return whileConsecutive(open, (chunk, taken) => {
    frames += chunk.frames;
    return taken === 0 || frames <= most;
  });
}

/** Chunks of the plan in `asked` groups of nearly the same size; a run stays within its group. */
function byNumber(open: readonly OpenChunk[], asked: number, planned: number): readonly OpenChunk[] {
  const groups = Math.min(asked, planned);
  const groupOf = (index: number): number => Math.floor((index * groups) / planned);
  const group = groupOf(open[0]?.index ?? 0);
  return whileConsecutive(open, (chunk) => groupOf(chunk.index) === group);
}

function whileConsecutive(
  open: readonly OpenChunk[],
  fits: (chunk: OpenChunk, taken: number) => boolean,
): readonly OpenChunk[] {
  const first = open[0]?.index ?? 0;
  const end = open.findIndex((chunk, taken) => chunk.index !== first + taken || !fits(chunk, taken));
  return end === -1 ? open : open.slice(0, end);
}

export interface CommittedChunk {
  readonly frames: number;
  /** Wall-clock milliseconds of its capture. */
  readonly ms: number;
}

/** Median milliseconds per frame; null without any chunk. */
export function medianMsPerFrame(chunks: readonly CommittedChunk[]): number | null {
  const rates = chunks.map(({ ms, frames }) => ms / Math.max(1, frames)).sort((a, b) => a - b);
  return rates[Math.floor(rates.length / 2)] ?? null;
}

/** True when a run that began `elapsedMs` ago takes so long that another lane should try it too. */
export function isStraggler(elapsedMs: number, frames: number, msPerFrame: number | null): boolean {
  if (msPerFrame === null || elapsedMs < STRAGGLER_LEAST_MS) return false;
  return elapsedMs > STRAGGLER_FACTOR * msPerFrame * frames;
}
