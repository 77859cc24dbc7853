import { createHash } from 'node:crypto';
import { FRAMEFARM_PATH } from '@framefarm/contract';
import type { ExternalResolver } from './external-resolver.js';

export interface RemoteAsset {
  /** Absolute path of the downloaded file. */
  readonly file: string;
  readonly contentType: string;
  /** Path at which the origin serves it: `origin.addFile(path, file)`. */
  readonly path: string;
}

/**
 * Fetches a media file of another host ahead of capture, under the same guard and kept with the same bytes as what the
 * page loads (composition-format 11.1). Null when it cannot be had: the resolver then holds the warning, and the URL
 * stays as it is. `destination` is `video`, `audio` or `image`.
 */
export async function fetchRemoteAsset(
  url: string,
  destination: 'video' | 'audio' | 'image',
  resolver: ExternalResolver,
): Promise<RemoteAsset | null> {
  let target = url;
  // The resolver follows redirects itself and says where they ended; one more question gets the bytes.
  for (let step = 0; step < 2; step += 1) {
    const answer = await resolver.resolve({ url: target, destination });
    if (answer.kind === 'file') {
      const path = remoteAssetPath(url);
      return { file: answer.file, contentType: answer.headers['content-type'] ?? '', path };
    }
    if (answer.kind !== 'redirect') return null;
    target = answer.headers.location ?? target;
  }
  return null;
}

/** Path below the origin for a remote URL; keeps the ending, by which the content type is chosen. */
function remoteAssetPath(url: string): string {
  const ending = /\.[a-z0-9]{1,8}$/i.exec(new URL(url).pathname)?.[0].toLowerCase() ?? '';
  return `${FRAMEFARM_PATH}remote/${createHash('sha256').update(url).digest('hex').slice(0, 24)}${ending}`;
}
