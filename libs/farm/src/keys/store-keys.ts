/** Where in the store everything of the farm lies: the one place that makes its keys. Pure. */
import { createHash } from 'node:crypto';

/** What a key may hold between two slashes, and what this file leaves as it is. */
const SAFE = /^[A-Za-z0-9_-][A-Za-z0-9._=-]{0,99}$/;

/**
 * Any text as one segment of a key: itself where it is safe, else its safe characters with a hash behind them, so that two
 * texts never meet.
 */
export function keySegment(text: string): string {
  if (SAFE.test(text)) return text;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  // A leading `=` cannot stem from a text that was left as it is, whatever follows it.
  return `=${text.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 60)}-${hash}`;
}

/** The file name of an output as a segment: its last part, with its extension behind the hash where one is needed. */
function fileSegment(name: string): string {
  if (SAFE.test(name)) return name;
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  return `${keySegment(name)}${extension}`;
}

const runOf = (renderId: string, epoch: number): string => `renders/${keySegment(renderId)}/${epoch}`;

const attemptOf = (renderId: string, epoch: number, fence: number): string =>
  `outputs/${keySegment(renderId)}/${epoch}-${fence}/`;

/** The run that an output, or its manifest, is of; 0 for a key that is no output's. */
export function epochOfOutput(key: string): number {
  return Number(/^outputs\/[^/]+\/(\d+)-\d+\//.exec(key)?.[1] ?? 0);
}

export const STORE_KEYS = {
  /** The archive of an uploaded project. */
  composition: (owner: string, id: string): string => `compositions/${keySegment(owner)}/${keySegment(id)}`,
  /** All that a run of a render leaves beside its output; ends with `/`. */
  run: (renderId: string, epoch: number): string => `${runOf(renderId, epoch)}/`,
  /** All runs of a render; ends with `/`. */
  render: (renderId: string): string => `renders/${keySegment(renderId)}/`,
  prepared: (renderId: string, epoch: number, fence: number): string =>
    `${runOf(renderId, epoch)}/prepared-${fence}.json`,
  sound: (renderId: string, epoch: number, fence: number, extension: string): string =>
    `${runOf(renderId, epoch)}/sound-${fence}${extension}`,
  /** Pictures of a video that belong to one run, because nothing else may use them. */
  ownPictures: (renderId: string, epoch: number, video: number, fence: number): string =>
    `${runOf(renderId, epoch)}/pictures-${video}-${fence}.tar`,
  /** Pictures of a video by content. */
  pictures: (owner: string, contentKey: string): string => `pictures/${keySegment(owner)}/${contentKey}.tar`,
  /** A chunk that belongs to one run. `extension` begins with a dot. */
  ownChunk: (renderId: string, epoch: number, index: number, fence: number, extension: string): string =>
    `${runOf(renderId, epoch)}/chunks/${index}-${fence}${extension}`,
  /** A chunk by content. */
  chunk: (owner: string, chunkKey: string, extension: string): string =>
    `chunks/${keySegment(owner)}/${chunkKey}${extension}`,
  output: (renderId: string, epoch: number, fence: number, fileName: string): string =>
    `${attemptOf(renderId, epoch, fence)}${fileSegment(fileName)}`,
  /** All that one claim of the step `assemble` put into the store; ends with `/`. */
  outputsOfClaim: (renderId: string, epoch: number, fence: number): string => attemptOf(renderId, epoch, fence),
  /** All outputs of a render; ends with `/`. */
  outputs: (renderId: string): string => `outputs/${keySegment(renderId)}/`,
  /** Facts about an output, beside it. */
  manifest: (outputKey: string): string => `${outputKey}.manifest.json`,
} as const;
