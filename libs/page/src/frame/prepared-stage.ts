/** What the frames of a render are shown with: tree, visibility and pictures of videos, for one frame rate. */
import type { Fps, RenderSetup } from '@framefarm/contract';
import type { PageTree } from '../document/page-tree.js';
import type { MediaLibrary } from '../media/library.js';
import { createPictures } from '../media/pictures.js';
import type { Stage } from './engine.js';
import { createVisibility } from './visibility.js';

export interface PreparedStage {
  fps(): Fps;
  /** As it was prepared, else prepared now for pages without pictures of videos. */
  now(): Stage;
  prepare(setup: RenderSetup): Stage;
  /** Something that it was made of has changed. */
  forget(): void;
}

export interface PreparedStageParts {
  readonly fps: Fps;
  readonly tree: PageTree;
  readonly media: MediaLibrary;
  /** Whether the page stands on a surface, which draws the pictures. */
  isDrawn(): boolean;
}

export function createPreparedStage(parts: PreparedStageParts): PreparedStage {
  const { tree, media, isDrawn } = parts;
  let { fps } = parts;
  let stage: Stage | null = null;

  const prepare = (setup: RenderSetup | null): Stage => {
    const resolved = tree.now() ?? tree.resolve();
    if (setup !== null) fps = setup.fps;
    stage?.pictures.dispose();
    const visibility = createVisibility(resolved, fps);
    const pictures = createPictures({
      tree: resolved,
      fps,
      media,
      videos: setup?.videos ?? [],
      drawn: isDrawn(),
      isVisible: visibility.isVisible,
    });
    stage = { tree: resolved, visibility, pictures };
    return stage;
  };

  return {
    fps: () => fps,
    now: () => stage ?? prepare(null),
    prepare,
    forget() {
      stage = null;
    },
  };
}
