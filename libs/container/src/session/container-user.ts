/** Whom a container works as, so that its outputs belong to the caller and Chromium keeps its sandbox. */
import { FramefarmError } from '@framefarm/contract';
import type { Engine } from '../engine/engine.js';

export interface UserId {
  readonly uid: number;
  readonly gid: number;
}

export interface ContainerUser {
  /** In the container; null: that of the image. */
  readonly inside: UserId | null;
  /** Whom outputs are given to afterwards; null: they belong to the caller already. */
  readonly giveTo: UserId | null;
}

/** The user of the images (docker/Dockerfile), who stands in for root: Chromium has no sandbox as root. */
const IMAGE_USER: UserId = { uid: 10_001, gid: 10_001 };

/** @throws FramefarmError CONTAINER_ENGINE_UNAVAILABLE for an engine whose only user with the caller's files is root. */
export function containerUser(
  { program, rootless, title }: Pick<Engine, 'program' | 'rootless' | 'title'>,
  uid: number | undefined = process.getuid?.(),
  gid: number | undefined = process.getgid?.(),
): ContainerUser {
  if (uid === undefined || gid === undefined) return { inside: null, giveTo: null };
  if (uid === 0) return { inside: IMAGE_USER, giveTo: { uid, gid } };
  if (rootless && program === 'docker') {
    throw new FramefarmError(
      'CONTAINER_ENGINE_UNAVAILABLE',
      `${title} runs rootless: in its containers only root has the files of user ${uid}, and Chromium has no sandbox as root`,
      { hint: 'Use Podman, which can keep the user, or a Docker that runs as a service of the system.' },
    );
  }
  return { inside: { uid, gid }, giveTo: null };
}
