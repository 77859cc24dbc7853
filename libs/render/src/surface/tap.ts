/** Whether a render whose page is not drawn on a surface may tap the compositor's pictures instead of having them coded. */
import { reusesFrames, type Stage } from '@framefarm/browser';
import { asFramefarmError } from '@framefarm/contract';
import { freeMemory } from '@framefarm/process';
import type { PictureKind } from '../plan/purpose.js';
import type { CaptureDecision } from './choose-capture.js';
import { differs, sameEnough } from './difference.js';
import type { SurfaceKnowledge } from './knowledge.js';
import { type Compared, readReference } from './reference.js';

/** Below this many frames opening it costs more than it saves. */
const MIN_FRAMES = 20;
/** The codec of pictures that it is compared with: exact, as one is enough. */
const CODING = 'fast-png';

export interface TapFacts {
  readonly picture: PictureKind;
  /** Of the whole composition. */
  readonly frames: number;
  /** Pixels of a picture. */
  readonly width: number;
  readonly height: number;
}

/** Why pictures of this kind are not tapped; null when nothing speaks against it. */
export function tapObstacle({ picture, frames, width, height }: TapFacts): string | null {
  if (process.env.FRAMEFARM_TAP === 'off') return 'it is switched off';
  // Without a change it draws nothing.
  if (!reusesFrames()) return 'no frame is to be that of another (HF_STATIC_DEDUP)';
  if (picture.alpha) return 'the compositor hands out no alpha';
  if (picture.exact || picture.format !== 'mp4') return 'colours of each pixel are wanted';
  if (width % 8 !== 0 || height % 2 !== 0) return 'planes of this size cannot be tapped';
  return frames < MIN_FRAMES ? `the composition has fewer than ${MIN_FRAMES} frames` : null;
}

/** What it is decided from. */
export interface TapChoice {
  readonly facts: TapFacts;
  /** The decision for BeginFrame. */
  readonly capture: CaptureDecision;
  /** The settled planning stage, of the size of the pictures. */
  readonly stage: Stage;
  readonly knowledge: SurfaceKnowledge;
  /** Key of the document in `knowledge`. */
  readonly document: string;
  readonly compared: Compared;
  /** Gives a page pictures in place of those of its videos, which are not there yet. */
  readonly showStandIns: (stage: Stage) => Promise<void>;
  /** The page depends on what it has shown. */
  readonly remembers: boolean;
  /** Opens a spent stage anew, in its browser. */
  readonly reopen: () => Promise<Stage>;
}

/**
 * Has a render's pictures tapped if the first one is like the browser's own. `reopened`: in place of the planning stage, which is closed
 * then; a stage that captures is there in the one or the other unless it is spent.
 * @throws FramefarmError `BROWSER_CRASHED`, `DISK_FULL`.
 */
export async function tapIfAlike(
  choice: TapChoice,
): Promise<{ readonly capture: CaptureDecision; readonly reopened: Stage | null }> {
  const { capture, facts, knowledge, stage } = choice;
  const size = `${stage.browserVersion} ${facts.width}x${facts.height}`;
  // One page whose pictures differ says nothing of others.
  const ofDocument = `${size} ${choice.document}`;
  const known = knowledge.tap(size) ?? knowledge.tap(ofDocument);
  const without = (why: string, spent = capture.stageSpent): CaptureDecision => ({
    ...capture,
    reason: `${capture.reason}; its pictures are coded: ${why}`,
    stageSpent: spent,
  });
  const remembering =
    choice.remembers || capture.differed === true ? 'what the page shows may depend on the frames before' : null;
  const refuted = known === false ? 'tapped ones differed before' : null;
  const obstacle = remembering ?? refuted ?? tapObstacle(facts);
  if (obstacle !== null) return { capture: without(obstacle), reopened: null };
  const reopened = capture.stageSpent ? await choice.reopen() : null;
  const ofPage = await (reopened ?? stage).tapObstacle();
  if (ofPage !== null) return { capture: without(ofPage), reopened };
  const difference = await proveTap(reopened ?? stage, choice, known === true);
  if (known === undefined) knowledge.learnTap(difference === null ? size : ofDocument, difference === null);
  const spent = difference !== null;
  if (spent) await reopened?.close();
  const reason = `${capture.reason}; its pictures are tapped before they are coded`;
  return {
    capture:
      difference === null
        ? { ...capture, tapped: true, reason, stageSpent: spent || reopened !== null }
        : without(difference, true),
    reopened: spent ? null : reopened,
  };
}

/**
 * Opens the tap of a settled stage and compares its picture of what the page shows with the browser's own, unless that is `known`. Null
 * when they are alike: the stage captures through it from here on. Else why not, and the stage is spent.
 */
async function proveTap(stage: Stage, choice: TapChoice, known: boolean): Promise<string | null> {
  const { compared, showStandIns } = choice;
  try {
    if (known) {
      await stage.openTap();
      return null;
    }
    await showStandIns(stage);
    const reference = { coding: CODING, bytes: await stage.referencePicture(0, CODING) } as const;
    await stage.openTap();
    const [compare, planes] = await Promise.all([readReference(reference, compared), stage.captureFrame(0)]);
    const difference = compare(planes);
    freeMemory(planes);
    return sameEnough(difference, CODING) ? null : differs(0, difference);
  } catch (thrown) {
    const error = asFramefarmError(thrown);
    if (error.code === 'BROWSER_CRASHED' || error.code === 'DISK_FULL') throw error;
    return error.message;
  }
}
