/** How the pictures of a settled page are taken: what is known of its surface, proved of it now, or left to its capture. */

import type { ChunkPlan } from '@framefarm/contract';
import {
  type CaptureDecision,
  type CaptureFacts,
  confirmSurface,
  decideCapture,
  equalIn,
  KNOWN_EQUAL,
  lookThrough,
  proveSurface,
  remembers,
  sampleFrames,
  TO_BE_COMPARED,
  trustSurface,
} from '../surface/choose-capture.js';
import type { SurfaceVerdict } from '../surface/knowledge.js';
import type { Compared } from '../surface/reference.js';
import { referenceCodings } from '../surface/reference.js';
import type { UnprovedSurface } from './prepared-render.js';

/** What is decided from. */
export interface Trial {
  readonly facts: CaptureFacts;
  /** To which lanes may jump. */
  readonly chunks: readonly ChunkPlan[];
  /** What renders before have found out about the document's surface. */
  readonly known: SurfaceVerdict | undefined;
  /** Pictures of the surface, as they are compared. */
  readonly onSurface: Compared;
  /** The same of those that the stage was opened for. */
  readonly asOpened: Compared;
  /** How good the browser's own pictures are that it is compared with. */
  readonly look: 'quick' | 'exact';
  /** The surface may be proved while it is captured. */
  readonly isProvedBeside: boolean;
  /** Nothing is captured. */
  readonly dryRun: boolean;
  /** What a known surface cannot show is looked for in all frames. */
  readonly looksAhead: boolean;
  /** Keeps what was found out for later renders of the document. */
  readonly learn: (decision: CaptureDecision) => void;
  /** Counts work among the checks of the render. */
  readonly time: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface Way {
  readonly capture: CaptureDecision;
  /** As of the prepared render. */
  readonly unproved: UnprovedSurface | null;
}

/** The way as far as it takes no whole proof; null where the surface has to be proved first. */
export async function wayWithoutProof(trial: Trial): Promise<Way | null> {
  const { facts, known, isProvedBeside } = trial;
  const decided = await decideCapture(facts, known);
  if (decided !== null) return { capture: decided, unproved: null };
  // One look at the first frame says little of a page that remembers.
  if (known !== undefined && !(isProvedBeside && remembers(facts.page))) {
    return { capture: await confirmed(trial), unproved: null };
  }
  if (!isProvedBeside) return null;
  return trial.dryRun ? { capture: await foretold(trial), unproved: null } : trusted(trial);
}

/** Proves the surface now, with frames of the whole composition. */
export async function wayByProof({ facts, asOpened, look, learn, time }: Trial): Promise<CaptureDecision> {
  const capture = await time(() => proveSurface(facts, asOpened, referenceCodings(asOpened)[look]));
  // A page that remembers may be proved beside another capture.
  if (capture.undecided === undefined && !remembers(facts.page)) learn(capture);
  return capture;
}

/** Of a document whose surface was proved before. */
async function confirmed({ facts, onSurface, look, looksAhead, time }: Trial): Promise<CaptureDecision> {
  const coding = referenceCodings(onSurface)[look];
  const capture = await time(() => confirmSurface(facts, onSurface, coding, KNOWN_EQUAL));
  if (!looksAhead || capture.path !== 'surface') return capture;
  return time(() => lookThrough(facts, capture));
}

/** What a capture would come to. Nothing is learned of what nobody compares. */
async function foretold({ facts, time }: Trial): Promise<CaptureDecision> {
  const capture = await time(() => trustSurface(facts, TO_BE_COMPARED));
  return capture.path === 'surface' ? time(() => lookThrough(facts, capture)) : capture;
}

/** The capture compares some of its frames on its way. */
async function trusted({ facts, chunks, learn, time }: Trial): Promise<Way> {
  const samples = sampleFrames(facts.frames, chunks);
  const capture = await time(() => trustSurface(facts, equalIn(samples)));
  if (capture.path !== 'surface') {
    learn(capture);
    return { capture, unproved: null };
  }
  const frames = samples.toSorted((a, b) => a - b);
  return { capture, unproved: { frames, onProved: () => learn(capture), remembers: remembers(facts.page) } };
}
